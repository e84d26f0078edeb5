"""Modules and classes that are named in a text, and not imported where they are used, are where the text says."""

import re
from importlib import import_module
from pathlib import Path

import pytest

import halfmove
from halfmove.games import GAMES
from halfmove.play import pipes
from halfmove.play.records.records import FORMATS, JSON, _module_of

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "halfmove"
PAGES = [ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "decisions").glob("*.md")]
FILE = re.compile(r"[\w/]*\w\.py\b")
PAPER = re.compile(r"\b([A-Z]\w+)(?:,? et al\.| and others| and [A-Z]\w+)?,? ((?:18|19|20)\d\d)[,;:.)]")
FOLDERS = ("src", "tests", "bench", "docs", "examples")
FILES = [f"/{path.relative_to(ROOT).as_posix()}" for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
OF_A_READER = {"FILE.py", "json.py", "mine.py", "my_game.py"}
INVENTORS = {"Champion", "Gabrel", "Hein", "Nash", "Steinhaus"}  # of games: no papers are meant


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_made_where_the_list_says(name):
    entry = GAMES[name]
    assert callable(entry.maker())
    assert entry.parameters.keys() <= entry.hints().keys()


@pytest.mark.parametrize("name", halfmove._IMPORTED_LATE)
def test_what_the_package_imports_late_is_there(name):
    assert getattr(halfmove, name).__module__ == halfmove._IMPORTED_LATE[name]


@pytest.mark.parametrize("module", [pipes.MATCH_WORKER, pipes.GUEST])
def test_what_runs_as_a_process_has_a_main_function(module):
    assert callable(import_module(module).main)


@pytest.mark.parametrize("form", set(FORMATS) - {JSON})
def test_every_format_of_records_has_a_module(form):
    module = _module_of(form)
    assert callable(module.read)
    assert callable(module.write)


def test_the_processes_of_the_studio_have_a_main_function():
    from halfmove.web import nursery, thinking, workers

    for module in (workers.NURSERY, workers.WORKER, thinking.WARM):
        assert callable(import_module(module).main)
    for module in (nursery.SHARED, nursery.COMPILER):
        assert import_module(module)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_pages_name_files_that_exist(page):
    named = {name.strip("/") for name in FILE.findall(page.read_text()) if "NAME" not in name} - OF_A_READER
    assert {name for name in named if not any(file.endswith(f"/{name}") for file in FILES)} == set()


def test_papers_that_the_code_names_are_among_the_references():
    entries = re.split(r"^- ", (ROOT / "docs" / "references.md").read_text(), flags=re.MULTILINE)
    cited = {found for path in PACKAGE.rglob("*.py") for found in PAPER.findall(path.read_text())}
    papers = {(author, year) for author, year in cited if author not in INVENTORS}
    assert ("Thompson", "1986") in papers
    assert {paper for paper in papers if not any(all(word in entry for word in paper) for entry in entries)} == set()

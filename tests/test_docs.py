"""The documentation: it builds without a warning, its examples run, and it describes every public name and field."""

import doctest
import inspect
import re
import subprocess
import sys
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path

import pytest

import halfmove
from halfmove.cli import COMMANDS
from halfmove.compiled.lane import JIT
from halfmove.play import ratings
from halfmove.play.players.searches import HIDDEN, SEARCHES
from halfmove.play.players.spec import OURS, POLICY, options_of

pycode = pytest.importorskip("sphinx.pycode", reason="Sphinx builds the documentation")
pytest.importorskip("myst_parser", reason="the pages are Markdown")

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
EXAMPLES = re.compile(r"^```pycon\n(.*?)^```", re.MULTILINE | re.DOTALL)
DOCUMENTED = re.compile(r"^\.\. (?:auto\w+|data):: (\S+(?:\n +halfmove\.\S+)*)", re.MULTILINE)
WITH_EXAMPLES = [page for page in PAGES if EXAMPLES.search(page.read_text())]
PUBLIC = sorted({name for page in PAGES for found in DOCUMENTED.findall(page.read_text()) for name in found.split()})

# No page depends on the lane, so each test runs in one: the examples where nothing has to be compiled for them.
once = pytest.mark.usefixtures("native")
in_plain_python = pytest.mark.skipif(JIT, reason="once is enough: in the plain lane")


def named(name):
    """Return what a dotted name stands for."""
    module, _, last = name.rpartition(".")
    return getattr(import_module(module), last)


def field_names(kind):
    """Return the public fields of a dataclass or of a tuple with names."""
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else getattr(kind, "_fields", ())
    return [name for name in names if not name.startswith("_")]


def described(kind):
    """Return the fields that a class or one of its bases describes."""
    ours = [base for base in kind.__mro__ if base.__module__.startswith("halfmove")]
    found = {base: pycode.ModuleAnalyzer.for_module(base.__module__).find_attr_docs() for base in ours}
    return {name for base, docs in found.items() for (where, name) in docs if where == base.__name__}


@once
def test_the_pages_list_every_public_name():
    wanted = {f"{module.__name__}.{name}" for module in (halfmove, ratings) for name in module.__all__}
    assert wanted <= set(PUBLIC)


@once
@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_and_field_is_described(name):
    found = named(name)
    if not callable(found):
        return  # a constant: the page itself describes it
    assert inspect.getdoc(found), f"{name} has no docstring"
    if isinstance(found, type):
        assert set(field_names(found)) <= described(found), f"{name} has fields without `#: ...`"
        methods = [each for each, value in vars(found).items() if not each.startswith("_") and inspect.isroutine(value)]
        assert [each for each in methods if not inspect.getdoc(getattr(found, each))] == []


@once
def test_a_field_without_a_description_is_noticed():
    from halfmove.search.solving.proof import Room

    assert set(field_names(Room)) - described(Room) == {"actions", "keys", "orders"}


@once
@pytest.mark.deep
def test_the_documentation_builds_without_a_warning(tmp_path):
    words = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", DOCS, tmp_path / "html"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "html" / "reference" / "players.html").read_text()
    for name in (*SEARCHES, *HIDDEN, *OURS):
        assert f'id="{name}"' in page
        assert all(f">{option}</span>" in page for option in options_of(name))
    commands = (tmp_path / "html" / "reference" / "commands.html").read_text()
    ids = [f'id="halfmove-{command.__name__.replace("_", "-")}"' for command in COMMANDS]
    assert [each for each in ids if each not in commands] == []
    assert "what each player gets, where" in (tmp_path / "html" / "reference" / "searches.html").read_text()


@in_plain_python
def test_the_page_of_players_lists_them_all(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS))
    page = import_module("players_page").players_page()
    for name in (*SEARCHES, *HIDDEN, *OURS, POLICY):
        assert f"\n### {name}\n" in page


@in_plain_python
@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: page.stem)
def test_the_examples_run(page):
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE, verbose=False)
    text = "\n".join(EXAMPLES.findall(page.read_text()))
    runner.run(doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0))
    assert runner.tries > 0
    assert runner.failures == 0

"""The page about writing a game: its commands and its Python run as they stand there, in the folder of the examples."""

import doctest
import re
import shlex
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from typer.main import get_command

from halfmove.cli import app

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "write-a-game.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
COMMANDS = [
    part.partition("\n")[::2]
    for language, text in BLOCKS
    if language == "console"
    for part in re.split(r"^\$ halfmove ", text, flags=re.MULTILINE)[1:]
]


@pytest.fixture(autouse=True)
def folder(monkeypatch):
    monkeypatch.chdir(ROOT / "examples")
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    sys.modules.pop("take_away", None)  # other tests have a file of that name too
    yield
    sys.modules.pop("take_away", None)


@pytest.mark.parametrize(  # a match compiles in a process of its own
    ("command", "shown"),
    [pytest.param(*each, marks=pytest.mark.deep if each[0].startswith("match") else ()) for each in COMMANDS],
)
def test_a_command_prints_what_the_page_shows(native, command, shown):
    result = CliRunner().invoke(get_command(app), shlex.split(command), env={"NO_COLOR": "1", "COLUMNS": "120"})
    printed = result.stdout + result.stderr
    assert result.exit_code == (2 if shown.startswith("halfmove: ") else 0), printed
    assert doctest.OutputChecker().check_output(shown, printed, FLAGS), printed


def test_the_python_of_the_page(native):
    runner, scope = doctest.DocTestRunner(optionflags=FLAGS, verbose=False), {}
    for language, text in BLOCKS:
        if language == "python" and text.startswith(">>>"):
            test = doctest.DocTestParser().get_doctest(text, scope, PAGE.name, str(PAGE), 0)
            runner.run(test, clear_globs=False)
            scope = test.globs
    assert runner.tries > 15
    assert runner.failures == 0


def test_the_text_of_the_page_stands_in_the_examples():
    """What the page quotes of the examples is what they say, word by word; only the indentation differs."""
    texts = [_without_indentation(file.read_text()) for file in (ROOT / "examples").glob("*.py")]
    for language, block in BLOCKS:
        if language == "python" and not block.startswith(">>>"):
            for part in filter(None, block.strip("\n").split("\n\n")):
                assert any(_without_indentation(part) in text for text in texts), part


def _without_indentation(text):
    return "\n".join(line.strip() for line in text.splitlines())

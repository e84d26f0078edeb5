"""The examples of the README run as they stand there."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

pytestmark = pytest.mark.usefixtures("native")  # as users run them; in plain Python some take minutes


def commands() -> list[tuple[str, str]]:
    """Return each `$ halfmove ...` of the README with the output that is shown for it, if any."""
    found = []
    for language, text in BLOCKS:
        if language == "console":
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, _, shown = part.partition("\n")
                if command.startswith("halfmove"):
                    found.append((command, shown))
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the games of the README in files: the first one, and those that begin with their name."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "my_game.py").write_text(next(text for language, text in BLOCKS if language == "python"))
    for language, text in BLOCKS:
        if language == "python" and text.startswith("# "):
            (folder / text.split()[1]).write_text(text)
    return folder


def test_the_python_examples(folder, monkeypatch):
    monkeypatch.syspath_prepend(str(folder))
    import my_game

    scope = dict(vars(my_game))
    runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
    for language, text in BLOCKS:
        if language == "python" and text.startswith(">>>"):
            test = doctest.DocTestParser().get_doctest(text, scope, "README", str(ROOT / "README.md"), 0)
            runner.run(test, clear_globs=False)
            scope = test.globs
    assert runner.tries > 10
    assert runner.failures == 0


def is_dear(command: str) -> bool:
    """Tell whether a command compiles much; test_signature.py runs the rows of `halfmove bench` one by one."""
    dear = ("backgammon", "pacman", "double-dummy", "best connect-four")
    return command == "halfmove bench" or any(words in command for words in dear)


@pytest.mark.parametrize(
    ("command", "shown"),
    [pytest.param(*found, marks=pytest.mark.deep if is_dear(found[0]) else ()) for found in commands()],
)
def test_the_commands(command, shown, folder):
    words = shlex.split(command, comments=True)[1:]
    played = words[0] == "play"
    done = subprocess.run(
        [sys.executable, "-m", "halfmove", *words],
        cwd=folder,
        input="quit\n" if played else None,
        capture_output=True,
        text=True,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "120"},
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    if shown:
        assert doctest.OutputChecker().check_output(shown, done.stdout, FLAGS), done.stdout


def test_the_table_of_figures_is_made_from_the_figures(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    from bench.figures import FIGURES, with_table

    figures = json.loads(FIGURES.read_text())
    readme = (ROOT / "README.md").read_text()
    assert with_table(readme, figures) == readme
    shown = [row for row in figures if row.get("headline")]
    assert len(shown) > 20
    assert all(f"| {row['headline']} |" in readme for row in shown)


def test_every_figure_names_its_command_its_machine_and_its_day(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    from bench.figures import FIGURES
    from bench.parts import is_known

    figures = json.loads(FIGURES.read_text())
    assert len({row["what"] for row in figures}) == len(figures)
    for row in figures:
        assert is_known(row["part"])
        assert row["command"] == f"make bench PARTS={row['part']}"
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", row["date"])
        assert row["machine"], row
        assert row["commit"], row

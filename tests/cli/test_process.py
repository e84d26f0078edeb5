"""The command line as a process of its own: exit codes, Ctrl-C, pipes, a quick start."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.one_lane

ENDLESS = '''
from pathlib import Path
from typing import NamedTuple

from halfmove.core.game import Game

BEGUN = Path(__file__).with_suffix(".begun")
seen = []


class Walk(NamedTuple):
    steps: int = 0


class Endless(Game):
    """Nobody ever gets there."""

    initial = Walk()

    def to_move(self, walk):
        return walk.steps % 2

    def actions(self, walk):
        yield from range(3)

    def result(self, walk, action):
        seen.append(walk)
        if len(seen) == 3000:  # more than whoever loads a game looks at
            BEGUN.touch()
        return Walk(walk.steps + 1)

    def is_terminal(self, walk):
        return walk.steps > 900

    def utility(self, walk, player):
        return 0.0
'''
PATIENCE = 150  # seconds until a process that should have begun is given up


def start(*words, **options):
    command = [sys.executable, "-c", "from halfmove.cli import main; main()", *map(str, words)]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )


def finish(process, typed=None):
    out, err = process.communicate(typed, timeout=2 * PATIENCE)
    return process.returncode, out, err


@pytest.mark.parametrize(
    "words", [(), ("--search", "minimax"), ("--seconds", "1000"), ("--search", "memoised", "--nodes", "100000000")]
)
def test_ctrl_c_prints_the_best_so_far(tmp_path, words):
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS)
    process = start("best", file, *words, "--json")
    deadline = time.monotonic() + PATIENCE
    while not file.with_suffix(".begun").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    code, out, err = finish(process)
    assert (code, err) == (130, "")
    assert json.loads(out)["action"] in ("0", "1", "2")


def test_the_end_of_the_input_leaves_a_game_politely():
    code, out, err = finish(start("play", "tic-tac-toe", "human", "random"), "b2\n")
    assert (code, err) == (0, "")
    assert out.endswith("Goodbye.\n")


def test_ctrl_c_leaves_a_game_politely():
    process = start("play", "tic-tac-toe")
    assert process.stdout is not None
    while "Type an action" not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGINT)
    code, out, err = finish(process)
    assert (code, err) == (130, "")
    assert out.endswith("Goodbye.\n")


def test_without_a_terminal_the_menu_is_help():
    code, out, _ = finish(start())
    assert code == 0
    assert "Usage" in out


def test_help_does_not_wait_for_the_compiler():
    loaded = (
        "import sys\nfrom halfmove.cli import main\nsys.argv[1:] = ['--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print([name for name in ('numba', 'llvmlite') if name in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout
    assert out.splitlines()[-1] == "[]"


def test_no_color_is_respected():
    wanted = {**os.environ, "FORCE_COLOR": "1"}
    wanted.pop("NO_COLOR", None)
    _, coloured, _ = finish(start("games", env=wanted))
    _, plain, _ = finish(start("games", env={**wanted, "NO_COLOR": "1"}))
    assert "\x1b[" in coloured
    assert "\x1b[3" not in plain


def test_completion_knows_the_games():
    asked = {**os.environ, "_HALFMOVE_COMPLETE": "complete_bash", "COMP_WORDS": "halfmove best tic", "COMP_CWORD": "2"}
    command = [sys.executable, "-c", "import sys; sys.argv[0] = 'halfmove'; from halfmove.cli import main; main()"]
    out = subprocess.run(command, capture_output=True, text=True, env=asked, check=False).stdout
    assert "tic-tac-toe" in out


@pytest.mark.parametrize("command", [["-m", "halfmove"], ["halfmove"]])
def test_ctrl_c_while_modules_are_imported_shows_no_traceback(tmp_path, command):
    """Ctrl-C comes with the first module that the command line imports for itself."""
    (tmp_path / "typer.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nsum(range(10**6))\n")
    if command == ["halfmove"]:
        (tmp_path / "halfmove").write_text("from halfmove.cli import main\nmain()\n")
    done = subprocess.run(
        [sys.executable, *command, "games"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (130, "")

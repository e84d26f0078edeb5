"""What a user's file does beside its rules: it prints, or ends the program."""

import json
import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.one_lane

COUNTING = '''
import sys
from typing import NamedTuple

from halfmove import Game

print("imported")
asked = []


class Count(NamedTuple):
    number: int = 0


class Counting(Game):
    """Add 1 or 2."""

    initial = Count()

    def to_move(self, count):
        return count.number % 2

    def actions(self, count):
        asked.append(count)
        print("asked")
        if len(asked) > MOST:
            sys.exit(0)
        yield from (1, 2)

    def result(self, count, action):
        return Count(count.number + action)

    def is_terminal(self, count):
        return count.number > LAST

    def utility(self, count, player):
        return 0.0
'''
NEVER, LATER = 10**9, 2000  # questions: more than are asked before a game is used


@pytest.fixture
def counting(tmp_path):
    def write(most, last=6):
        (tmp_path / "counting.py").write_text(COUNTING.replace("MOST", str(most)).replace("LAST", str(last)))
        return str(tmp_path / "counting.py")

    return write


@pytest.mark.parametrize(
    "words",
    [
        ("best", "GAME", "--search", "minimax"),
        ("solve", "GAME"),
        ("perft", "GAME", "--depth", "3"),
        ("play", "GAME", "random", "random"),
        ("match", "random", "random", "--game", "GAME", "-n", "2"),
        ("check", "GAME"),
        ("tree", "GAME", "--depth", "2"),
        ("equilibrium", "GAME"),
        ("plan", "GAME"),
        ("rollout", "GAME", "--games", "20"),
    ],
)
def test_what_a_game_prints_is_not_part_of_an_answer_in_json(halfmove, counting, words):
    file = counting(NEVER)
    result = halfmove(*(file if word == "GAME" else word for word in words), "--json")
    json.loads(result.stdout)
    assert "asked" in result.stderr


def test_what_a_game_prints_is_not_part_of_a_protocol(counting):
    done = subprocess.run(
        [sys.executable, "-m", "halfmove", "ugi", counting(NEVER)],
        input="ugi\nisready\nposition startpos\ngo nodes 10\n",
        capture_output=True,
        text=True,
        env={**os.environ, "HALFMOVE_JIT": "0"},
    )
    words = {line.split()[0] for line in done.stdout.splitlines()}
    assert words == {"id", "option", "ugiok", "readyok", "info", "bestmove"}
    assert "asked" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("best", "GAME", "--search", "minimax", "--depth", "30"),
        ("best", "GAME", "--search", "mcts:threads=2", "--nodes", "100000"),
        ("perft", "GAME", "--depth", "30"),
        ("check", "GAME"),
    ],
)
def test_a_game_that_ends_the_program_is_told_of(halfmove, counting, words):
    file = counting(LATER, last=40)
    result = halfmove(*(file if word == "GAME" else word for word in words))
    assert result.exit_code in (1, 2)
    assert "actions raises SystemExit: 0" in result.stderr + result.stdout


def test_a_full_disk_is_told_in_a_sentence(halfmove, monkeypatch, tmp_path):
    def full(*given, **more):
        raise OSError(28, "No space left on device")  # as Python raises it: without the name of a file

    monkeypatch.setattr("pathlib.Path.write_text", full)
    result = halfmove("draw", "tic-tac-toe", "--output", tmp_path / "board.svg")
    assert (result.exit_code, result.stderr) == (2, "halfmove: No space left on device\n")

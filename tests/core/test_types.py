"""Types: a user's file with a game and a search passes `mypy --strict`, and its mistakes are found."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

pytestmark = pytest.mark.one_lane

GAME = '''"""A game of a user's, a kernel of his own, and a search."""

from collections.abc import Iterator
from typing import NamedTuple

from halfmove import Game, alphabeta, compiled, kernel


class Heap(NamedTuple):
    sticks: int = 21
    turn: int = 0


@compiled
class Sticks(Game[Heap]):
    """Take one to three sticks; who takes the last one wins."""

    most: int = 3
    initial = Heap()

    def to_move(self, state: Heap) -> int:
        return state.turn

    def actions(self, state: Heap) -> Iterator[int]:
        for take in range(1, min(self.most, state.sticks) + 1):
            yield take

    def result(self, state: Heap, action: int) -> Heap:
        return Heap(state.sticks - action, 1 - state.turn)

    def is_terminal(self, state: Heap) -> bool:
        return state.sticks == 0

    def utility(self, state: Heap, player: int) -> float:
        return -1.0 if player == state.turn else 1.0


@kernel
def count(game: Sticks, state: Heap, depth: int) -> int:
    if depth == 0 or game.is_terminal(state):
        return 1
    nodes = 1
    for action in game.actions(state):
        nodes += count(game, game.result(state, action), depth - 1)
    return nodes


@kernel(inline=False)
def sticks_left(game: Sticks, state: Heap) -> int:
    return min(state.sticks, game.most)


game = Sticks(most=3)
found = alphabeta(game, game.initial, depth=4)
state: Heap = game.result(game.initial, 1)
print(found.action, found.value, count(game, state, 3), sticks_left(game, state), state.sticks, game.name(2))
'''
MISTAKES = {
    "count(game, 3, state)": "arg-type",
    "count(game, state)": "call-arg",
    "sticks_left(state, game)": "arg-type",
    "left: str = sticks_left(game, state)": "assignment",
    "Sticks(least=3)": "call-arg",
    "game.result(21, 1)": "arg-type",
    "game.initial.stones": "attr-defined",
}


def errors(tmp_path, text):
    """Return what mypy says about a user's file, by line."""
    (tmp_path / "sticks.py").write_text(text)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-error-summary", "sticks.py"]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert told.stderr == ""
    lines = [re.match(r"sticks\.py:(\d+): error: .*\[([\w-]+)\]", line) for line in told.stdout.splitlines()]
    return [(int(line[1]), line[2]) for line in lines if line] if told.returncode else []


def test_types_of_a_users_file(tmp_path, monkeypatch):
    monkeypatch.setenv("MYPY_CACHE_DIR", str(tmp_path / "types"))
    assert errors(tmp_path, GAME) == []
    last = len(GAME.splitlines())
    found = errors(tmp_path, GAME + "\n".join(MISTAKES) + "\n")
    expected = [(last + i, kind) for i, kind in enumerate(MISTAKES.values(), 1)]
    assert sorted(set(found)) == expected

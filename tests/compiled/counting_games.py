"""Small games of adding numbers, for the tests of compiled classes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from halfmove.compiled import compiled, kernel, plain
from halfmove.core.game import Game
from halfmove.core.wrapper import Wrapper


class Counter(NamedTuple):
    count: int = 0


@compiled
class Counting(Game):
    """Add to a number; the base of most tests here."""

    limit: int = 5
    factor: float = 1.0
    label: str = "abc"
    steps: tuple[int, ...] = (1, 2)
    initial = Counter()

    def to_move(self, state):
        return state.count & 1

    def actions(self, state):
        for step in self.steps:
            yield step

    def result(self, state, action):
        return Counter(state.count + self.scaled(action))

    def is_terminal(self, state):
        return state.count >= self.limit

    def utility(self, state, player):
        return self.factor if player == 0 else -self.factor

    def scaled(self, action):
        return action


@kernel
def total(game, state):
    """Return the sum over all ends of the game of how far it came."""
    if game.is_terminal(state):
        return state.count * game.utility(state, 0)
    found = 0.0
    for action in game.actions(state):
        found += total(game, game.result(state, action))
    return found


@compiled
class Doubling(Counting):
    """Override a helper of the base class, and inherit the rest."""

    def scaled(self, action):
        return 2 * action


class Undecorated(Counting):
    """Inherit from a compiled class without being one."""

    def scaled(self, action):
        return {1: 10, 2: 20}[action]  # not for machine code


@compiled
class Shifting(Wrapper):
    """Add `by` to what another game does."""

    game: Any
    by: int = 1

    def result(self, state, action):
        return Counter(self.game.result(state, action).count + self.by)


@compiled
class Table:
    """An array, and a count of the calls made to it."""

    values: np.ndarray
    calls: np.ndarray

    def at(self, index: int) -> int:
        self.calls[0] += 1
        return self.values[index]


@compiled
class Tabled(Wrapper):
    """Take the step from a table."""

    game: Any
    table: Any

    def result(self, state, action):
        return Counter(state.count + self.table.at(action))


def both(run, game, *args):
    """Return what a kernel answers for `game`, having compared the lanes."""
    answer = run(game, *args)
    assert answer == run.python(plain(game), *args)
    return answer


def table(*values):
    return Table(np.array(values, np.int64), np.zeros(1, np.int64))

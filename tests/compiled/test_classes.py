"""Compiled classes: what their fields, methods and bases mean, in both lanes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from counting_games import Counter, Counting, Doubling, Shifting, Tabled, Undecorated, both, table, total

from halfmove.compiled import compiled, is_native, kernel, lane_of, plain
from halfmove.compiled.lane import JIT
from halfmove.core.game import Game

STEP = 7


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (Counting(), 8 * 5 + 5 * 6),  # ways to write 5 and to jump over it
        (Counting(limit=2), 2 + 3 + 2),
        (Counting(factor=0.5), (8 * 5 + 5 * 6) / 2),
        (Counting(steps=(3,)), 6),
        (Doubling(), 6 + 8 + 6 + 6 + 8),
        (Shifting(Counting(), 1), 6 + 7 + 5 + 5 + 6),
        (Shifting(Shifting(Shifting(Counting(limit=4))), 1), None),
        (Tabled(Counting(limit=9), table(0, 4, 5)), None),
        (Shifting(Tabled(Shifting(Counting(limit=30)), table(0, 4, 5)), 2), None),
    ],
    ids=["default", "int", "float", "tuple", "override", "wrapper", "three-deep", "array", "mixed"],
)
def test_lanes_agree(game, expected):
    """The same class gives the same numbers in both lanes, and parameters matter."""
    assert lane_of(game) == ("compiled" if JIT else "plain")
    assert lane_of(plain(game)) == "plain"
    answer = both(total, game, Counter())
    assert expected is None or answer == expected


def test_wrappers_three_deep_add_up():
    assert both(first_result, Shifting(Shifting(Shifting(Counting(), 1), 10), 100), Counter()) == 1 + 111


@kernel
def first_result(game, state):
    for action in game.actions(state):
        return game.result(state, action).count
    return -1


def test_undecorated_subclass_is_plain():
    assert lane_of(Undecorated()) == "plain"
    assert not is_native(Undecorated())
    assert total(Undecorated(), Counter()) == 10 + 20


def test_wrapper_of_plain_game_is_plain():
    game = Shifting(Undecorated())
    assert lane_of(game) == "plain"
    assert total(game, Counter()) == 11 + 21


def test_plain_watch_beside_compiled_game_runs_plain():
    """All arguments choose the lane, not the first one alone."""

    class Seen:
        def __init__(self):
            self.states = []

        def see(self, state):
            self.states.append(state)

    @kernel
    def tell(game, state, seen):
        seen.see(state)
        return game.is_terminal(state)

    seen = Seen()
    assert tell(Counting(), Counter(9), seen)
    assert seen.states == [Counter(9)]


@compiled
class Attributes(Game):
    """Class attributes, properties, keyword arguments, default arguments, module constants."""

    size: int = 3
    scale = 10
    ratio = 0.25
    flags = (True, False)
    initial = Counter()

    @property
    def area(self):
        return self.size * self.size * self.scale

    def padded(self, number, by=STEP, times=1):
        return number + by * times

    def answer(self, state):
        return self.padded(self.area, times=2) + self.ratio + self.players + self.utilities[1] + int(self.flags[0])


@kernel
def answer(game, state):
    return game.answer(state)


def test_attributes_and_properties():
    assert both(answer, Attributes(), Counter()) == 90 + 14 + 0.25 + 2 + 1 + 1
    assert both(answer, Attributes(2), Counter()) == 40 + 14 + 0.25 + 2 + 1 + 1


def test_static_method():
    @compiled
    class Static:
        @staticmethod
        def twice(number):
            return 2 * number

        def ask(self, number):
            return self.twice(number)

    @kernel
    def ask(made, number):
        return made.ask(number)

    assert both(ask, Static(), 4) == 8


def test_private_and_wide_class_attributes():
    @compiled
    class Private:
        _most = 5

        def ask(self, number):
            return number < self._most

    @kernel
    def ask(made, number):
        return made.ask(number)

    assert both(ask, Private(), 4)


def test_object_without_members_in_a_wrapper():
    @compiled
    class Empty:
        def one(self):
            return 1

    @compiled
    class Outer:
        inner: Any
        array: np.ndarray

        def two(self):
            return self.inner.one() + self.array[0]

    @kernel
    def ask(outer):
        return outer.two()

    assert both(ask, Outer(Empty(), np.ones(1, np.int64))) == 2


def test_kernel_with_object_in_second_place():
    """The first argument may be a number only in the plain lane: a kernel asks a game."""

    @kernel
    def plus(game, other):
        return game.limit + other.limit

    assert both(plus, Counting(limit=3), Counting(limit=4)) == 7

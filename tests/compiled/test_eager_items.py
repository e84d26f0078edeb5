"""What a generator of an eager class may take and yield: defaults, closures, fractions, pairs, states."""

from __future__ import annotations

import pytest
from eager_games import MOST, Row

from halfmove.compiled import compiled, kernel, plain
from halfmove.errors import HalfmoveError


def test_default_arguments_of_a_generator():
    @compiled(eager=MOST)
    class Steps:
        def steps(self, n, by=2):
            for i in range(0, n, by):
                yield i

    @kernel
    def ask(game, n):
        total = 0
        for i in game.steps(n):
            total += i
        for i in game.steps(n, 3):
            total += 100 * i
        return total

    for game in (Steps(), plain(Steps())):
        assert ask(game, 7) == 0 + 2 + 4 + 6 + 100 * (0 + 3 + 6)


def test_fractions_are_not_cut_off():
    """An eager generator yields whole numbers; a fraction is refused or stays lazy, but is never truncated."""

    @compiled(eager=MOST)
    class Halves:
        def halves(self, n):
            for i in range(n):
                yield i / 2

    @kernel
    def ask(game, n):
        total = 0.0
        for half in game.halves(n):
            total += half
        return total

    try:
        answer = ask(Halves(), 4)
    except HalfmoveError:
        return
    assert answer == ask(plain(Halves()), 4) == 3.0


def test_pairs_and_yield_from_stay_possible():
    """`chances` yields pairs: it stays lazy in an eager class."""

    @compiled(eager=MOST)
    class Dice:
        def chances(self, n):
            for i in range(n):
                yield i, 1.0 / n

    @kernel
    def mean(game, n):
        total = 0.0
        for outcome, probability in game.chances(n):
            total += outcome * probability
        return total

    for game in (Dice(), plain(Dice())):
        assert mean(game, 5) == pytest.approx(2.0)


def test_states_yielded_by_an_eager_class():
    """`parents` yields states, which are no numbers."""

    @compiled(eager=MOST)
    class Back:
        def parents(self, row):
            for i in range(row.ply):
                yield Row(i, row.ply)

    @kernel
    def ask(game, row):
        total = 0
        for parent in game.parents(row):
            total += parent.bits
        return total

    for game in (Back(), plain(Back())):
        assert ask(game, Row(0, 4)) == 6


def test_closure_in_an_eager_generator():
    def made(step):
        @compiled(eager=MOST)
        class Steps:
            def steps(self, n):
                for i in range(0, n, step):
                    yield i

        return Steps()

    @kernel
    def ask(game, n):
        total = 0
        for i in game.steps(n):
            total += i
        return total

    assert ask(made(1), 4) == 6
    assert ask(made(2), 4) == 2

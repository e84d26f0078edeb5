"""Eager generators that are handed on: by a wrapper, by another method, by a default of the class."""

from __future__ import annotations

from typing import Any

import pytest
from eager_games import EAGER, LAZY, MOST, Row, count_lines, interleaved

from halfmove.compiled import compiled, kernel, plain
from halfmove.core.game import Game
from halfmove.core.wrapper import Wrapper


@compiled
class Through(Wrapper):
    """Hand everything on."""

    game: Any

    def bits(self, row):
        for i in self.game.bits(row):
            yield i


@compiled
class Filtered(Wrapper):
    """A lazy generator over the generator of the game inside, which may be eager."""

    game: Any

    def actions(self, row):
        for action in self.game.actions(row):
            if action != 2 or row.ply > 0:
                yield action


@compiled(eager=MOST)
class EagerFiltered(Filtered):
    game: Any

    def actions(self, row):
        for action in self.game.actions(row):
            if action != 2 or row.ply > 0:
                yield action


@pytest.mark.parametrize("wrap", [Through, Filtered, EagerFiltered], ids=lambda wrap: wrap.__name__)
@pytest.mark.parametrize("times", [1, pytest.param(3, marks=pytest.mark.deep)])
def test_wrapper_of_eager_game(wrap, times):
    """A wrapper's generator over an eager one: every step sees the items of its own frame."""
    answers = []
    for inner in (EAGER, LAZY, plain(EAGER)):
        game = inner
        for _ in range(times):
            game = wrap(game)
        answers.append((count_lines(game, Row()), interleaved(game, Row())))
    assert answers[0] == answers[1] == answers[2]


def test_method_that_hands_on_a_generator_by_another_name():
    """What is listed lives in the frame that asked: a method may loop over it, or hand it on whole."""

    @compiled(eager=MOST)
    class Handing:
        def bits(self, row):
            for i in range(MOST):
                if row.bits >> i & 1:
                    yield i

        def on_hand(self, row):
            return self.bits(row)

        def mixed(self, row):
            total = 0
            for i in self.on_hand(row):
                for j in self.on_hand(Row(row.bits >> 1)):
                    total = total * 7 + i * 3 + j & 0xFFFFFF
            return total

    @kernel
    def ask(game, row):
        return game.mixed(row)

    for bits in range(0, 256, 5):
        assert ask(Handing(), Row(bits)) == ask(plain(Handing()), Row(bits))


@compiled(eager=MOST)
class Chancy(Game):
    """An eager game that leaves its chances to the default, a lazy generator over the eager actions."""

    initial = Row()

    def actions(self, row):
        for i in range(row.ply, row.ply + 4):
            yield i


def test_default_chances_of_an_eager_game():
    @kernel
    def mean(game, row):
        total = 0.0
        for outcome, probability in game.chances(row):
            total = total * 2 + outcome * probability
        return total

    for ply in range(4):
        assert mean(Chancy(), Row(0, ply)) == mean(plain(Chancy()), Row(0, ply))

"""Every search takes advice as an argument, and evaluates by it."""

from __future__ import annotations

from functools import partial

import pytest

import halfmove
from halfmove.compiled import compiled, plain
from halfmove.core.advice import Advice
from halfmove.games.tic_tac_toe import TicTacToe

NAMES = (
    *(
        "alphabeta",
        "beam",
        "best_successor",
        "expectiminimax",
        "maxn",
        "memoised",
        "metareason",
        "minimax",
        "montecarlo",
    ),
    *("paranoid", "quiescence", "star1", "star2"),
)
HOPE = 0.25


@compiled
class Hopeful(Advice):
    """Whoever chooses is a little better off."""

    def evaluate(self, state, player):
        return HOPE


class Gloomy(Advice):
    """The same in plain Python, which no machine code can ask."""

    def evaluate(self, state, player):
        return -HOPE


@pytest.mark.parametrize("name", NAMES)
def test_searches_ask_the_advice_they_are_given(name):
    game, search = plain(TicTacToe()), partial(getattr(halfmove, name), depth=1)
    assert search(game).value == 0
    assert search(game, advice=Hopeful(game)).value == HOPE


def test_advice_in_both_lanes(lane):
    game = lane(TicTacToe())
    assert halfmove.alphabeta(game, depth=1, advice=Hopeful(game)).value == HOPE
    assert halfmove.alphabeta(game, depth=1, advice=Gloomy(game)).value == -HOPE
    assert len(halfmove.best_actions(game, depth=1, advice=Gloomy(game))) == 9
    assert halfmove.playouts(game, depth=1, games=9, advice=Hopeful(game)).mean == HOPE

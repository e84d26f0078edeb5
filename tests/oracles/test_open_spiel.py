"""Our rules against OpenSpiel's, along random games: whose turn, what is legal, what is over, what it is worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from spiel_games import Tally

from halfmove.compiled import plain
from halfmove.core.game import CHANCE
from halfmove.core.random import random
from halfmove.core.rules import legal_actions, utility_vector
from halfmove.games import game_named
from halfmove.games.pig import HOLD, ROLL

pytestmark = pytest.mark.one_lane

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

SAMPLE, GAMES, STATES = 20, 10_000, 500_000


class Oracle(NamedTuple):
    """A game of ours, the same game of OpenSpiel, and our actions in its numbers."""

    ours: str
    theirs: str
    translate: Callable[[Any, Any, int], int] = lambda game, state, action: action


def _nim(game: Any, state: Any, action: int) -> int:
    heap, count = action >> game.bits, game.low(action)
    return (count - 1) * len(game.heaps) + heap


def _pig(game: Any, state: Any, action: int) -> int:
    return action - 1 if state.rolling else {ROLL: 0, HOLD: 1}[action]


ORACLES = [
    Oracle("tic-tac-toe", "tic_tac_toe"),
    Oracle("mnk:width=3,height=3,in_a_row=3", "tic_tac_toe"),
    Oracle("connect-four", "connect_four"),
    Oracle("mnk:width=15,height=15,in_a_row=5", "mnk(m=15,n=15,k=5)"),
    Oracle("mnk:width=5,height=4,in_a_row=3", "mnk(m=5,n=4,k=3)"),
    Oracle("mnk:width=11,height=6,in_a_row=4", "mnk(m=11,n=6,k=4)"),
    Oracle("nim:heaps=1-3-5-7,misere=true", "nim(is_misere=True,pile_sizes=1;3;5;7)", _nim),
    Oracle("nim:heaps=4-2-9", "nim(is_misere=False,pile_sizes=4;2;9)", _nim),
    Oracle("pig:goal=20", "pig(winscore=20)", _pig),
    Oracle("pig", "pig", _pig),
]


@pytest.mark.parametrize("oracle", ORACLES, ids=lambda oracle: oracle.ours)
def test_rules_agree(oracle: Oracle) -> None:
    _compare(oracle, 0, SAMPLE, 0)


@pytest.mark.deep
@pytest.mark.parametrize("oracle", ORACLES, ids=lambda oracle: oracle.ours)
def test_rules_agree_in_many_games(oracle: Oracle, compared: Any) -> None:
    name = oracle.ours.partition(":")[0]
    shared = sum(other.ours.partition(":")[0] == name for other in ORACLES)
    compared(name, *_compare(oracle, SAMPLE, GAMES // shared + 1, STATES // shared + 1))


def _compare(oracle: Oracle, first: int, games: int, states: int) -> Tally:
    """Compare at every ply of at least so many games and states: turn, legal actions, chances, end, returns."""
    game, theirs = plain(game_named(oracle.ours)), pyspiel.load_game(oracle.theirs)
    seen, seed = 0, first
    while seed < first + games or seen < states:
        numbers, state, other = random(seed), game.initial, theirs.new_initial_state()
        seed += 1
        while True:
            seen += 1
            assert game.is_terminal(state) == other.is_terminal(), game.show(state)
            if other.is_terminal():
                assert utility_vector(game, state) == tuple(other.returns())
                break
            assert game.to_move(state) == (CHANCE if other.is_chance_node() else other.current_player())
            actions = legal_actions(game, state)
            legal = {oracle.translate(game, state, action) for action in actions}
            assert legal == _legal(oracle, state, other), game.show(state)
            if other.is_chance_node():
                assert dict(other.chance_outcomes()) == pytest.approx(
                    {oracle.translate(game, state, outcome): chance for outcome, chance in game.chances(state)}
                )
            action = actions[numbers.below(len(actions))]
            other.apply_action(oracle.translate(game, state, action))
            state = game.result(state, action)
    return Tally(seed - first, seen)


def _legal(oracle: Oracle, state: Any, other: Any) -> set[int]:
    """In OpenSpiel's Pig a player may hold before he has rolled; in ours he may not."""
    legal = set(other.legal_actions())
    if oracle.theirs.startswith("pig") and not state.rolling and state.turn == 0:
        legal.discard(_pig(None, state, HOLD))
    return legal

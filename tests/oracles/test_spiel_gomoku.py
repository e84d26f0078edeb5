"""Gomoku (free style) against OpenSpiel, along random games; no rule differs."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from spiel_games import Tally

from halfmove.compiled import plain
from halfmove.core.random import random
from halfmove.core.rules import utility_vector
from halfmove.games.mnk import MNK

pytestmark = pytest.mark.one_lane

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

GAMES, STATES = 10_000, 500_000  # to be compared for each game
SAMPLE = 6  # games


class Two(NamedTuple):
    """A game of ours and the same of OpenSpiel; actions have the same numbers in both."""

    ours: Any
    theirs: str


PAIRS = [
    Two(MNK(15, 15, 5), "gomoku"),
    Two(MNK(9, 9, 5), "gomoku(size=9)"),
    Two(MNK(6, 6, 4), "gomoku(size=6,connect=4)"),
]


def compare(two: Two, games: int, states: int, first: int = 0) -> Tally:
    """Compare at every ply of at least so many games and states: turn, legal actions, end, returns."""
    game, theirs = plain(two.ours), pyspiel.load_game(two.theirs)
    seen, seed = 0, first
    while seed < first + games or seen < states:
        numbers, state, other = random(seed), game.initial, theirs.new_initial_state()
        seed += 1
        while not other.is_terminal():
            seen += 1
            assert not game.is_terminal(state), game.show(state)
            assert game.to_move(state) == other.current_player()
            actions = list(game.actions(state))
            assert sorted(actions) == other.legal_actions(), game.show(state)
            action = actions[numbers.below(len(actions))]
            other.apply_action(action)
            state = game.result(state, action)
        assert game.is_terminal(state), game.show(state)
        assert utility_vector(game, state) == tuple(other.returns())
    return Tally(seed - first, seen)


@pytest.mark.parametrize("two", PAIRS, ids=lambda two: two.theirs)
def test_rules_agree(two: Two) -> None:
    compare(two, SAMPLE, 100)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("two", PAIRS, ids=lambda two: two.theirs)
def test_rules_agree_in_many_games(two: Two, compared: Any) -> None:
    compared("gomoku", *compare(two, GAMES // len(PAIRS) + 1, STATES // 2, SAMPLE))

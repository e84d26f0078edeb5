"""Othello against OpenSpiel and rust-reversi, along random games."""

from __future__ import annotations

from typing import Any

import pytest

from halfmove.compiled import plain
from halfmove.core.random import random
from halfmove.core.rules import legal_actions, utility_vector
from halfmove.games.othello.lines import PASS
from halfmove.games.othello.rules import Othello

pytestmark = pytest.mark.one_lane

GAME = plain(Othello())
SAMPLE, DEEP = 15, 2_500  # games
STATES = 125_000


def compare(seeds: range) -> int:
    """Return how many states were compared."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    theirs, states = pyspiel.load_game("othello"), 0
    for seed in seeds:
        numbers, state, other = random(seed), GAME.initial, theirs.new_initial_state()
        while True:
            states += 1
            assert GAME.is_terminal(state) == other.is_terminal(), GAME.show(state)
            if other.is_terminal():
                assert utility_vector(GAME, state) == tuple(other.returns())
                break
            assert GAME.to_move(state) == other.current_player()
            actions = legal_actions(GAME, state)
            assert actions == other.legal_actions(), GAME.show(state)
            action = actions[numbers.below(len(actions))]
            other.apply_action(action)
            state = GAME.result(state, action)
    return states


def test_games() -> None:
    compare(range(SAMPLE))


@pytest.mark.deep
def test_many_games(compared: Any) -> None:
    states = compare(range(SAMPLE, SAMPLE + DEEP))
    assert states >= STATES
    compared("othello", DEEP, states)


def test_games_against_rust_reversi() -> None:
    rust_reversi = pytest.importorskip("rust_reversi", reason="rust-reversi is not installed")
    for seed in range(SAMPLE):
        numbers, state, other = random(seed), GAME.initial, rust_reversi.Board()
        while not GAME.is_terminal(state):
            actions = legal_actions(GAME, state)
            assert other.is_pass() == (actions == [PASS])
            assert other.get_legal_moves_vec() == [action for action in actions if action != PASS]
            action = actions[numbers.below(len(actions))]
            if action == PASS:
                other.do_pass()
            else:
                other.do_move(action)
            state = GAME.result(state, action)
        assert other.is_game_over()
        lead = other.black_piece_num() - other.white_piece_num()
        assert GAME.utility(state, 0) == (lead > 0) - (lead < 0)

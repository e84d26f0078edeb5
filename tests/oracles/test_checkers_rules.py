"""Checkers against OpenSpiel and pydraughts, along random games and in random positions."""

from __future__ import annotations

from typing import Any

import pytest
from pydraughts_rules import Outcome, compare_games, compare_positions, outcome

from halfmove.compiled import plain
from halfmove.core.random import random
from halfmove.core.rules import legal_actions, utility_vector
from halfmove.games.draughts.english import Checkers

pytestmark = pytest.mark.one_lane

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

GAME = plain(Checkers())
ENDLESS = plain(Checkers(0))
SAMPLE, DEEP = 20, 5_000  # games
STATES = 250_000
SAMPLE_POSITIONS, DEEP_POSITIONS = 200, 5_000
PIECES = 12  # of each player in a random position
WITHOUT_CAPTURE = 40  # plies after which OpenSpiel calls a draw, kings or men; a jump is a ply of its own
STEPS = ((-1, -1), (-1, 1), (1, 1), (1, -1))  # rows and columns of OpenSpiel's directions
SIDE, HALF = 8, 4


def square(row: int, column: int) -> int:
    """Return the number of a square of OpenSpiel, whose first player sits at the bottom: the board is turned round."""
    return (SIDE - 1 - row) * HALF + (SIDE - 1 - column) // 2 + 1


def their_actions(state: Any) -> dict[Outcome, list[int]]:
    """Return the steps of each action of OpenSpiel by its outcome: a capture is one step for each jump."""
    actions = {}
    for step in state.legal_actions():
        rest, jumps = divmod(step, 2)
        rest, direction = divmod(rest, len(STEPS))
        row, column = divmod(rest, SIDE)
        down, right = STEPS[direction]
        reach = 2 if jumps else 1
        origin, target = square(row, column), square(row + reach * down, column + reach * right)
        if not jumps:
            actions[origin, target, frozenset[int]()] = [step]
            continue
        over = frozenset({square(row + down, column + right)})
        child = state.child(step)
        if child.current_player() != state.current_player():
            actions[origin, target, over] = [step]
            continue
        for (_, end, taken), steps in their_actions(child).items():
            actions[origin, end, over | taken] = [step, *steps]
    return actions


def compare(seeds: range) -> int:
    """Return how many states were compared. OpenSpiel's draw is another, so ours is switched off."""
    theirs, states = pyspiel.load_game("checkers"), 0
    for seed in seeds:
        numbers, state, other = random(seed), ENDLESS.initial, theirs.new_initial_state()
        quiet = 0
        while True:
            states += 1
            if quiet >= WITHOUT_CAPTURE:
                assert other.is_terminal()
                assert other.returns() == [0.0, 0.0]
                break
            assert ENDLESS.is_terminal(state) == other.is_terminal(), ENDLESS.show(state)
            if other.is_terminal():
                assert utility_vector(ENDLESS, state) == tuple(other.returns())
                break
            assert ENDLESS.to_move(state) == other.current_player()
            legal, actions = their_actions(other), legal_actions(ENDLESS, state)
            assert {outcome(ENDLESS, action) for action in actions} == set(legal), ENDLESS.show(state)
            action = actions[numbers.below(len(actions))]
            for step in legal[outcome(ENDLESS, action)]:
                other.apply_action(step)
            quiet = 0 if ENDLESS.taken(action) else quiet + 1
            state = ENDLESS.result(state, action)
    return states


def test_games_against_open_spiel() -> None:
    compare(range(SAMPLE))


@pytest.mark.deep
def test_many_games_against_open_spiel(compared: Any) -> None:
    states = compare(range(SAMPLE, SAMPLE + DEEP))
    assert states >= STATES
    compared("checkers", DEEP, states)


def test_games_against_pydraughts() -> None:
    compare_games(GAME, "english", range(SAMPLE))


@pytest.mark.deep
def test_many_games_against_pydraughts(compared: Any) -> None:
    compared("checkers", DEEP // 5, compare_games(GAME, "english", range(SAMPLE, SAMPLE + DEEP // 5)))


def test_positions() -> None:
    compare_positions(GAME, "english", range(SAMPLE_POSITIONS), PIECES)


@pytest.mark.deep
def test_many_positions() -> None:
    compare_positions(GAME, "english", range(SAMPLE_POSITIONS, SAMPLE_POSITIONS + DEEP_POSITIONS), PIECES)

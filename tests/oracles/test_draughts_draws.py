"""Draws of international draughts beside pydraughts, at every ply of random endings: repetition and few pieces."""

from __future__ import annotations

from typing import Any

import pytest
from pydraughts_rules import oracle_games, outcome, random_state, their_actions

from halfmove.compiled import plain
from halfmove.core.history import with_history
from halfmove.core.random import random
from halfmove.core.rules import action_named, legal_actions, utility_vector
from halfmove.games.draughts.english import Checkers
from halfmove.games.draughts.international import InternationalDraughts
from halfmove.games.draughts.rules import SQUARE_BITS

pytestmark = pytest.mark.one_lane

GAME = plain(InternationalDraughts())
SAMPLE, DEEP = 40, 2000  # endings
MOST = 3  # pieces of a player
BACK_AND_FORTH = 7  # of eight times a king goes back to where it came from, so that positions come up again


def compare_ending(seed: int) -> tuple[int, bool]:
    """Compare one ending; return how many states it had, and whether a repetition was its end."""
    numbers = random(seed)
    first = random_state(GAME, numbers, MOST)
    game, state = with_history(GAME, first)
    other = oracle_games.Game("standard", GAME.fen(first))
    other.fens = [other.get_fen()]  # the first one is noted in another notation, and would never come up again
    states, before = 0, [0, 0]
    while True:
        states += 1
        assert game.is_terminal(state) == other.is_over(), GAME.show(state.state)
        if game.is_terminal(state):
            winner = other.get_winner()
            value = 0.0 if not winner else 1.0 if winner == 2 else -1.0
            assert utility_vector(game, state) == (value, -value)
            return states, not GAME.is_terminal(state.state)
        actions = legal_actions(game, state)
        back = GAME.target(before[0]) << SQUARE_BITS | GAME.origin(before[0])
        action = actions[numbers.below(len(actions))]
        if back in actions and numbers.below(8) < BACK_AND_FORTH:
            action = back
        before = [before[1], action]
        other.push(their_actions(other)[outcome(GAME, action)])
        state = game.result(state, action)


def compare_endings(seeds: range, compared: Any) -> None:
    found = [compare_ending(seed) for seed in seeds]
    assert any(repeated for _, repeated in found)
    assert not all(repeated for _, repeated in found)
    compared("draws of draughts", len(seeds), sum(states for states, _ in found))


def test_endings(compared: Any) -> None:
    compare_endings(range(SAMPLE), compared)


@pytest.mark.deep
def test_many_endings(compared: Any) -> None:
    compare_endings(range(SAMPLE, SAMPLE + DEEP), compared)


@pytest.mark.parametrize(
    ("fen", "plies"),
    [
        ("W:WK1:BK50", 10),
        ("W:WK1,31:BK45", 10),
        ("W:WK1,K2:BK45", 10),
        ("W:WK1,K2,K3:BK45", 32),
        ("B:WK1:BK45,K46,20", 32),
        ("W:WK1,K2,K3,K4:BK45", 50),
        ("W:WK1,K2:BK45,K46", 50),
        ("W:WK1,32,33:B18", 50),
    ],
)
def test_endings_by_name(fen: str, plies: int) -> None:
    assert not GAME.is_drawn(GAME.read(f"{fen}:H{plies - 1}"))
    assert GAME.is_drawn(GAME.read(f"{fen}:H{plies}"))


@pytest.mark.parametrize(
    ("rules", "times"), [(Checkers(), 2), (Checkers(repetitions=3), 3), (InternationalDraughts(), 3)]
)
def test_positions_that_come_up_again(lane: Any, rules: Any, times: int) -> None:
    game, state = with_history(lane(rules), rules.read("W:WK32,21:BK1,12" if rules.size == 8 else "W:WK50,36:BK1,15"))
    there = ["32-28", "1-5", "28-32", "5-1"] if rules.size == 8 else ["50-44", "1-7", "44-50", "7-1"]
    for turn in range(times - 1):
        for name in there:
            assert not game.is_terminal(state), (turn, name)
            state = game.result(state, action_named(game, state, name))
    assert game.is_terminal(state)
    assert utility_vector(game, state) == (0, 0)


def test_repetition_can_be_switched_off() -> None:
    for rules in (Checkers(repetitions=0), InternationalDraughts(repetitions=0)):
        assert with_history(rules, rules.initial)[0] is rules

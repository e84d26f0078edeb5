"""Nine Men's Morris against OpenSpiel, along random games.

OpenSpiel splits the closing of a mill into two actions, knows no repetition, and ends a game as a draw after 200
turns. The men in hand count as men here and there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from spiel_games import Tally, ask, follow

from halfmove.compiled import plain
from halfmove.core.random import random
from halfmove.games.morris import Morris
from halfmove.games.morris.points import FIELD, NOWHERE

pytestmark = pytest.mark.one_lane

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

TURNS = 200  # after which OpenSpiel calls it a draw
SAMPLE, GAMES, STATES = 25, 10_000, 500_000
MOST_ACTIONS = 600
GAME = Morris()
THEIRS = [point for row in GAME.rows() for point in row]  # our number of each point of theirs


def split(action: int) -> tuple[int, int]:
    """Return an action as OpenSpiel numbers it, and the point whose man is removed or -1."""
    target, source, removed = action & NOWHERE, action >> FIELD & NOWHERE, action >> 2 * FIELD
    number = THEIRS.index(target)
    if source != NOWHERE:
        number += len(THEIRS) * (1 + THEIRS.index(source))
    return number, -1 if removed == NOWHERE else THEIRS.index(removed)


NUMBERS: dict[int, tuple[int, int]] = {}


def compare(game: Any, seed: int, games: int, states: int) -> Tally:
    theirs, numbers, seen, played = pyspiel.load_game("nine_mens_morris"), random(seed), 0, 0
    actions, utilities = np.zeros(MOST_ACTIONS, np.int64), np.zeros(2)
    while played < games or seen < states:
        state, other, turns = game.initial, theirs.new_initial_state(), 0
        played += 1
        while True:
            seen += 1
            count = ask(game, state, actions, utilities)
            if count < 0:
                assert other.is_terminal()
                assert utilities.tolist() == other.returns()
                break
            if turns == TURNS:
                assert other.is_terminal()
                assert other.returns() == [0, 0]
                break
            assert not other.is_terminal(), game.show(state)
            assert game.to_move(state) == other.current_player()
            listed = actions[:count].tolist()
            for action in listed:
                NUMBERS.setdefault(action, split(action))
            assert {NUMBERS[action][0] for action in listed} == set(other.legal_actions()), game.show(state)
            assert len(set(listed)) == count
            action = listed[numbers.below(count)]
            number, removed = NUMBERS[action]
            other.apply_action(number)
            closed = not other.is_terminal() and other.current_player() == state.player
            assert closed == (removed >= 0), game.show(state)
            if closed:
                ours = {NUMBERS[each][1] for each in listed if NUMBERS[each][0] == number}
                assert ours == set(other.legal_actions()), game.show(state)
                other.apply_action(removed)
            state, turns = follow(game, state, action), turns + 1
    return Tally(played, seen)


def test_games() -> None:
    compare(plain(GAME), 1, SAMPLE, 0)


@pytest.mark.deep
def test_many_games(compared: Any) -> None:
    compared("nine-mens-morris", *compare(GAME, 2, GAMES, STATES))

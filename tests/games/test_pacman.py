"""Why Pacman starves (CS 188), and why a better evaluation saves him."""

from __future__ import annotations

import pytest

from halfmove.compiled import plain
from halfmove.games.pacman import Pacman
from halfmove.search.alphabeta import best_actions
from halfmove.search.minimax import minimax

pytestmark = pytest.mark.one_lane

HORIZON = 2  # plies


def cells_visited(game: Pacman, steps: int) -> list[int]:
    state, cells = game.initial, []
    for _ in range(steps):
        cells.append(state.cell)
        if game.is_terminal(state):
            break
        state = game.result(state, minimax(game, state, HORIZON).action)
    return cells


def test_eating_now_and_eating_later_are_worth_the_same() -> None:
    game = plain(Pacman())
    assert set(best_actions(game, game.initial, HORIZON)) == {0, 1}


def test_he_goes_back_and_forth_between_two_dots() -> None:
    assert cells_visited(plain(Pacman()), 9) == [1, 2, 1, 2, 1, 2, 1, 2, 1]


def test_he_eats_only_when_he_sees_the_end_of_time() -> None:
    game = plain(Pacman())
    state = game.initial
    while not game.is_terminal(state):
        assert state.dots == game.initial.dots or state.steps > game.time - HORIZON
        state = game.result(state, minimax(game, state, HORIZON).action)
    assert game.utility(state, 0) == 10 - game.time


def test_he_eats_when_the_way_to_a_dot_counts() -> None:
    assert cells_visited(plain(Pacman(hungry=True)), 9) == [1, 0, 1, 2, 3]


def test_he_eats_when_he_looks_further_ahead() -> None:
    game = Pacman()
    choice = minimax(plain(game), game.initial, 6)
    assert choice.value == 2 * 10 - 4

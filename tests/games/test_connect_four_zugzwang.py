"""The bounds that Connect Four gives a solver, zugzwang included, against the values of whole trees."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from halfmove.compiled import kernel, plain
from halfmove.core.rules import legal_actions
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.games.connect_four.zugzwang import most_of_leader

pytestmark = pytest.mark.one_lane

STATES, TOLD, WON, WRONG = range(4)  # seen, limited by zugzwang, lost by it, outside of their bounds


@kernel
def judge(game: Any, bounds: Any, board: Any, tally: Any) -> float:
    """Return what a state is worth to its player to move, by minimax alone, and compare all bounds on the way."""
    if game.is_terminal(board):
        return float(game.utility(board, board.player))
    value = game.utilities[0]
    for column in game.actions(board):
        value = max(value, -judge(game, bounds, game.result(board, column), tally))
    most = game.utilities[1]
    if not bounds.advice.wins(board.mine, board.mask) & bounds.free(board) and bounds.safe(board):
        most = most_of_leader(bounds, board, bounds.advice.wins(board.mine ^ board.mask, board.mask))
    tally[STATES] += 1
    tally[TOLD] += most < game.utilities[1]
    tally[WON] += most < 0
    tally[WRONG] += most < value
    for target in range(int(game.utilities[0]), int(game.utilities[1]) + 1):
        low, high = bounds.value_bounds(board, board.player, float(target))
        tally[WRONG] += not low <= value <= high
        low, high = bounds.value_bounds(board, 1 - board.player, float(target))
        tally[WRONG] += not low <= -value <= high
    return value


def judged(game: ConnectFour, empty: int, seeds: int) -> Any:
    """Return the tally of the trees below states of random play with `empty` cells left."""
    rules, tally = plain(game), np.zeros(4, np.int64)
    for seed in range(seeds):
        rng, board = Random(seed), rules.initial
        while rules.empty_cells(board) > empty:
            if rules.is_terminal(board):
                board = rules.initial
            board = rules.result(board, rng.choice(legal_actions(rules, board)))
        judge(game, game.bounds, board, tally)
    return tally


def check(game: ConnectFour, empty: int, seeds: int) -> None:
    tally = judged(game, empty, seeds)
    assert tally[WRONG] == 0
    assert tally[STATES] > tally[TOLD] > tally[WON] > 0


@pytest.mark.parametrize(("width", "height", "margin"), [(5, 4, True), (4, 5, True), (6, 4, False), (5, 5, True)])
def test_bounds_hold_in_plain_python(width, height, margin):
    check(plain(ConnectFour(width, height, margin)), 6, 30)


def test_bounds_hold_in_machine_code(native):
    check(ConnectFour(margin=True), 10, 200)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("width", "height", "margin"),
    [(4, 4, True), (5, 4, True), (4, 5, True), (5, 5, True), (6, 5, True), (5, 6, True), (7, 5, True), (7, 6, False)],
)
def test_bounds_hold_on_every_board(width, height, margin, native):
    check(ConnectFour(width, height, margin), 11, 100)


def test_an_odd_threat_wins_for_the_first_player():
    game = plain(ConnectFour(4, 4, margin=True))
    board = game.read("XO.X/XX.X/XO.O/OXOO")
    assert board.player == 1
    assert most_of_leader(game.bounds, board, game.advice.wins(board.mine ^ board.mask, board.mask)) == -1


def test_who_answers_in_the_same_column_does_not_lose():
    game = plain(ConnectFour(3, 4, margin=True))
    assert most_of_leader(game.bounds, game.initial, 0) == 0

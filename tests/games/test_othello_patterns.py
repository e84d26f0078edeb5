"""The patterns of Othello: the same for all eight images of a board, in both lanes, and as the file says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from halfmove.compiled import bit_count, plain
from halfmove.core.random import random
from halfmove.errors import MalformedText
from halfmove.games.othello.patterns import (
    COUNT,
    KINDS,
    MINE,
    PATTERNS,
    PLACED,
    STAGES,
    STARTS,
    THEIRS,
    kinds,
    patterns,
    read_weights,
    weighted,
    write_weights,
)
from halfmove.games.othello.rules import Board, Othello

pytestmark = pytest.mark.one_lane

GAME = plain(Othello())


def boards(count: int) -> list[Board]:
    """Return states of random games."""
    numbers, found, state = random(3), [], GAME.initial
    while len(found) < count:
        state = GAME.initial if GAME.is_terminal(state) else GAME.result(state, GAME.sample(state, numbers))
        found.append(state)
    return found


def test_patterns_cover_the_board_and_have_as_many_places_as_symmetries_allow() -> None:
    covered = [square for _, squares in PLACED for square in squares]
    assert set(covered) == set(range(64))
    assert [sum(number == pattern for number, _ in PLACED) for pattern in range(len(PATTERNS))] == [4] * 5 + [2] + [
        4
    ] * 4


def test_the_number_of_a_pattern_is_that_of_its_squares() -> None:
    table = plain(patterns())
    for board in boards(40):
        for i, (pattern, squares) in enumerate(PLACED):
            digits = [(board.mine >> square & 1) + 2 * (board.theirs >> square & 1) for square in squares]
            expected = sum(digit * 3**place for place, digit in enumerate(digits))
            assert table.number(i, board.mine, board.theirs) == STARTS[pattern] + expected


def test_mirrored_boards_are_worth_the_same(lane: Callable[[Any], Any]) -> None:
    game = lane(Othello(margin=True))
    for board in boards(30):
        value = game.advice.evaluate(board, 0)
        assert game.advice.evaluate(board, 1) == -value
        assert -64 < value < 64
        for image in (lambda discs: int(f"{discs:064b}"[::-1], 2), GAME.transposed):
            assert game.advice.evaluate(Board(image(board.mine), image(board.theirs), board.player), 0) == value


def test_an_estimate_of_the_winner_is_strictly_between_a_loss_and_a_win() -> None:
    assert all(-1 < GAME.advice.evaluate(board, 0) < 1 for board in boards(60))


def test_a_weight_counts_once_for_each_place_where_its_pattern_lies() -> None:
    row = np.zeros((STAGES, KINDS), np.int8)
    row[:, kinds()[MINE:THEIRS]] = np.arange(THEIRS - MINE)
    for board in boards(20):
        mine = bit_count(GAME.places(board.mine, board.theirs))
        assert plain(weighted(row)).lead(board.mine, board.theirs, mine, 5) == mine
    assert len(kinds()) == COUNT


def test_weights_survive_a_round_trip() -> None:
    weights = np.arange(STAGES * KINDS).astype(np.int8).reshape(STAGES, KINDS)
    assert (read_weights(write_weights(weights)) == weights).all()


@pytest.mark.parametrize("written", [b"", b"no weights", write_weights(np.zeros((2, 3), np.int8))])
def test_files_that_hold_no_weights_are_refused(written: bytes) -> None:
    with pytest.raises(MalformedText, match="weights of Othello"):
        read_weights(written)

"""Captures listed alone are the captures among all moves, and exchanges are worth what a person finds."""

from __future__ import annotations

import pytest

from halfmove.compiled import kernel, plain
from halfmove.core.random import random
from halfmove.core.rules import action_named
from halfmove.games.chess.rules import Chess

pytestmark = pytest.mark.one_lane

EXCHANGES = {  # worked out by hand
    ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"): False,  # a pawn for nothing
    ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5"): True,  # a knight for a pawn
    ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"): True,
    ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"): False,
    ("4k3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"): False,  # the second rook stands behind
    ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"): True,
    ("8/8/3k4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5"): True,  # the king takes back
    ("8/8/3k4/4p3/8/8/4R3/4RK2 w - - 0 1", "e2e5"): False,  # the king may not
}


@kernel
def promise_of(advice, board):
    """Return what is said of all captures together."""
    total = 0.0
    for action in advice.tactics(board):
        total += advice.order(board, action)
    return total


def boards(count: int):
    game, numbers = plain(Chess()), random(7)
    board = game.initial
    for _ in range(count):
        actions = list(game.actions(board))
        board = game.initial if game.is_terminal(board) else game.result(board, actions[numbers.below(len(actions))])
        if not game.is_terminal(board):
            yield board


def test_captures_are_the_captures_among_all_moves() -> None:
    game = plain(Chess())
    for board in boards(600):
        advice, actions = game.advice, game.actions(board)
        expected = [each for each in actions if advice.is_threatened(board) or advice.is_tactical(board, each)]
        assert sorted(advice.tactics(board)) == sorted(expected)


@pytest.mark.parametrize(("fen", "written"), EXCHANGES)
def test_exchanges(fen: str, written: str) -> None:
    game = plain(Chess())
    board = game.read(fen)
    action = action_named(game, board, written)
    assert game.advice.loses_exchange(board, action) == EXCHANGES[fen, written]
    assert (game.advice.order(board, action) < 0) == EXCHANGES[fen, written]


def test_lanes_agree(native: None) -> None:
    game = Chess()
    for board in boards(300):
        advice = plain(game).advice
        expected = sum(advice.order(board, action) for action in advice.tactics(board))
        assert promise_of(game.advice, board) == expected

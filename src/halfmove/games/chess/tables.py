"""Where pieces go: sets of squares as words of 64 bits, in which a1 is bit 0, h1 bit 7 and h8 bit 63.

    56 57 58 59 60 61 62 63      rank 8
     .                    .
     8  9 10 11 12 13 14 15      rank 2
     0  1  2  3  4  5  6  7      rank 1

Small tables are constants of the machine code; what rooks and bishops see is too large for that and belongs to a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

SIZE = 8
SQUARES = SIZE * SIZE
ALL = (1 << SQUARES) - 1
FILE_A = sum(1 << SIZE * rank for rank in range(SIZE))
FILE_H = FILE_A << SIZE - 1
NOT_A, NOT_AB = ALL ^ FILE_A, ALL ^ (FILE_A | FILE_A << 1)
NOT_H, NOT_GH = ALL ^ FILE_H, ALL ^ (FILE_H | FILE_H >> 1)
RANK_1 = (1 << SIZE) - 1
RANK_3, RANK_6, RANK_8 = RANK_1 << 2 * SIZE, RANK_1 << 5 * SIZE, RANK_1 << 7 * SIZE
DARK = sum(1 << square for square in range(SQUARES) if (square // SIZE + square % SIZE) % 2 == 0)  # a1 is dark
LIGHT = ALL ^ DARK

A1, C1, D1, F1, G1, H1 = 0, 2, 3, 5, 6, 7

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))  # ranks and files of a step
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
LEAPS = tuple((up, right) for up in (-2, -1, 1, 2) for right in (-2, -1, 1, 2) if abs(up) != abs(right))


def on_board(rank: int, file: int) -> bool:
    """Tell whether there is such a square."""
    return 0 <= rank < SIZE and 0 <= file < SIZE


def stepping(square: int, steps: Iterable[tuple[int, int]]) -> int:
    """Return the squares that one step leads to."""
    rank, file = divmod(square, SIZE)
    return sum(1 << SIZE * (rank + up) + file + right for up, right in steps if on_board(rank + up, file + right))


@cache
def ray(square: int, up: int, right: int) -> tuple[int, ...]:
    """Return the squares in one direction, the nearest first."""
    rank, file = divmod(square, SIZE)
    count = next(n for n in range(1, SIZE + 1) if not on_board(rank + n * up, file + n * right))
    return tuple(SIZE * (rank + n * up) + file + n * right for n in range(1, count))


def lines(square: int, steps: Iterable[tuple[int, int]]) -> int:
    """Return the squares that lie in these directions."""
    return sum(1 << there for step in steps for there in ray(square, *step))


def up_to(square: int, goal: int) -> int:
    """Return the squares on the way to a goal, with the goal and without the start; where no line leads, the goal."""
    for step in STRAIGHT + DIAGONAL:
        way = ray(square, *step)
        if goal in way:
            return sum(1 << there for there in way[: way.index(goal) + 1])
    return 1 << goal


def words(numbers: Iterable[int]) -> NDArray[np.uint64]:
    """Return an array of words that cannot be changed."""
    array = np.array(list(numbers), np.uint64)
    array.setflags(write=False)
    return array


def by_square(find: Callable[..., int], *more: Any) -> NDArray[np.uint64]:
    """Return what is found for each square."""
    return words(find(square, *more) for square in range(SQUARES))


KNIGHT_STEPS = by_square(stepping, LEAPS)
KING_STEPS = by_square(stepping, STRAIGHT + DIAGONAL)
PAWN_ATTACKS = by_square(stepping, ((1, -1), (1, 1)))
ROOK_LINES = by_square(lines, STRAIGHT)
BISHOP_LINES = by_square(lines, DIAGONAL)
WAY = words(up_to(square, goal) for square in range(SQUARES) for goal in range(SQUARES))  # at square * 64 + goal


def castling(king: int, rook: int) -> tuple[int, int, int]:
    """Return for a king and a rook on the first rank: what must be empty, what must be safe, what the two will take."""
    goal, rook_goal = (G1, F1) if rook > king else (C1, D1)
    walk = up_to(king, goal) if goal != king else 0
    jump = up_to(rook, rook_goal) if rook_goal != rook else 0
    return (walk | jump) & ~(1 << king | 1 << rook), walk | 1 << king, 1 << goal | 1 << rook_goal


_CASTLING = [castling(king, rook) for king in range(SIZE) for rook in range(SIZE)]  # at king * 8 + rook
CASTLING_EMPTY, CASTLING_SAFE, CASTLING_GOALS = (words(column) for column in zip(*_CASTLING, strict=True))

"""A slice of a chess ending: all positions with the same pawns, what is known of them, and moves within it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import cell, compiled, kernel
from halfmove.games.chess.endings import BY_KING, BY_KNIGHT, KINDS, OTHERS, WALK, B, K, N, P, R
from halfmove.tables.codes import FIRST, greatest

CONVERTS_TO_DRAW = 1  # an entry


@compiled
class Slice:
    """The positions of an ending with the same pawns, and what is known of them."""

    codes: NDArray[np.int64]  # entries of the whole ending, for both players to move
    best: NDArray[np.int64]  # for each position of the slice, what its best conversion brings
    cells: NDArray[np.int64]

    half = cell(0)  # positions of the ending with one player to move
    first = cell(1)  # the number of the first position of the slice
    size = cell(2)
    to_mate = cell(3)  # 1 if distances lead to mate, 0 if only to the next capture or pawn's move


@kernel
def occupied(at: Any, count: int) -> int:
    """Return the squares of all men as a set."""
    squares = 0
    for place in range(count):
        squares |= 1 << at[place]
    return squares


@kernel
def attacks(numbers: Any, at: Any, place: int, square: int, squares: int) -> bool:
    """Tell whether a man attacks a square, where `squares` are in the way."""
    kind = numbers.kinds[place]
    if kind == P and numbers.owners[place] == 1:
        kind = KINDS
    origin = at[place]
    return numbers.attacks(kind, origin, square) and numbers.between(origin, square) & squares == 0


@kernel
def in_check(numbers: Any, at: Any, player: int, squares: int) -> bool:
    """Tell whether the king of a player is attacked by another man than a king."""
    for place in range(OTHERS, len(numbers.kinds)):
        if numbers.owners[place] != player and attacks(numbers, at, place, at[player], squares):
            return True
    return False


@kernel
def within(numbers: Any, part: Any, at: Any, mover: int) -> int:
    """Return the entry of a position of the same ending, -1 if it is illegal."""
    number = numbers.number(at)
    if number < 0:
        return -1
    code = int(part.codes[mover * part.half + number])
    return code if code < greatest(part.codes) else -1


@kernel
def walks_of(kind: int) -> tuple[int, int]:
    """Return the first of the walks of a piece, and the one behind the last."""
    if kind == K:
        return BY_KING, BY_KING + 1
    if kind == N:
        return BY_KNIGHT, BY_KNIGHT + 1
    return 4 if kind == B else 0, 4 if kind == R else 8


@kernel
def all_lose(numbers: Any, part: Any, at: Any, player: int, most: int) -> bool:
    """Tell whether every legal move within the slice leads to a win of the other in at most so many plies."""
    count, pawn, none = len(numbers.kinds), numbers.first_pawn(), greatest(part.codes)
    squares, other = occupied(at, count), (1 - player) * part.half
    for place in range(pawn):
        if numbers.owners[place] != player:
            continue
        if place >= OTHERS:
            frame, way = numbers.frame(at, count, pawn)
            turned = numbers.turned(at, way, count, pawn)
        origin = at[place]
        first, last = walks_of(numbers.kinds[place])
        for walk in range(first, last):
            for step in range(WALK):
                target = numbers.target(walk, origin, step)
                if target < 0:
                    break
                if squares >> target & 1:
                    if walk >= BY_KING:
                        continue
                    break
                at[place] = target
                if place < OTHERS:
                    number = numbers.number_of(at, count, pawn, 0)
                else:
                    number = numbers.packed(frame, way, turned, at, place, count, pawn)
                at[place] = origin
                if number >= 0:
                    code = int(part.codes[other + number])
                    if code != none and (code < FIRST or code & 1 or code - FIRST >> 1 > most):
                        return False
    return True

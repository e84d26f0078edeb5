"""What captures, promotions and steps of pawns bring: they lead out of a slice, to positions that are known already."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled, kernel
from halfmove.games.chess.endings import OTHERS, P, Q
from halfmove.tables.chess.slices import (
    CONVERTS_TO_DRAW,
    all_lose,
    attacks,
    occupied,
    within,
)
from halfmove.tables.codes import FIRST, UNKNOWN, greatest

NO_ENDING = -1  # nobody has anything but his king: a draw
RANK = 8  # squares
FLIPPED = 56  # by exclusive or: a square as the other player sees it


@compiled
class Conversions:
    """What captures and promotions lead to: endings that are known, one after the other in `known`."""

    by_capture: NDArray[np.int64]  # for each man that is taken: the number of the ending
    by_promotion: NDArray[np.int64]  # for each pawn, kind and man that is taken (the last place: none)
    men: NDArray[np.int64]  # how many men an ending has,
    first_pawns: NDArray[np.int64]  # the place of the first pawn,
    swapped: NDArray[np.int64]  # whether its first player is the second here,
    starts: NDArray[np.int64]  # where its entries begin,
    halves: NDArray[np.int64]  # and how many there are for each player to move
    order: NDArray[np.int64]  # for each ending and place in its list of men, the place in the list here
    known: NDArray[np.int64]  # entries


@kernel
def score(code: int) -> int:
    """Return a number that is greater for what a player to move likes better."""
    if code <= CONVERTS_TO_DRAW:
        return 0
    plies = code - FIRST >> 1
    return 1 << 20 if code == FIRST else (1 << 16) - plies if code & 1 == 0 else plies - (1 << 16)


@kernel
def after_conversion(code: int, to_mate: int) -> int:
    """Return what a conversion brings a player, given what the other one then has."""
    if code <= CONVERTS_TO_DRAW:
        return CONVERTS_TO_DRAW
    plies = (code - FIRST >> 1) + 1 if to_mate else 1
    return FIRST + 2 * plies + (1 - (code & 1))


@kernel
def converted(numbers: Any, conversions: Any, ending: int, at: Any, mover: int, scratch: Any) -> int:
    """Return the entry of a position of another ending, -1 if it is illegal; `mover` is to move there."""
    if ending == NO_ENDING:
        return UNKNOWN if numbers.are_apart(at) else -1
    count, swapped = conversions.men[ending], conversions.swapped[ending]
    for place in range(count):
        scratch[place] = at[conversions.order[ending, place]] ^ (FLIPPED if swapped else 0)
    number = numbers.number_of(scratch, count, conversions.first_pawns[ending], 0)
    if number < 0:
        return -1
    half = conversions.halves[ending]
    code = int(conversions.known[conversions.starts[ending] + (mover ^ swapped) * half + number])
    return code if code < greatest(conversions.known) else -1


@kernel
def best_conversion(numbers: Any, conversions: Any, part: Any, at: Any, player: int, scratch: Any) -> int:
    """Return what the best capture or pawn's move brings a player: an entry, 0 if there is none."""
    count, squares, best = len(numbers.kinds), occupied(at, len(numbers.kinds)), UNKNOWN
    for place in range(count):
        if numbers.owners[place] != player:
            continue
        origin, kind = at[place], numbers.kinds[place]
        for taken in range(OTHERS, count):
            target = at[taken]
            if numbers.owners[taken] == player or not attacks(numbers, at, place, target, squares):
                continue
            at[place] = target
            if kind == P and (target < RANK or target >= FLIPPED):
                for piece in range(Q, P):
                    ending = conversions.by_promotion[place, piece, taken]
                    code = converted(numbers, conversions, ending, at, 1 - player, scratch)
                    best = better(best, code, part.to_mate)
            else:
                code = converted(numbers, conversions, conversions.by_capture[taken], at, 1 - player, scratch)
                best = better(best, code, part.to_mate)
            at[place] = origin
        if kind == P:
            best = best_push(numbers, conversions, part, at, place, squares, best, scratch)
    return best


@kernel
def better(best: int, code: int, to_mate: int) -> int:
    """Return the better of what is known and of what a conversion brings; `code` is -1 if it is illegal."""
    if code < 0:
        return best
    brings = after_conversion(code, to_mate)
    return brings if best == UNKNOWN or score(brings) > score(best) else best


@kernel
def best_push(
    numbers: Any, conversions: Any, part: Any, at: Any, place: int, squares: int, best: int, scratch: Any
) -> int:
    """Return the better of `best` and of what a step of a pawn brings."""
    player, origin = numbers.owners[place], at[place]
    step = RANK if player == 0 else -RANK
    if squares >> origin + step & 1:
        return best
    at[place] = origin + step
    if at[place] < RANK or at[place] >= FLIPPED:
        for piece in range(Q, P):
            ending = conversions.by_promotion[place, piece, len(numbers.kinds)]
            code = converted(numbers, conversions, ending, at, 1 - player, scratch)
            best = better(best, code, part.to_mate)
    else:
        best = better(best, within(numbers, part, at, 1 - player), part.to_mate)
        start = 1 if player == 0 else RANK - 2
        if origin // RANK == start and not squares >> origin + 2 * step & 1:
            at[place] = origin + 2 * step
            code = after_double_step(numbers, conversions, part, at, place, origin + step, scratch)
            best = better(best, code, part.to_mate)
    at[place] = origin
    return best


@kernel
def after_double_step(numbers: Any, conversions: Any, part: Any, at: Any, place: int, passed: int, scratch: Any) -> int:
    """Return the entry of the player to move after a double step, who may take en passant."""
    player = numbers.owners[place]
    code = within(numbers, part, at, 1 - player)
    if code < 0:
        return code
    best = UNKNOWN
    for taker in range(OTHERS, len(numbers.kinds)):
        is_pawn = numbers.kinds[taker] == P and numbers.owners[taker] != player
        if is_pawn and attacks(numbers, at, taker, passed, 0):
            origin = at[taker]
            at[taker] = passed
            after = converted(numbers, conversions, conversions.by_capture[place], at, player, scratch)
            best = better(best, after, part.to_mate)
            at[taker] = origin
    if best == UNKNOWN:
        return code
    if (
        code <= CONVERTS_TO_DRAW
        and score(best) < 0
        and not can_move(numbers, conversions, part, at, 1 - player, scratch)
    ):
        return best
    return best if score(best) > score(code) else code


@kernel
def can_move(numbers: Any, conversions: Any, part: Any, at: Any, player: int, scratch: Any) -> bool:
    """Tell whether a player who is not in check has a legal move; where a pawn may go two squares, it may go one."""
    if not all_lose(numbers, part, at, player, -1):
        return True
    count, squares = len(numbers.kinds), occupied(at, len(numbers.kinds))
    for place in range(count):
        if numbers.owners[place] != player:
            continue
        origin, kind = at[place], numbers.kinds[place]
        for taken in range(OTHERS, count):
            if numbers.owners[taken] != player and attacks(numbers, at, place, at[taken], squares):
                at[place] = at[taken]
                code = converted(numbers, conversions, conversions.by_capture[taken], at, 1 - player, scratch)
                at[place] = origin
                if code >= 0:
                    return True
        step = RANK if player == 0 else -RANK
        if kind == P and not squares >> origin + step & 1:
            at[place] = origin + step
            if at[place] < RANK or at[place] >= FLIPPED:
                ending = conversions.by_promotion[place, Q, count]
                code = converted(numbers, conversions, ending, at, 1 - player, scratch)
            else:
                code = within(numbers, part, at, 1 - player)
            at[place] = origin
            if code >= 0:
                return True
    return False

"""Retrograde analysis of a chess ending (Thompson 1986): from the mates and conversions backwards, ply by ply.

A slice holds all positions with the same pawns. Whatever leaves it, a capture or a pawn's move, leads to positions that
are known already; what such conversions bring is found once, before anything else. Within the slice men go back and
forth, and what is known at distance n tells by unmoves what may be known at n + 1: a player wins who can move to a
loss of the other, and loses if all his moves lead to wins of the other.

An entry is a number: 0 for a draw or for what is not known yet, 2 p + 2 for a win in p plies, 2 p + 3 for a loss.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import cell, compiled, kernel
from halfmove.games.chess.endings import BY_KING, BY_KNIGHT, KINDS, OTHERS, WALK, B, K, N, P, Q, R
from halfmove.running.watch import Stopped

UNKNOWN, CONVERTS_TO_DRAW, FIRST = 0, 1, 2
NO_ENDING = -1  # nobody has anything but his king: a draw
RANK = 8  # squares
FLIPPED = 56  # by exclusive or: a square as the other player sees it
_NEAR = 11  # bits of a number within which positions are near to each other
_POLL = 4096  # positions between two looks at the flag


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
def greatest(codes: Any) -> int:
    """Return the entry that means no position: the greatest number of its type."""
    return (1 << 8 * codes.itemsize) - 1


@kernel
def within(numbers: Any, part: Any, at: Any, mover: int) -> int:
    """Return the entry of a position of the same ending, -1 if it is illegal."""
    number = numbers.number(at)
    if number < 0:
        return -1
    code = int(part.codes[mover * part.half + number])
    return code if code < greatest(part.codes) else -1


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
    frame, way = numbers.frame(at, count, pawn)
    for place in range(pawn):
        if numbers.owners[place] != player:
            continue
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
                    number = numbers.packed(frame, way, at, count, pawn)
                at[place] = origin
                if number >= 0:
                    code = int(part.codes[other + number])
                    if code != none and (code < FIRST or code & 1 or code - FIRST >> 1 > most):
                        return False
    return True


@kernel
def begin(numbers: Any, conversions: Any, part: Any, at: Any, scratch: Any, flag: Any) -> int:
    """Mark what is no position, and find what conversions bring; return the greatest distance of one."""
    none, farthest = greatest(part.codes), 0
    count = len(numbers.kinds)
    for number in range(part.size):
        if number % _POLL == 0 and flag.is_set():
            raise Stopped
        legal = numbers.place(part.first + number, at) == 0
        squares = occupied(at, count)
        for player in range(2):
            here = player * part.half + part.first + number
            part.codes[here] = UNKNOWN
            part.best[player * part.size + number] = UNKNOWN
            if not legal or in_check(numbers, at, 1 - player, squares):
                part.codes[here] = none
    for number in range(part.size):
        if number % _POLL == 0 and flag.is_set():
            raise Stopped
        placed = False
        for player in range(2):
            if part.codes[player * part.half + part.first + number] != none:
                if not placed:
                    numbers.place(part.first + number, at)
                    placed = True
                best = best_conversion(numbers, conversions, part, at, player, scratch)
                part.best[player * part.size + number] = best
                farthest = max(farthest, best - FIRST >> 1)
    return farthest


@kernel
def count_conversions(part: Any, starts: Any) -> int:
    """Count the positions with a conversion that wins or loses: those of distance d lie before `starts[d + 1]`."""
    for position in range(2 * part.size):
        if part.best[position] >= FIRST:
            starts[(int(part.best[position]) - FIRST >> 1) + 1] += 1
    for i in range(1, len(starts)):
        starts[i] += starts[i - 1]
    return int(starts[len(starts) - 1])


@kernel
def list_conversions(part: Any, starts: Any, pending: Any) -> int:
    """List these positions by distance; `starts` then tells where each distance ends."""
    for position in range(2 * part.size):
        if part.best[position] >= FIRST:
            distance = int(part.best[position]) - FIRST >> 1
            pending[starts[distance]] = position
            starts[distance] += 1
    return len(pending)


@kernel
def spread(
    numbers: Any, part: Any, at: Any, queue: Any, sorted_queue: Any, pending: Any, starts: Any, flag: Any
) -> int:
    """Find all wins and losses; return the greatest distance.

    `queue` and `sorted_queue` have room for all positions of both players; `pending` are those with a conversion that
    wins or loses, by distance: those of distance d are `pending[starts[d] : starts[d + 1]]`.
    """
    none, count = greatest(part.codes), len(numbers.kinds)
    counts = np.zeros((2 * part.size >> _NEAR) + 2, np.int64)
    head = tail = 0
    for number in range(part.size):
        for player in range(2):
            place = player * part.half + part.first + number
            other = (1 - player) * part.half + part.first + number
            if (
                part.codes[place] != none
                and part.codes[other] == none
                and part.best[player * part.size + number] == UNKNOWN
            ):
                numbers.place(part.first + number, at)
                if in_check(numbers, at, player, occupied(at, count)) and all_lose(numbers, part, at, player, -1):
                    part.codes[place] = FIRST + 1
                    queue[tail] = player * part.size + number
                    tail += 1
    plies = 0
    while head < tail or plies + 2 < len(starts):
        end = tail
        if plies + 2 < len(starts):
            for i in range(starts[plies + 1], starts[plies + 2]):
                tail = settle(numbers, part, at, queue, tail, pending[i], plies + 1)
        sort_roughly(queue, head, end, sorted_queue, counts)
        while head < end:
            if head % _POLL == 0 and flag.is_set():
                raise Stopped
            position = sorted_queue[head]
            head += 1
            player = position // part.size
            number = part.first + position % part.size
            lost = part.codes[player * part.half + number] & 1 == 1
            numbers.place(number, at)
            tail = unmove(numbers, part, at, queue, tail, 1 - player, lost, plies + 1)
        plies += 1
        if 2 * plies + FIRST + 1 >= none:
            return -1
    return plies


@kernel
def sort_roughly(queue: Any, first: int, end: int, target: Any, counts: Any) -> int:
    """Bring positions that are near to each other together: what is asked of one lies in the cache for the next."""
    for i in range(len(counts)):
        counts[i] = 0
    for i in range(first, end):
        counts[(queue[i] >> _NEAR) + 1] += 1
    for i in range(1, len(counts)):
        counts[i] += counts[i - 1]
    for i in range(first, end):
        near = queue[i] >> _NEAR
        target[first + counts[near]] = queue[i]
        counts[near] += 1
    return end


@kernel
def settle(numbers: Any, part: Any, at: Any, queue: Any, tail: int, position: int, plies: int) -> int:
    """Enter what a conversion decides in so many plies, unless a position is decided already."""
    player, number = position // part.size, position % part.size
    place, best = player * part.half + part.first + number, int(part.best[position])
    if part.codes[place] == UNKNOWN:
        if best & 1:
            numbers.place(part.first + number, at)
            if not all_lose(numbers, part, at, player, plies - 1):
                return tail
        part.codes[place] = best
        queue[tail] = position
        tail += 1
    return tail


@kernel
def unmove(numbers: Any, part: Any, at: Any, queue: Any, tail: int, player: int, wins: bool, plies: int) -> int:
    """Enter the positions from which `player` can come here: he wins, or else loses if all his moves do."""
    count, pawn, own = len(numbers.kinds), numbers.first_pawn(), player * part.half
    squares, code = occupied(at, count), FIRST + 2 * plies + (0 if wins else 1)
    frame, way = numbers.frame(at, count, pawn)
    for place in range(pawn):
        if numbers.owners[place] != player:
            continue
        target, kind = at[place], numbers.kinds[place]
        first, last = walks_of(kind)
        for walk in range(first, last):
            for step in range(WALK):
                origin = numbers.target(walk, target, step)
                if origin < 0:
                    break
                if squares >> origin & 1:
                    if walk >= BY_KING:
                        continue
                    break
                at[place] = origin
                if place < OTHERS:
                    number = numbers.number_of(at, count, pawn, 0)
                else:
                    number = numbers.packed(frame, way, at, count, pawn)
                if number < 0 or part.codes[own + number] != UNKNOWN:
                    continue
                if wins or may_lose(numbers, part, at, player, number - part.first, plies):
                    tail = enter(part, queue, tail, player, number, code)
                    if pawn == count and numbers.has_twin(at):
                        twin = numbers.number_of(at, count, pawn, 4)
                        if twin != number:
                            tail = enter(part, queue, tail, player, twin, code)
        at[place] = target
    return tail


@kernel
def enter(part: Any, queue: Any, tail: int, player: int, number: int, code: int) -> int:
    """Enter what is known of a position."""
    part.codes[player * part.half + number] = code
    queue[tail] = player * part.size + number - part.first
    return tail + 1


@kernel
def may_lose(numbers: Any, part: Any, at: Any, player: int, number: int, plies: int) -> bool:
    """Tell whether a position is lost in so many plies: by conversions, and by all other moves."""
    best = int(part.best[player * part.size + number])
    if best != UNKNOWN and (best & 1 == 0 or best == CONVERTS_TO_DRAW or best - FIRST >> 1 > plies):
        return False
    return all_lose(numbers, part, at, player, plies - 1)

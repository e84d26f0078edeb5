"""Retrograde analysis of a chess ending (Thompson 1986): from the mates and conversions backwards, ply by ply.

A slice holds all positions with the same pawns. Whatever leaves it, a capture or a pawn's move, leads to positions that
are known already; what such conversions bring is found once, before anything else. Within the slice men go back and
forth, and what is known at distance n tells by unmoves what may be known at n + 1: a player wins who can move to a
loss of the other, and loses if all his moves lead to wins of the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import kernel
from halfmove.games.chess.endings import BY_KING, OTHERS, WALK
from halfmove.running.watch import Stopped
from halfmove.tables.chess.conversions import best_conversion
from halfmove.tables.chess.slices import (
    CONVERTS_TO_DRAW,
    all_lose,
    in_check,
    occupied,
    walks_of,
)
from halfmove.tables.codes import FIRST, UNKNOWN, greatest

_NEAR = 11  # bits of a number within which positions are near to each other
_POLL = 4096  # positions between two looks at the flag


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
    for place in range(pawn):
        if numbers.owners[place] != player:
            continue
        if place >= OTHERS:
            frame, way = numbers.frame(at, count, pawn)
            turned = numbers.turned(at, way, count, pawn)
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
                    number = numbers.packed(frame, way, turned, at, place, count, pawn)
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

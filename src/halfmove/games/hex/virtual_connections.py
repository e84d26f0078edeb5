"""Links that cannot be broken: what a player of Hex has for certain.

The rules are those of Anshelevich's H-search ("A hierarchical approach to computer Hex", 2002).

Two points are virtually connected if their owner links them though the other moves first, and semi-connected if he does
when he moves first. Points are his sides, his chains and the empty cells; a connection has a carrier, the cells that it
needs. Neighbours are connected by nothing at all. Where a carrier is free of the other one:

    and   a - u and u - b connect a - b, virtually if u is a stone or a side, semi if u is a cell to be taken
    or    semi-connections of a - b that share no cell connect it virtually: the other player cannot break them all
"""

from typing import Any

import numpy as np

from halfmove.compiled import kernel, lowest_bit

LARGEST = 7  # boards of so many rows, each as long, have their cells in one machine word
FULL, SEMI = 0, 1  # kinds of connections
KEPT = 10  # carriers of a kind between two points, the first that are found
QUEUE = 2048  # connections that are looked into
ALL = -1  # every cell


@kernel(inline=False)
def cells_that_matter(game: Any, stones: int, empty: int, first: int, last: int) -> int:
    """Return the cells that every semi-connection of the two sides needs: where the other player must move.

    There is none if the sides are virtually connected. It is ALL if no semi-connection is found.
    """
    # 1. The points: both sides with the chains that touch them, other chains, and empty cells.
    count = game.size * game.height + 2
    own, liberties = np.zeros(count, np.int64), np.zeros(count, np.int64)  # the cell to take; empty neighbours
    at_first, at_last = game.grown(stones & first, stones), game.grown(stones & last, stones)
    if at_first & last:
        return 0
    liberties[0] = (first | game.around(at_first)) & empty
    liberties[1] = (last | game.around(at_last)) & empty
    points, left = 2, stones & ~(at_first | at_last)
    while left:
        chain = game.grown(left & -left, stones)
        left &= ~chain
        liberties[points] = game.around(chain) & empty
        points += 1
    point_of, left = np.zeros(count, np.int64), empty
    while left:
        cell = left & -left
        left ^= cell
        own[points], liberties[points] = cell, game.around(cell) & empty
        point_of[lowest_bit(cell)] = points
        points += 1

    # 2. Neighbours are connected.
    carriers = np.zeros((2, points * points, KEPT), np.int64)
    counts = np.zeros((2, points * points), np.int64)
    queue = np.zeros((QUEUE, 3), np.int64)
    end = 0
    for point in range(points):
        left = int(liberties[point])
        while left:
            other = int(point_of[lowest_bit(left)])
            left &= left - 1
            if point < other or own[point] == 0:
                end = connect(carriers, counts, queue, end, points, point, other, 0)

    # 3. Each connection is joined to all others at its ends.
    sides = pair_of(points, 0, 1)
    at = 0
    while at < end and counts[FULL, sides] == 0:
        ends, carrier = (int(queue[at, 0]), int(queue[at, 1])), int(queue[at, 2])
        at += 1
        for turn in range(2):
            middle, near = ends[turn], ends[1 - turn]
            for far in range(points):
                if far in (middle, near) or carrier & own[far]:
                    continue
                pair = pair_of(points, middle, far)
                for i in range(counts[FULL, pair]):
                    more = int(carriers[FULL, pair, i])
                    if more & carrier or more & own[near]:
                        continue
                    if own[middle] == 0:
                        end = connect(carriers, counts, queue, end, points, near, far, carrier | more)
                    else:
                        semi = int(carrier | more | own[middle])
                        end = semi_connect(carriers, counts, queue, end, points, near, far, semi)
    if counts[FULL, sides]:
        return 0
    common = ALL
    for i in range(counts[SEMI, sides]):
        common &= int(carriers[SEMI, sides, i])
    return common


@kernel
def pair_of(points: int, one: int, other: int) -> int:
    """Return the number of a pair of points."""
    return min(one, other) * points + max(one, other)


@kernel
def keep(carriers: Any, counts: Any, kind: int, pair: int, carrier: int) -> bool:
    """Keep a carrier, unless one is known that needs no cell beside its own; drop those that need more."""
    count = int(counts[kind, pair])
    for i in range(count):
        if carriers[kind, pair, i] & ~carrier == 0:
            return False
    kept = 0
    for i in range(count):
        if carrier & ~carriers[kind, pair, i]:
            carriers[kind, pair, kept] = carriers[kind, pair, i]
            kept += 1
    counts[kind, pair] = kept
    if kept == KEPT:
        return False
    carriers[kind, pair, kept] = carrier
    counts[kind, pair] = kept + 1
    return True


@kernel
def connect(carriers: Any, counts: Any, queue: Any, end: int, points: int, one: int, other: int, carrier: int) -> int:
    """Note that two points are virtually connected; return the end of the queue."""
    if end < QUEUE and keep(carriers, counts, FULL, pair_of(points, one, other), carrier):
        queue[end, 0], queue[end, 1], queue[end, 2] = one, other, carrier
        return end + 1
    return end


@kernel
def semi_connect(
    carriers: Any, counts: Any, queue: Any, end: int, points: int, one: int, other: int, carrier: int
) -> int:
    """Note that two points are semi-connected, and what follows with the other semi-connections they have."""
    pair = pair_of(points, one, other)
    for i in range(counts[FULL, pair]):
        if carriers[FULL, pair, i] & ~carrier == 0:
            return end
    if not keep(carriers, counts, SEMI, pair, carrier):
        return end
    count = int(counts[SEMI, pair])
    common, union = carrier, carrier
    for i in range(count):
        second = int(carriers[SEMI, pair, i])
        both = carrier & second
        if both == 0:
            end = connect(carriers, counts, queue, end, points, one, other, carrier | second)
            continue
        for j in range(i):
            third = int(carriers[SEMI, pair, j])
            if both & third == 0:
                end = connect(carriers, counts, queue, end, points, one, other, carrier | second | third)
        if common & ~second:
            common &= second
            union |= second
    if common == 0:
        end = connect(carriers, counts, queue, end, points, one, other, union)
    return end

"""How bear-offs go on: the positions that a roll can lead to, the rolls that one player needs, and who of two wins."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled, kernel
from halfmove.games.backgammon.board import SIDES

MOST_ROLLS = 32  # that a bear-off of fifteen checkers takes
STEPS = 4  # of a play with doubles
ROOM = 512  # positions that one roll leads to
CUBES = 4  # who owns the cube: there is none, the player on roll, nobody yet, the other
NO_CUBE, OWN, CENTRED, OTHERS = range(CUBES)


@compiled
class Homes:
    """Positions of one player, by number, those with fewer pips first in `order`."""

    points: NDArray[np.int64]  # checkers on each point, the ace point first
    order: NDArray[np.int64]
    binomials: NDArray[np.int64]

    def number(self, points: Any) -> int:
        """Return the number of a position."""
        bit, number = -1, 0
        for place in range(SIDES):
            bit += 1 + points[SIDES - 1 - place]
            number += self.binomials[bit, place + 1]
        return int(number)


def homes(positions: list[tuple[int, ...]]) -> Homes:
    """Return positions for machine code."""
    points = np.array(positions, np.int64)
    order = np.argsort(points @ np.arange(1, SIDES + 1), kind="stable")
    table = [[comb(bit, size) for size in range(SIDES + 1)] for bit in range(SIDES + 16)]
    return Homes(points, order, np.array(table, np.int64))


@kernel
def collect(homes: Any, points: Any, dice: Any, step: int, last: int, found: Any, count: int) -> int:
    """Add the positions that the dice from `step` on lead to to the first `count` that are found; return how many."""
    highest = -1
    for point in range(SIDES):
        if points[point] > 0:
            highest = point
    if step == last or highest < 0:
        number = homes.number(points)
        for i in range(count):
            if found[i] == number:
                return count
        found[count] = number
        return count + 1
    die = dice[step]
    for point in range(highest, -1, -1):
        if points[point] > 0 and (die <= point + 1 or point == highest):
            points[point] -= 1
            if die <= point:
                points[point - die] += 1
            count = collect(homes, points, dice, step + 1, last, found, count)
            if die <= point:
                points[point - die] -= 1
            points[point] += 1
    return count


@kernel
def after_roll(homes: Any, number: int, high: int, low: int, points: Any, dice: Any, found: Any) -> int:
    """Write the positions that a roll leads to to `found`, and return how many there are."""
    for point in range(SIDES):
        points[point] = homes.points[number, point]
    for step in range(STEPS):
        dice[step] = high if step % 2 == 0 else low
    if high == low:
        return collect(homes, points, dice, 0, STEPS, found, 0)
    count = collect(homes, points, dice, 0, 2, found, 0)
    dice[0], dice[1] = low, high
    return collect(homes, points, dice, 0, 2, found, count)


@kernel
def one_sided(homes: Any, chances: Any, means: Any, points: Any, dice: Any, found: Any) -> int:
    """Find the chance of each number of rolls for all positions, if a player plays for the fewest on average."""
    for place in range(len(homes.order)):
        here = homes.order[place]
        if place == 0:
            chances[here, 0] = 1.0
            continue
        for high in range(1, SIDES + 1):
            for low in range(1, high + 1):
                count = after_roll(homes, here, high, low, points, dice, found)
                best = found[0]
                for i in range(1, count):
                    if means[found[i]] < means[best]:
                        best = found[i]
                weight = (1.0 if high == low else 2.0) / (SIDES * SIDES)
                for rolls in range(MOST_ROLLS - 1):
                    chances[here, rolls + 1] += weight * chances[best, rolls]
        for rolls in range(MOST_ROLLS):
            means[here] += rolls * chances[here, rolls]
    return len(homes.order)


@kernel
def two_sided(homes: Any, pips: Any, equities: Any, points: Any, dice: Any, found: Any) -> int:
    """Find the equity of the player on roll for each pair of positions and each owner of the cube; a win is 1.

    `equities[i, j, cube]`: he has position i and the other has j. Pairs with fewer pips come first. Doubling is for
    money: a player who doubles gives the cube away, and a double that is dropped wins 1.
    """
    count, farthest = len(homes.order), 0
    for number in range(count):
        farthest = max(farthest, pips[number])
    best = np.zeros(CUBES)
    for total in range(1, 2 * farthest + 1):
        for one in range(count):
            if pips[one] == 0 or pips[one] > total or total - pips[one] > farthest:
                continue
            for high in range(1, SIDES + 1):
                for low in range(1, high + 1):
                    plays = after_roll(homes, one, high, low, points, dice, found)
                    weight = (1.0 if high == low else 2.0) / (SIDES * SIDES)
                    for other in range(count):
                        if pips[other] == total - pips[one] and pips[other] > 0:
                            best_plays(pips, equities, found, plays, other, best)
                            for cube in range(CUBES):
                                equities[one, other, cube] += weight * best[cube]
            for other in range(count):
                if pips[other] == total - pips[one] and pips[other] > 0:
                    doubled = min(2.0 * equities[one, other, OTHERS], 1.0)
                    equities[one, other, OWN] = max(equities[one, other, OWN], doubled)
                    equities[one, other, CENTRED] = max(equities[one, other, CENTRED], doubled)
    return count


@kernel
def best_plays(pips: Any, equities: Any, found: Any, plays: int, other: int, best: Any) -> int:
    """Write what the best play brings to `best`, for each owner of the cube."""
    for cube in range(CUBES):
        best[cube] = -2.0
    for i in range(plays):
        after = found[i]
        if pips[after] == 0:
            for cube in range(CUBES):
                best[cube] = 1.0
            return 1
        best[NO_CUBE] = max(best[NO_CUBE], -equities[other, after, NO_CUBE])
        best[OWN] = max(best[OWN], -equities[other, after, OTHERS])
        best[CENTRED] = max(best[CENTRED], -equities[other, after, CENTRED])
        best[OTHERS] = max(best[OTHERS], -equities[other, after, OWN])
    return 0

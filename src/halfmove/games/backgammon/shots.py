"""Which rolls hit a blot, and which let a checker escape from behind a block."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import kernel, lowest_bit
from halfmove.games.backgammon.board import OFF, SIDES
from halfmove.games.backgammon.side import PLACES

ROLLS = SIDES * SIDES
AHEAD = 2 * SIDES  # points that two different dice reach


@kernel
def count_shots(hitter: Any, held: int, blots: int) -> tuple[float, float, float]:
    """Return how likely a roll hits one of `blots`, the pips that it then costs on average, and how likely two are hit.

    The other side holds the points `held`; both sets are as the hitter counts. With a checker on the bar he enters
    first. What a hit costs is counted for the blot that has come furthest; of a roll that can hit in two ways no choice
    is made, and two blots count as hit if each can be.
    """
    if blots == 0:
        return 0.0, 0.0, 0.0
    free = PLACES & ~held
    shots, cost, doubles = 0, 0, 0
    for high in range(1, SIDES + 1):
        for low in range(1, high + 1):
            hit = reached(hitter, free, high, low) & blots
            if hit != 0:
                times = 1 if high == low else 2
                shots += times
                cost += times * (OFF - lowest_bit(hit))
                if hit & (hit - 1) != 0:
                    doubles += times
    return shots / ROLLS, cost / ROLLS, doubles / ROLLS


@kernel
def reached(side: Any, free: int, high: int, low: int) -> int:
    """Return the points where a checker of `side` can land with a roll, if those that are `free` are all it may use."""
    if side.bar == 0:
        if high == low:
            return repeated(side.here, free, high, 4)
        first, second = side.here << high & free, side.here << low & free
        return first | second | first << low & free | second << high & free
    others, landings = side.here & ~1, 0
    if high == low:
        if free >> high & 1 != 0:
            landings = 1 << high
            if side.bar < 4:
                landings |= repeated(others | landings, free, high, 4 - side.bar)
        return landings
    if free >> high & 1 != 0:
        landings |= 1 << high
        if side.bar == 1:
            landings |= (others | 1 << high) << low & free
    if free >> low & 1 != 0:
        landings |= 1 << low
        if side.bar == 1:
            landings |= (others | 1 << low) << high & free
    return landings


@kernel
def repeated(here: int, free: int, die: int, steps: int) -> int:
    """Return the points that checkers reach in so many equal steps, or fewer."""
    landings = 0
    for _ in range(steps):
        here = here << die & free
        landings |= here
    return landings


@cache
def escapes() -> NDArray[np.float64]:
    """Return how likely a checker gets more than six points on, by which of the twelve points ahead are held.

    Bit 0 is the next point.
    """
    held = np.arange(1 << AHEAD)
    chances = np.zeros(len(held))

    def is_free(points: int) -> NDArray[np.bool_]:
        return (held >> points - 1 & 1 == 0) if points <= AHEAD else np.ones(len(held), bool)

    for high in range(1, SIDES + 1):
        for low in range(1, high):
            chances += 2 * (is_free(high + low) & (is_free(high) | is_free(low)) & (high + low > SIDES))
        free, escaped = np.ones(len(held), bool), np.zeros(len(held), bool)
        for steps in range(1, 5):
            free &= is_free(steps * high)
            escaped |= free & (steps * high > SIDES)
        chances += escaped
    chances /= ROLLS
    chances.setflags(write=False)
    return chances

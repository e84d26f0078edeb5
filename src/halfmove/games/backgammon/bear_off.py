"""What is known for certain when both sides bear off: in how many rolls a side is done, for each of 54,264 positions.

Each side plays so that it is done soonest on average, which does not depend on the other (a one-sided bear-off table).
A position of a home is numbered among all ways to put at most 15 checkers on its six points.
"""

from functools import cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled
from halfmove.games.backgammon.board import CHECKERS, NIBBLE, OFF, ONE, SIDES

POSITIONS = comb(CHECKERS + SIDES, SIDES)
ROLLS = 24  # more are needed less than once in a million games; they count as this many
OUTCOMES = SIDES * SIDES
DOUBLES = 4  # dice of a double

Array = NDArray[Any]


@compiled
class BearOff:
    """The table."""

    within: np.ndarray  # float32, by position and number of rolls: how likely a side is done by then
    stuck: np.ndarray  # by position: how likely the next roll bears off no checker
    ways: np.ndarray  # binomial coefficients

    def number(self, side: Any) -> int:
        """Return the number of the position of a side that is all home."""
        number, before = 0, 0
        for point in range(1, SIDES + 1):
            before += int(side >> NIBBLE * (OFF - point) & ONE - 1)
            number += self.ways[before + point - 1, point]
        return number

    def win(self, mine: int, theirs: int) -> float:
        """Return how likely the side to roll is done first."""
        chance = 0.0
        for rolls in range(1, ROLLS):
            done = float(self.within[mine, rolls]) - float(self.within[mine, rolls - 1])
            chance += done * (1.0 - float(self.within[theirs, rolls - 1]))
        return chance

    def gammon(self, mine: int, theirs: int) -> float:
        """Return how likely the side to roll is done before the other, which has all its checkers, bears off one."""
        now, next_roll = float(self.within[mine, 1]), float(self.within[mine, 2])
        return now + (next_roll - now) * float(self.stuck[theirs])

    def lost_gammon(self, mine: int, theirs: int) -> float:
        """Return the same for the other side, who rolls second."""
        return float(self.stuck[mine]) * float(self.within[theirs, 1])


@cache
def bear_off() -> BearOff:
    """Return the table; it is made in about a second, from the positions next to the end to those furthest from it."""
    ways = np.array([[comb(n, k) for k in range(SIDES + 1)] for n in range(CHECKERS + SIDES + 1)], np.int64)
    homes = np.array(list(_homes(SIDES, CHECKERS)), np.int64)
    homes = homes[np.argsort(_numbers(ways, homes))]
    moves = np.stack([_moves(ways, homes, die) for die in range(1, SIDES + 1)])
    pips = homes @ np.arange(1, SIDES + 1)
    makers = _Makers(moves, homes.sum(1))
    for distance in range(1, pips.max() + 1):
        makers.add(np.flatnonzero(pips == distance))
    return BearOff(makers.within[:POSITIONS], makers.stuck, ways)


class _Makers:
    """What is known while the table is made; the last row stands for a move that is not possible."""

    def __init__(self, moves: Array, checkers: Array) -> None:
        self.moves, self.checkers = moves, checkers
        self.mean = np.append(np.zeros(POSITIONS), np.inf)
        self.within = np.zeros((POSITIONS + 1, ROLLS), np.float32)
        self.within[0] = 1.0
        self.stuck = np.zeros(POSITIONS, np.float32)
        # By number of equal dice, die and position: where the best play with them leads.
        self.best = np.full((DOUBLES + 1, SIDES, POSITIONS + 1), POSITIONS)
        self.best[0] = np.arange(POSITIONS + 1)
        self.best[:, :, 0] = 0  # who is done stays so

    def add(self, here: Array) -> None:
        """Add positions from which all moves lead to such as are known."""
        for die in range(SIDES):
            for dice in range(1, DOUBLES + 1):
                self.best[dice, die, here] = self.soonest(self.best[dice - 1, die, self.moves[die, here]])
        mean, within = np.ones(len(here)), np.zeros((len(here), ROLLS))
        for high in range(SIDES):
            for low in range(high + 1):
                after, share = self.after(here, high, low), (1 if high == low else 2) / OUTCOMES
                mean += share * self.mean[after]
                within[:, 1:] += share * self.within[after, :-1]
                self.stuck[here] += share * (self.checkers[after] == self.checkers[here])
        self.mean[here], self.within[here] = mean, within

    def after(self, here: Array, high: int, low: int) -> Array:
        """Return where the best play with a roll leads."""
        if high == low:
            return np.asarray(self.best[DOUBLES, high, here])
        orders = [self.best[1, second, self.moves[first, here]] for first, second in ((high, low), (low, high))]
        return self.soonest(np.concatenate(orders, axis=1))

    def soonest(self, reached: Array) -> Array:
        """Return of several positions in each row the one from which a side is done soonest."""
        chosen = self.mean[reached].argmin(1)
        return np.asarray(reached[np.arange(len(reached)), chosen])


def _moves(ways: Array, homes: Array, die: int) -> Array:
    """Return where each position goes by one die from each of its points; POSITIONS where that is not possible."""
    reached = np.full((len(homes), SIDES), POSITIONS)
    for point in range(1, SIDES + 1):
        possible = homes[:, point - 1] > 0
        if point < die:
            possible &= homes[:, point:].sum(1) == 0
        after = homes[possible].copy()
        after[:, point - 1] -= 1
        if point > die:
            after[:, point - die - 1] += 1
        reached[possible, point - 1] = _numbers(ways, after)
    reached[homes.sum(1) == 0] = 0
    return reached


def _numbers(ways: Array, homes: Array) -> Array:
    """Return the number of each position, as `BearOff.number` does."""
    before = homes.cumsum(1)
    return np.asarray(sum(ways[before[:, k] + k, k + 1] for k in range(SIDES)))


def _homes(points: int, checkers: int) -> Any:
    """Yield every way to put at most so many checkers on so many points, as numbers of checkers from the ace point."""
    if points == 0:
        yield ()
        return
    for last in range(checkers + 1):
        for others in _homes(points - 1, checkers - last):
            yield (*others, last)

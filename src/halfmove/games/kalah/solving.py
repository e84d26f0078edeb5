"""What the solver may use: seeds that are left bound the margin, and where few are left a table tells it.

Irving, Donkers and Uiterwijk, "Solving Kalah", 2000.

What the seeds on the board will bring does not depend on the stores, so that one number for each way to place up to
`most` seeds in the holes is all there is to know of endings.
"""

from dataclasses import field
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import Flag, compiled, is_native, kernel, lane_of, plain
from halfmove.core.advice import Bounds
from halfmove.errors import HalfmoveError
from halfmove.games.kalah.rules import Kalah
from halfmove.running.memory import MEGABYTE, bytes_in
from halfmove.running.run import run
from halfmove.running.watch import Stopped

UNKNOWN = -128  # an entry that is not found yet
_POLL = 64  # endings between two looks at the flag
MOST_SEEDS = 60  # that entries of a byte can tell


@compiled
class KalahBounds(Bounds):
    """The margin that is certain, and what endings bring."""

    game: Kalah
    advice: Any
    endings: NDArray[np.int8] = field(default_factory=lambda: np.zeros(0, np.int8))  # margins of the player to move
    ways: NDArray[np.int64] = field(default_factory=lambda: np.zeros((1, 1), np.int64))  # binomials
    cells: NDArray[np.int64] = field(default_factory=lambda: np.full(1, -1))  # seeds on the board that it tells at most

    def value_bounds(self, pits, player, target):
        """Return the margin so far, more or less by the seeds that are left; exactly that of a known ending."""
        mine, theirs = self.game.at(pits.seeds, self.game.holes), self.game.at(pits.seeds, 2 * self.game.holes + 1)
        left = 2 * self.game.holes * self.game.seeds - mine - theirs
        low, high = mine - theirs - left, mine - theirs + left
        if left <= self.cells[0]:
            low = high = mine - theirs + int(self.endings[self.number(pits)])
        return (float(low), float(high)) if player == pits.player else (float(-high), float(-low))

    def number(self, pits):
        """Return the number of a way to place seeds: bits for them and for the holes, a row among all such rows."""
        number, bit = 0, -1
        for place in range(2 * self.game.holes):
            pit = place if place < self.game.holes else place + 1
            bit += 1 + self.game.at(pits.seeds, pit)
            number += int(self.ways[bit, place + 1])
        return number

    def future(self, pits):
        """Return the board with empty stores, and the margin of the first player in them."""
        near, far = self.game.at(pits.seeds, self.game.holes), self.game.at(pits.seeds, 2 * self.game.holes + 1)
        return self.bare(pits, pits.player), float(near - far if pits.player == 0 else far - near)

    def bare(self, pits, player):
        """Return the board with empty stores, with `player` to move."""
        one = self.game.make(1, 0).seeds
        near, far = self.game.at(pits.seeds, self.game.holes), self.game.at(pits.seeds, 2 * self.game.holes + 1)
        seeds = pits.seeds - (one * near << self.game.holes * self.game.bits)
        return self.game.make(seeds - (one * far << (2 * self.game.holes + 1) * self.game.bits), player)


@kernel
def ending_value(bounds: Any, pits: Any) -> int:
    """Return what the seeds on a board with empty stores will bring the player to move, and note it."""
    number = bounds.number(pits)
    if bounds.endings[number] != UNKNOWN:
        return int(bounds.endings[number])
    game = bounds.game
    if game.is_terminal(pits):
        best = int(game.utility(pits, pits.player))
    else:
        best = UNKNOWN
        for hole in game.actions(pits):
            child = game.result(pits, hole)
            same = child.player == pits.player
            near, far = game.at(child.seeds, game.holes), game.at(child.seeds, 2 * game.holes + 1)
            value = near - far + ending_value(bounds, bounds.bare(child, 0))
            best = max(best, value if same else -value)
    bounds.endings[number] = best
    return best


@kernel
def fill_endings(bounds: Any, counts: Any, flag: Any) -> int:
    """Find the value of every way to place up to so many seeds; `counts` is room for one."""
    game, known = bounds.game, 0
    one = game.make(1, 0).seeds
    for left in range(bounds.cells[0] + 1):
        for hole in range(len(counts)):
            counts[hole] = 0
        counts[0] = left
        while True:
            seeds = one * 0
            for place in range(len(counts)):
                pit = place if place < game.holes else place + 1
                seeds += one * int(counts[place]) << pit * game.bits
            ending_value(bounds, game.make(seeds, 0))
            known += 1
            if known % _POLL == 0 and flag.is_set():
                raise Stopped
            first = 0  # the next way: a seed of the first hole that has some moves on, and the others go back
            while first < len(counts) and counts[first] == 0:
                first += 1
            if first >= len(counts) - 1:
                break
            moved = counts[first]
            counts[first] = 0
            counts[first + 1] += 1
            counts[0] = moved - 1
    return known


def with_endings(game: Kalah, most: int, megabytes: float | None = None, seconds: float | None = None) -> KalahBounds:
    """Return bounds that know all endings of up to `most` seeds on the board; `Stopped` is raised after `seconds`."""
    most = min(most, MOST_SEEDS, 2 * game.holes * game.seeds)
    holes = 2 * game.holes
    ways = np.array([[comb(bit, size) for size in range(holes + 1)] for bit in range(most + holes)], np.int64)
    count = comb(most + holes, holes)
    bytes_in(count / MEGABYTE, f"a table of endings of {most} seeds")
    if megabytes is not None and count > megabytes * MEGABYTE:
        needed = -(-count // MEGABYTE)
        raise HalfmoveError(f"endings of {most} seeds take {needed:,} MB of memory: --megabytes {needed} allows that")
    endings = np.full(count, UNKNOWN, np.int8)
    in_plain = lane_of(game) == "plain" or not is_native(game.initial)
    rules = plain(game) if in_plain else game
    bounds = KalahBounds(rules, rules.advice, endings, ways, np.array([most]))
    bounds = plain(bounds) if in_plain else bounds
    flag = Flag()
    run(fill_endings.prepare(bounds, np.zeros(holes, np.int64), flag), flag, seconds)
    return bounds

"""Random numbers from a seed, the same in both lanes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from halfmove.compiled import compiled, mix, mix_range, zeros_apart

ROOM = 512  # actions that can be listed
AHEAD = 256  # numbers that are drawn at a time in plain Python
SMALL = 1 << 16  # up to which 32 random bits make all numbers equally likely, to 2 parts in 100,000


@compiled
class Random:
    """A stream of random numbers: SplitMix64, whose state is a counter."""

    counter: np.ndarray  # how many numbers were drawn, and a hash of the seed
    room: np.ndarray  # for the actions to draw from, so that they are listed only once

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1."""
        if n > SMALL:
            return self.word() % n
        return (self.word() >> 31) * n >> 32  # 32 random bits, as a share of n: no division

    def fraction(self) -> float:
        """Return a number from 0 up to, but not including, 1."""
        return (self.word() >> 10) / 9007199254740992.0  # 53 bits, all that a float holds

    def place(self, until: np.ndarray) -> int:
        """Return a place, where `until` is how likely it is to be that one or one before it."""
        point = self.fraction()
        low, high = 0, len(until) - 1
        while low < high:
            middle = (low + high) // 2
            if until[middle] > point:
                high = middle
            else:
                low = middle + 1
        return low

    def word(self) -> int:
        """Return a whole number from 0 to 2 ** 63 - 1."""
        self.counter[0] += 1
        return mix(self.counter[0], self.counter[1])


@dataclass(frozen=True, eq=False)
class RandomAhead(Random):
    """The same stream for plain Python, drawn many numbers at a time; nobody may set its counter."""

    ahead: list[int]  # the numbers that come next, the first of them last

    def word(self) -> int:
        if not self.ahead:
            self.ahead.extend(mix_range(self.counter[0] + 1, AHEAD, self.counter[1]))
            self.ahead.reverse()
            self.counter[0] += AHEAD
        return self.ahead.pop()


def random_ahead(numbers: Random) -> RandomAhead:
    """Return a stream for plain Python that goes on where another one is."""
    return RandomAhead(numbers.counter.tolist(), numbers.room.tolist(), [])


def random(seed: int = 0) -> Random:
    """Return the stream of random numbers that belongs to `seed`."""
    counter = zeros_apart(2)
    counter[1] = mix(seed)
    return Random(counter, np.empty(ROOM, np.int64))

"""Ways to place pieces: numbers for sets of squares of a given size (Lehmer 1964), for lists of all endings."""

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import bit_count, compiled, lowest_bit

_MOST = 64  # squares


def _binomials() -> NDArray[np.int64]:
    table = np.zeros((_MOST + 1, 8), np.int64)
    table[:, 0] = 1
    for squares in range(1, _MOST + 1):
        for size in range(1, 8):
            table[squares, size] = table[squares - 1, size - 1] + table[squares - 1, size]
    return table


@compiled
class Placing:
    """Numbers for sets of up to seven of up to 64 squares."""

    binomials: NDArray[np.int64]

    def ways(self, squares, size):
        """Return how many sets there are."""
        return int(self.binomials[squares, size])

    def chosen(self, squares, size, number):
        """Return set `number` of those with `size` of the squares 0, 1, ..., `squares` - 1."""
        chosen = 0
        while size > 0:
            squares -= 1
            while self.binomials[squares, size] > number:
                squares -= 1
            number -= self.binomials[squares, size]
            chosen |= 1 << squares
            size -= 1
        return chosen

    def number(self, chosen, taken):
        """Return the number of a set among those of its size, where squares that are `taken` do not count."""
        number, size = 0, 0
        while chosen != 0:
            square = lowest_bit(chosen)
            chosen &= chosen - 1
            size += 1
            number += int(self.binomials[square - bit_count(taken & (1 << square) - 1), size])
        return number

    def spread(self, chosen, taken):
        """Return a set of free squares: member n of `chosen` is the n-th square that is not in `taken`."""
        spread, square = 0, 0
        while chosen != 0:
            if not taken >> square & 1:
                if chosen & 1:
                    spread |= 1 << square
                chosen >>= 1
            square += 1
        return spread


PLACING = Placing(_binomials())

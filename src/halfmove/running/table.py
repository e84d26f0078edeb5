"""A transposition table: what was found out about a state, kept for when it comes back by another way."""

from __future__ import annotations

import numpy as np

from halfmove.compiled import compiled, mix
from halfmove.errors import HalfmoveError

EXACT_VALUE, LOWER_BOUND, UPPER_BOUND = range(3)  # a search that was cut off returns a bound, not a value

_EMPTY = -1
_BYTES = 24  # an entry
_BOUND_BITS, _DEPTH_BITS = 2, 16  # the action takes the rest of a word


@compiled
class Table:
    """Entries in pairs: the first of a pair keeps the deeper search, the second the later one."""

    words: np.ndarray  # of each entry its key, and action, depth and bound packed into one word
    values: np.ndarray

    def find(self, key: int) -> int:
        """Return the slot that holds `key`, or -1."""
        slot = self.pair(key)
        if self.words[slot, 0] == key:
            return slot
        if self.words[slot + 1, 0] == key:
            return slot + 1
        return -1

    def value(self, slot: int) -> float:
        return float(self.values[slot])

    def bound(self, slot: int) -> int:
        return int(self.words[slot, 1]) & (1 << _BOUND_BITS) - 1

    def depth(self, slot: int) -> int:
        return int(self.words[slot, 1]) >> _BOUND_BITS & (1 << _DEPTH_BITS) - 1

    def action(self, slot: int) -> int:
        return int(self.words[slot, 1]) >> _BOUND_BITS + _DEPTH_BITS

    def store(self, key: int, depth: int, value: float, bound: int, action: int) -> None:
        """Keep what a search of `depth` plies found."""
        slot = self.pair(key)
        if self.words[slot, 0] != key and self.words[slot, 0] != _EMPTY and self.depth(slot) > depth:
            slot += 1
        self.words[slot, 0] = key
        self.words[slot, 1] = (action << _DEPTH_BITS | depth) << _BOUND_BITS | bound
        self.values[slot] = value

    def pair(self, key: int) -> int:
        """Return the first slot of the pair where `key` belongs."""
        return mix(key) & len(self.values) - 2


def table(megabytes: float = 64) -> Table:
    """Return an empty table of at most this size."""
    if not megabytes > 0:
        raise HalfmoveError(f"a table of {megabytes} MB holds nothing")
    size = 2
    while 2 * size * _BYTES <= megabytes * 1e6:
        size *= 2
    words = np.zeros((size, 2), np.int64)
    words[:, 0] = _EMPTY
    return Table(words, np.zeros(size))

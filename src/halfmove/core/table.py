"""A transposition table: what was found out about a state, kept for when it comes back by another way."""

from __future__ import annotations

import numpy as np

from halfmove.compiled import compiled, mix
from halfmove.errors import HalfmoveError

EXACT_VALUE, LOWER_BOUND, UPPER_BOUND = range(3)  # a search that was cut off returns a bound, not a value

_EMPTY = -1
_BYTES = 8 + 8 + 8 + 2 + 1  # an entry


@compiled
class Table:
    """Entries in pairs: the first of a pair keeps the deeper search, the second the later one."""

    keys: np.ndarray
    values: np.ndarray
    actions: np.ndarray
    depths: np.ndarray
    bounds: np.ndarray

    def find(self, key: int) -> int:
        """Return the slot that holds `key`, or -1."""
        slot = self.pair(key)
        if self.keys[slot] == key:
            return slot
        if self.keys[slot + 1] == key:
            return slot + 1
        return -1

    def store(self, key: int, depth: int, value: float, bound: int, action: int) -> None:
        """Keep what a search of `depth` plies found."""
        slot = self.pair(key)
        if self.keys[slot] != key and self.keys[slot] != _EMPTY and self.depths[slot] > depth:
            slot += 1
        self.keys[slot] = key
        self.values[slot] = value
        self.actions[slot] = action
        self.depths[slot] = depth
        self.bounds[slot] = bound

    def pair(self, key: int) -> int:
        """Return the first slot of the pair where `key` belongs."""
        return mix(key) & len(self.keys) - 2


def table(megabytes: float = 64) -> Table:
    """Return an empty table of at most this size."""
    if not megabytes > 0:
        raise HalfmoveError(f"a table of {megabytes} MB holds nothing")
    size = 2
    while 2 * size * _BYTES <= megabytes * 1e6:
        size *= 2
    return Table(
        np.full(size, _EMPTY, np.int64),
        np.zeros(size),
        np.zeros(size, np.int64),
        np.zeros(size, np.int16),
        np.zeros(size, np.int8),
    )

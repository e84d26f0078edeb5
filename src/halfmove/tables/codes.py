"""What the entries of retrograde analysis mean, and how they are written to a table.

An entry is a number: 0 or 1 for a draw or for what is not known yet, 2 p + 2 for a win in p plies, 2 p + 3 for a loss.
The greatest number of its type means that there is no such position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import kernel

UNKNOWN, FIRST = 0, 2  # entries; a win or loss in p plies is 2 p more than FIRST, or 1 more
_PIECE = 1 << 20  # entries that are looked at at a time


@kernel
def greatest(codes: Any) -> int:
    """Return the entry that means no position: the greatest number of its type."""
    return (1 << 8 * codes.itemsize) - 1


class Meanings(NamedTuple):
    """The codes of a solver that occur, how often they do, and what each means."""

    found: NDArray[np.int64]
    counts: NDArray[np.int64]
    values: NDArray[np.float64]  # to the player to move
    plies: NDArray[np.int64]  # -1 for none

    @property
    def listed(self) -> list[list[Any]]:
        """Values and distances as the header of a table has them."""
        pairs = zip(self.values.tolist(), self.plies.tolist(), strict=True)
        return [[value, None if plies < 0 else plies] for value, plies in pairs]

    @property
    def kind(self) -> Any:
        """The type of an entry in a table."""
        return np.uint8 if len(self.found) <= 1 << 8 else np.uint16


def meanings(codes: Any) -> Meanings:
    """Return the codes that occur, but for what is no position."""
    none = np.iinfo(codes.dtype).max
    counts = np.zeros(none + 1, np.int64)
    for start in range(0, len(codes), _PIECE):  # a piece is widened to be counted
        counts += np.bincount(codes[start : start + _PIECE], minlength=none + 1)
    found = np.flatnonzero(counts[:none])
    values = np.where(found < FIRST, 0.0, np.where(found & 1, -1.0, 1.0))
    return Meanings(found, counts[found], values, np.where(found < FIRST, -1, (found - FIRST) >> 1))


def recoded(codes: Any, found: Any) -> Iterator[Any]:
    """Yield entries, numbered from 0; what is no position has the entry before it, which is easier to compress."""
    none = np.iinfo(codes.dtype).max
    numbers, last = np.zeros(none + 1, np.uint16), np.uint16(0)
    numbers[found] = np.arange(len(found))
    for start in range(0, len(codes), _PIECE):
        piece = codes[start : start + _PIECE]
        entries = numbers[piece]
        places = np.maximum.accumulate(np.where(piece == none, -1, np.arange(len(piece), dtype=np.int32)))
        entries = np.where(places < 0, last, entries[places]).astype(np.uint16)
        last = entries[-1]
        yield entries

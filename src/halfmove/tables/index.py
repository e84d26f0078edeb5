"""Which entry of a table belongs to a state: found among sorted keys, or computed from the state itself."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled, kernel, load_state, store_state
from halfmove.tables.whole.keys import Packing

NOWHERE = -1


@compiled
class PackedIndex:
    """States by keys from which they can be told again."""

    bounds: Any
    packing: Packing
    keys: NDArray[np.int64]  # growing
    played: Any  # the game as it is played, which may count plies without progress
    cells: NDArray[np.int64]  # plies without progress after which a game is drawn, 0 for never

    def find(self, state: Any) -> int:
        """Return the number of a state, -1 if the table does not know it."""
        words = np.zeros((2, len(self.packing.used)), np.int64)
        store_state(words, 0, self.bounds.canonical(state))
        if not self.packing.fits(words, 0):
            return NOWHERE
        self.packing.pack(words, 0, words, 1)
        return place_of(self.keys, int(words[1, 0]))

    def holds(self, number: int) -> bool:
        """Tell whether a number belongs to a state."""
        return True

    def state(self, number: int, like: Any) -> Any:
        """Return the state with a number; `like` is any state of its class."""
        words = np.zeros((2, len(self.packing.used)), np.int64)
        words[1, 0] = self.keys[number]
        self.packing.unpack(words, 1, words, 0)
        return load_state(words, 0, like)

    def counts(self, state: Any, plies: int) -> bool:
        """Tell whether a win comes before the game is drawn for want of progress."""
        return self.cells[0] == 0 or plies < 0 or self.played.since_progress(state) + plies <= self.cells[0]


@compiled
class HashIndex:
    """States by hashes, of which no two are equal in the table; one that is not in it may be taken for another.

    The chance of that is less than one in a million million.
    """

    bounds: Any
    keys: NDArray[np.int64]  # growing
    played: Any  # the game as it is played, which may count plies without progress
    cells: NDArray[np.int64]  # plies without progress after which a game is drawn, 0 for never

    def find(self, state: Any) -> int:
        """Return the number of a state, -1 if the table does not know it."""
        return place_of(self.keys, self.bounds.game.state_hash(self.bounds.canonical(state)))

    def counts(self, state: Any, plies: int) -> bool:
        """Tell whether a win comes before the game is drawn for want of progress."""
        return self.cells[0] == 0 or plies < 0 or self.played.since_progress(state) + plies <= self.cells[0]


@kernel
def place_of(keys: Any, key: int) -> int:
    """Return where a key is among growing ones, -1 if it is not there."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < len(keys) and keys[low] == key else NOWHERE

"""Whether a state that comes up by another way shares what is below it.

A table remembers where the children of a state are. A newer state takes the place of an older one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import compiled, plain

SLOTS = 1 << 16


@compiled
class Apart:
    """Every node has children of its own."""

    def find(self, game: Any, state: Any) -> int:
        return 0

    def keep(self, game: Any, state: Any, block: int) -> None:
        pass

    def forget(self) -> None:
        pass


@compiled
class Shared:
    """Nodes of the same state have the same children."""

    keys: np.ndarray
    blocks: np.ndarray

    def find(self, game: Any, state: Any) -> int:
        """Return where the children of a state are, as a tree has it; 0 if that is not known."""
        key = game.state_hash(state)
        slot = key & SLOTS - 1
        return int(self.blocks[slot]) if self.keys[slot] == key else 0

    def keep(self, game: Any, state: Any, block: int) -> None:
        """Remember where the children of a state are."""
        key = game.state_hash(state)
        slot = key & SLOTS - 1
        self.keys[slot] = key
        self.blocks[slot] = block

    def forget(self) -> None:
        """Forget all, for the rows have moved."""
        self.blocks[:] = 0


def transpositions(shared: bool, native: bool) -> Any:
    """Return the table of one tree."""
    table = Shared(np.zeros(SLOTS, np.int64), np.zeros(SLOTS, np.int64)) if shared else Apart()
    return table if native else plain(table)

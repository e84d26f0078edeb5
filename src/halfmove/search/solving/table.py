"""What is known of states: bounds on their values, kept for when they come back by another way or are asked again."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import cell, compiled, fetch_row, highest_bit, kernel, mix
from halfmove.running.table import PAIR, empty_rows

ACTION_BITS, VALUE_BITS, WORK_BITS, AGE_BITS = 16, 12, 6, 16
MOST_STEPS = (1 << VALUE_BITS) - 1
NO_ACTION = (1 << ACTION_BITS) - 1
LAST_AGE = (1 << AGE_BITS) - 1

_EMPTY = -1

_FIRST = 1 << 11  # entries that a search begins with: what is small stays near the processor
_NEARBY = 1 << 15  # entries that lie near the processor anyway


@compiled
class ProofTable:
    """A transposition table of proven bounds.

    The first entry of a pair keeps what took more work to find out, the second what is latest.

    An entry is a key and a word of fields: action, lower bound, upper bound, logarithm of work, age. Entries of another
    age are as good as empty, so that a new search need not clear the table.
    """

    cells: np.ndarray
    words: np.ndarray

    work = cell(0)  # nodes so far
    now = cell(1)  # the age of this search
    size = cell(2)  # entries in use
    stored = cell(3)  # entries written in this age

    def find(self, key: int) -> int:
        """Return the fields that are known for `key`, or -1."""
        slot = self.pair(key)
        for i in range(slot, slot + PAIR):
            if self.words[i, 0] == key:
                fields = int(self.words[i, 1])
                if self.age(fields) == self.now:
                    return fields
        return -1

    def expect(self, key: int) -> None:
        """Begin to load what is known for `key`, where that takes long."""
        if self.size > _NEARBY:
            fetch_row(self.words, self.pair(key))

    def store(self, key: int, action: int, low: int, high: int, work: int) -> None:
        """Keep the bounds that `work` nodes have shown."""
        if self.stored == self.size:
            grow(self)
        self.stored += 1
        effort = highest_bit(work)
        slot = self.pair(key)
        if self.words[slot, 0] != key:
            first = int(self.words[slot, 1])
            if self.age(first) == self.now and self.effort(first) >= effort:
                slot += 1
        if action > NO_ACTION:
            action = NO_ACTION
        age = self.now
        fields = (((age << WORK_BITS | effort) << VALUE_BITS | high) << VALUE_BITS | low) << ACTION_BITS | action
        self.words[slot, 0] = key
        self.words[slot, 1] = fields

    def pair(self, key: int) -> int:
        """Return the first slot of the pair where `key` belongs."""
        return mix(key) & self.size - PAIR

    def action(self, fields: int) -> int:
        return fields & NO_ACTION

    def low(self, fields: int) -> int:
        return fields >> ACTION_BITS & MOST_STEPS

    def high(self, fields: int) -> int:
        return fields >> ACTION_BITS + VALUE_BITS & MOST_STEPS

    def effort(self, fields: int) -> int:
        return fields >> ACTION_BITS + 2 * VALUE_BITS & (1 << WORK_BITS) - 1

    def age(self, fields: int) -> int:
        return fields >> ACTION_BITS + 2 * VALUE_BITS + WORK_BITS

    def renew(self) -> None:
        """Forget everything."""
        if self.now == LAST_AGE:
            self.words[:] = _EMPTY
            self.now = 0
        self.now += 1
        self.size = min(_FIRST, len(self.words))
        self.stored = 0


@kernel(inline=False)
def grow(table: Any) -> None:
    """Use twice as many entries, if there are, and move those that belong elsewhere now."""
    size = table.size
    table.stored = size + 1
    if size == len(table.words):
        return
    table.size = 2 * size
    for i in range(size):
        fields = int(table.words[i, 1])
        if table.age(fields) == table.now:
            slot = table.pair(int(table.words[i, 0])) + i % PAIR
            if slot != i:
                table.words[slot, 0], table.words[slot, 1] = table.words[i, 0], fields
                table.words[i, 1] = 0


def proof_table(megabytes: float = 64) -> ProofTable:
    """Return an empty table of at most this size."""
    table = ProofTable(np.zeros(4, np.int64), empty_rows(megabytes, 2))
    table.renew()
    return table

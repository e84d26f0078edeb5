"""What is known of states: bounds on their values, kept for when they come back by another way or are asked again."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import compiled, fetch_row, highest_bit, kernel, mix, out_of_line
from halfmove.errors import HalfmoveError

ACTION_BITS, VALUE_BITS, WORK_BITS, AGE_BITS = 16, 12, 6, 16
MOST_STEPS = (1 << VALUE_BITS) - 1
NO_ACTION = (1 << ACTION_BITS) - 1
LAST_AGE = (1 << AGE_BITS) - 1

_EMPTY = -1
_BYTES = 16  # an entry
_LINE = 64  # bytes that memory is fetched by
_PAIR = 2  # entries

_FIRST = 1 << 11  # entries that a search begins with: what is small stays near the processor
_NEARBY = 1 << 15  # entries that lie near the processor anyway

WORK, AGE, SIZE, STORED = range(4)  # nodes so far, the age of this search, entries in use, entries written in this age


@compiled
class Memory:
    """Entries in pairs: the first of a pair keeps what took more work to find out, the second what is latest.

    An entry is a key and a word of fields: action, lower bound, upper bound, logarithm of work, age. Entries of another
    age are as good as empty, so that a new search need not clear the table.
    """

    words: np.ndarray
    cells: np.ndarray

    def find(self, key: int) -> int:
        """Return the fields that are known for `key`, or -1."""
        slot = self.pair(key)
        for i in range(slot, slot + _PAIR):
            if self.words[i, 0] == key:
                fields = int(self.words[i, 1])
                if self.age(fields) == self.cells[AGE]:
                    return fields
        return -1

    def expect(self, key: int) -> None:
        """Begin to load what is known for `key`, where that takes long."""
        if self.cells[SIZE] > _NEARBY:
            fetch_row(self.words, self.pair(key))

    def store(self, key: int, action: int, low: int, high: int, work: int) -> None:
        """Keep the bounds that `work` nodes have shown."""
        if self.cells[STORED] == self.cells[SIZE]:
            grow(self)
        self.cells[STORED] += 1
        effort = highest_bit(work)
        slot = self.pair(key)
        if self.words[slot, 0] != key:
            first = int(self.words[slot, 1])
            if self.age(first) == self.cells[AGE] and self.effort(first) >= effort:
                slot += 1
        if action > NO_ACTION:
            action = NO_ACTION
        age = int(self.cells[AGE])
        fields = (((age << WORK_BITS | effort) << VALUE_BITS | high) << VALUE_BITS | low) << ACTION_BITS | action
        self.words[slot, 0] = key
        self.words[slot, 1] = fields

    def pair(self, key: int) -> int:
        """Return the first slot of the pair where `key` belongs."""
        return mix(key) & int(self.cells[SIZE]) - _PAIR

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
        if self.cells[AGE] == LAST_AGE:
            self.words[:] = _EMPTY
            self.cells[AGE] = 0
        self.cells[AGE] += 1
        self.cells[SIZE] = min(_FIRST, len(self.words))
        self.cells[STORED] = 0


@kernel
def grow(memory: Any) -> None:
    """Use twice as many entries, if there are, and move those that belong elsewhere now."""
    out_of_line()
    size = memory.cells[SIZE]
    memory.cells[STORED] = size + 1
    if size == len(memory.words):
        return
    memory.cells[SIZE] = 2 * size
    for i in range(size):
        fields = int(memory.words[i, 1])
        if memory.age(fields) == memory.cells[AGE]:
            slot = memory.pair(int(memory.words[i, 0])) + i % _PAIR
            if slot != i:
                memory.words[slot, 0], memory.words[slot, 1] = memory.words[i, 0], fields
                memory.words[i, 1] = 0


def memory(megabytes: float = 64) -> Memory:
    """Return an empty table of at most this size."""
    if not megabytes > 0:
        raise HalfmoveError(f"a table of {megabytes} MB holds nothing")
    size = _PAIR
    while 2 * size * _BYTES <= megabytes * 1e6:
        size *= 2
    made = Memory(_empty(size), np.zeros(4, np.int64))
    made.renew()
    return made


def _empty(size: int) -> np.ndarray:
    """Return entries of age 0, so placed that a pair never lies in two lines of memory."""
    room = np.zeros(size * _BYTES + _LINE, np.uint8)
    start = -room.ctypes.data % _LINE
    return room[start : start + size * _BYTES].view(np.int64).reshape(size, 2)

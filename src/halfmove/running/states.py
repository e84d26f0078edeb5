"""Many states, each once: a list with an index, for searches that keep every state they have seen."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import (
    compared_by_identity,
    compiled,
    kernel,
    load_state,
    mix,
    store_state,
    unhashable_because,
    words_of,
)
from halfmove.errors import NotCompilable, UnhashableState

_FREE = -1
_FULL = -2


@compiled
class PackedStates:
    """States as rows of words, found by hashing and compared word by word: two states are never taken for one."""

    rows: np.ndarray  # one state each; the last row is for the state that is looked for
    slots: np.ndarray  # open addressing: the number of a row, or _FREE
    size: np.ndarray  # one cell: how many states

    def find(self, state: Any) -> int:
        """Return the number of `state`, or -1 if it is not listed."""
        last = len(self.rows) - 1
        store_state(self.rows, last, state)
        return int(self.slots[self.slot(last)])

    def add(self, state: Any) -> int:
        """Return the number of `state`, listed now if it was not; -2 if there is no room."""
        last = len(self.rows) - 1
        store_state(self.rows, last, state)
        slot = self.slot(last)
        if self.slots[slot] == _FREE:
            number = self.size[0]
            if number == last:
                return _FULL
            store_state(self.rows, number, state)
            self.slots[slot] = number
            self.size[0] = number + 1
        return int(self.slots[slot])

    def slot(self, row: int) -> int:
        """Return where the state in `row` is, or where it would go."""
        words = self.rows.shape[1]
        hashed = 0
        for i in range(words):
            hashed = mix(self.rows[row, i], hashed)
        slot = hashed & len(self.slots) - 1
        while self.slots[slot] != _FREE:
            other = self.slots[slot]
            same = True
            for i in range(words):
                if self.rows[other, i] != self.rows[row, i]:
                    same = False
                    break
            if same:
                break
            slot = slot + 1 & len(self.slots) - 1
        return slot

    def get(self, number: int, like: Any) -> Any:
        """Return the state with this number; `like` is any state of the same class."""
        return load_state(self.rows, number, like)

    def count(self) -> int:
        """Return how many states there are."""
        return int(self.size[0])


class ListedStates:
    """The same for the plain lane, where a state may be anything that can be a key of a dict."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}
        self._states: list[Any] = []

    def find(self, state: Any) -> int:
        return self._numbers.get(state, _FREE)

    def add(self, state: Any) -> int:
        try:
            number = self._numbers.setdefault(state, len(self._states))
        except TypeError:
            raise UnhashableState(unhashable_because(state, listed=True)) from None
        if number == len(self._states):
            self._states.append(state)
        return number

    def get(self, number: int, like: Any) -> Any:
        return self._states[number]

    def count(self) -> int:
        return len(self._states)


States = PackedStates | ListedStates


def states_for(native: bool, state: Any, room: int = 1 << 12) -> States:
    """Return an empty list for states like `state`: packed for machine code, otherwise with a dict."""
    if not native:
        if compared_by_identity(state):
            raise UnhashableState(compared_by_identity(state))
        return ListedStates()
    try:
        rows = np.zeros((room + 1, words_of(type(state))), np.int64)
    except NotCompilable as error:
        ListedStates().add(state)  # refuses what the plain lane cannot list either
        raise NotCompilable(f"{error}; `plain(game)` can be solved as it is") from None
    return PackedStates(rows, np.full(2 * _power_of_two(room), _FREE, np.int64), np.zeros(1, np.int64))


def with_room(states: PackedStates, room: int) -> PackedStates:
    """Return the same list with room for `room` states."""
    rows = np.zeros((room + 1, states.rows.shape[1]), np.int64)
    rows[: states.count()] = states.rows[: states.count()]
    bigger = PackedStates(rows, np.full(2 * _power_of_two(room), _FREE, np.int64), states.size)
    index_all(bigger)
    return bigger


def size_of(states: PackedStates, room: int) -> int:
    """Return the bytes that the same list takes with room for `room` states."""
    words: int = (room + 1) * states.rows.shape[1] + 2 * _power_of_two(room)
    return states.rows.itemsize * words


@kernel
def index_all(states: PackedStates) -> int:
    """Enter every state into the index, which is empty."""
    for number in range(states.count()):
        states.slots[states.slot(number)] = number
    return states.count()


def _power_of_two(least: int) -> int:
    return 1 << (least - 1).bit_length()

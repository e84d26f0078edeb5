"""The engine's memory: a transposition table that outlives a search and that threads share without locks.

An entry is four words. The first is the key combined with a hash of the other three, so an entry that two threads
have written half and half is not found (Hyatt and Mann 2002).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from halfmove.compiled import compiled, fetch_row, hash_state, load_state, mix, store_state
from halfmove.errors import HalfmoveError

LOWER, UPPER = 1, 2  # bounds; both together are the value itself
NO_ACTION = -(1 << 62)  # not an action of any game

_WORDS = 4  # an entry
_WORD_BYTES = 8
_WAYS = 2  # entries where a key can be: together a line of the processor's cache
_LINE_BYTES = _WAYS * _WORDS * _WORD_BYTES
_MEGABYTE = 1 << 20

# `info` packs from the lowest bit: bound, whether estimates were used, the age, the depth.
_GUESSED, _AGE, _DEPTH = 2, 3, 11  # where they begin
AGES = 1 << _DEPTH - _AGE
_INFO = 32  # bits by which `info` is shifted in a checksum, away from where actions differ
_AGED = 8  # plies of depth that an entry loses in worth with each search since it was made
_WORTHLESS = -(1 << 61)  # an empty entry
_SAMPLE = 250  # entries that are looked at to tell how full the table is


class Entry(NamedTuple):
    check: int
    value: float
    action: int
    info: int


class Value(NamedTuple):
    value: float


class Known(NamedTuple):
    """What is known of a state; nothing if `info` is 0."""

    value: float
    action: int
    info: int


@compiled
class Memory:
    """Entries in pairs; of a pair the one that is older and shallower makes room."""

    words: np.ndarray

    def find(self, key: int) -> Known:
        """Return what is known of the state with this key."""
        first = self.place(key)
        for row in range(first, first + _WAYS):
            entry = load_state(self.words, row, Entry(0, 0.0, 0, 0))
            known = Known(entry.value, entry.action, entry.info)
            if entry.info != 0 and entry.check == key ^ self.checksum(known):
                return known
        return Known(0.0, NO_ACTION, 0)

    def store(self, key: int, value: float, action: int, depth: int, bound: int, guessed: int, age: int) -> None:
        """Keep what a search of `depth` plies found out."""
        first = self.place(key)
        chosen, least = first, 1 << 62
        for row in range(first, first + _WAYS):
            entry = load_state(self.words, row, Entry(0, 0.0, 0, 0))
            if entry.info != 0 and entry.check == key ^ self.checksum(Known(entry.value, entry.action, entry.info)):
                chosen = row
                if action == NO_ACTION:
                    action = entry.action
                break
            worth = self.depth(entry.info) - _AGED * (age - self.age(entry.info) & AGES - 1)
            if entry.info == 0 or worth < least:
                worth = worth if entry.info != 0 else _WORTHLESS
                chosen, least = row, worth
        info = bound | guessed << _GUESSED | age << _AGE | depth << _DEPTH
        check = key ^ self.checksum(Known(value, action, info))
        store_state(self.words, chosen, Entry(check, value, action, info))

    def checksum(self, known: Known) -> int:
        """Return a number that tells whether the words of an entry belong together."""
        return hash_state(Value(known.value)) ^ known.action ^ known.info << _INFO

    def fetch(self, key: int) -> None:
        """Begin to load what is known of a state that will be looked up soon."""
        fetch_row(self.words, self.place(key))

    def place(self, key: int) -> int:
        return (mix(key) & len(self.words) // _WAYS - 1) * _WAYS

    def bound(self, info: int) -> int:
        return info & (LOWER | UPPER)

    def guessed(self, info: int) -> bool:
        return info >> _GUESSED & 1 == 1

    def age(self, info: int) -> int:
        return info >> _AGE & AGES - 1

    def depth(self, info: int) -> int:
        return info >> _DEPTH

    def forget(self) -> None:
        """Empty the table."""
        self.words.fill(0)

    def full(self, age: int) -> int:
        """Return how much of the table was filled by the latest search, in thousandths."""
        infos = self.words[:_SAMPLE, -1]
        return int(1000 * np.count_nonzero((infos != 0) & (infos >> _AGE & AGES - 1 == age)) / len(infos))


def memory(megabytes: float) -> Memory:
    """Return an empty table of at most this size, in units of 2 ** 20 bytes.

    All of it is written to at once: memory that was only promised would be handed out page by page during a search, and
    take its time away.
    """
    lines = int(megabytes * _MEGABYTE / _LINE_BYTES) if megabytes > 0 else 0
    if lines < 1:
        raise HalfmoveError(f"a table of {megabytes} MB holds nothing")
    count = (1 << lines.bit_length() - 1) * _WAYS * _WORDS
    room = np.empty(count + _LINE_BYTES // _WORD_BYTES, np.int64)  # some more, to begin where a line of the cache does
    room.fill(0)
    start = -room.ctypes.data % _LINE_BYTES // _WORD_BYTES
    return Memory(room[start : start + count].reshape(-1, _WORDS))

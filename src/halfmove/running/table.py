"""The transposition table: what was found out about a state, kept for when it comes back by another way.

Threads share it without locks. An entry is four words, of which the first is the key combined with a hash of the other
three, so an entry that two threads have written half and half is not found (Hyatt and Mann 2002).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from halfmove.compiled import compiled, fetch_row, hash_state, load_state, mix, store_state
from halfmove.errors import HalfmoveError
from halfmove.running.memory import bytes_in

LOWER_BOUND, UPPER_BOUND = 1, 2  # bounds; both together are the value itself
EXACT_VALUE = LOWER_BOUND | UPPER_BOUND
NO_ACTION = -(1 << 62)  # not an action of any game
PAIR = 2  # entries where a key can be, together in one line of the processor's cache

_LINE, _WORD = 64, 8  # bytes of a line of the cache, and of a word

# `info` packs from the lowest bit: bound, whether estimates were used, the age, the depth.
_ESTIMATED, _AGE, _DEPTH = 2, 3, 11  # where they begin
AGES = 1 << _DEPTH - _AGE
_INFO = 32  # bits by which `info` is shifted in a checksum, away from where actions differ
_AGED = 8  # plies of depth that an entry loses in worth with each search since it was made
_WORTHLESS = -(1 << 61)  # an empty entry
_SAMPLE = 250  # entries that are looked at to tell how full the table is


class Entry(NamedTuple):
    """What is known of a state; nothing if `info` is 0."""

    value: float
    action: int
    info: int


class _Row(NamedTuple):
    check: int
    value: float
    action: int
    info: int


class _Value(NamedTuple):
    value: float


@compiled
class TranspositionTable:
    """Entries in pairs; of a pair the one that is older and shallower makes room."""

    words: np.ndarray

    def find(self, key: int) -> Entry:
        """Return what is known of the state with this key."""
        first = self.pair(key)
        for place in range(first, first + PAIR):
            row = load_state(self.words, place, _Row(0, 0.0, 0, 0))
            entry = Entry(row.value, row.action, row.info)
            if row.info != 0 and row.check == key ^ self.checksum(entry):
                return entry
        return Entry(0.0, NO_ACTION, 0)

    def store(self, key: int, value: float, action: int, info: int) -> None:
        """Keep what a search found out; where it found no action, the known one stays."""
        first = self.pair(key)
        chosen, least = first, 1 << 62
        for place in range(first, first + PAIR):
            row = load_state(self.words, place, _Row(0, 0.0, 0, 0))
            if row.info != 0 and row.check == key ^ self.checksum(Entry(row.value, row.action, row.info)):
                chosen = place
                if action == NO_ACTION:
                    action = row.action
                break
            worth = self.depth(row.info) - _AGED * (self.age(info) - self.age(row.info) & AGES - 1)
            if row.info == 0 or worth < least:
                worth = worth if row.info != 0 else _WORTHLESS
                chosen, least = place, worth
        check = key ^ self.checksum(Entry(value, action, info))
        store_state(self.words, chosen, _Row(check, value, action, info))

    def checksum(self, entry: Entry) -> int:
        """Return a number that tells whether the words of an entry belong together."""
        return hash_state(_Value(entry.value)) ^ entry.action ^ entry.info << _INFO

    def fetch(self, key: int) -> None:
        """Begin to load what is known of a state that will be looked up soon."""
        fetch_row(self.words, self.pair(key))

    def pair(self, key: int) -> int:
        """Return the first place of the pair where `key` belongs."""
        return (mix(key) & len(self.words) // PAIR - 1) * PAIR

    def info(self, depth: int, bound: int, estimated: int, age: int) -> int:
        """Return as one number how deep a search was, what its value is, and when it was."""
        return bound | estimated << _ESTIMATED | age << _AGE | depth << _DEPTH

    def bound(self, info: int) -> int:
        return info & EXACT_VALUE

    def estimated(self, info: int) -> int:
        return info >> _ESTIMATED & 1

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


def transposition_table(megabytes: float) -> TranspositionTable:
    """Return an empty table of at most this size."""
    return TranspositionTable(empty_rows(megabytes, len(_Row._fields)))


def empty_rows(megabytes: float, words: int) -> np.ndarray:
    """Return a power of two of rows, all 0, of `words` words each; no pair of rows spans two lines of the cache."""
    fitting = bytes_in(megabytes, "a table") // (words * _WORD)
    if fitting < PAIR:
        raise HalfmoveError(f"a table of {megabytes} MB holds nothing")
    count = (1 << fitting.bit_length() - 1) * words
    room = np.zeros(count + _LINE // _WORD, np.int64)  # some more, to begin where a line of the cache does
    start = -room.ctypes.data % _LINE // _WORD
    return room[start : start + count].reshape(-1, words)

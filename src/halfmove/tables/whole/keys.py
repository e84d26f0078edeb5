"""States as short keys: of the words of a state only those bits are kept that ever differ between states."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled, fetch_row, is_native, kernel, lane_of, mix, plain, store_state, words_of
from halfmove.core.game import Game
from halfmove.core.random import random

WORD = 64  # bits
_SAMPLE = 2000  # plies of random games that show which bits are used
_LONGEST = 400  # plies of one of them
_AHEAD = 16  # keys that are entered while a slot is loaded
SLOT = (1 << 32) - 1  # the bits of a slot

RUN = 5  # numbers that tell of a run of bits: word, shift, mask, word of the key, shift there


@compiled
class Packing:
    """Which bits of the words of a state make up its key."""

    runs: NDArray[np.int64]  # of bits that lie together: see RUN
    used: NDArray[np.int64]  # for each word, all bits that are kept
    cells: NDArray[np.int64]  # how many words a key has

    def width(self) -> int:
        """Return how many words a key has."""
        return int(self.cells[0])

    def fits(self, words: Any, row: int) -> bool:
        """Tell whether a state has no bits that its key would lack."""
        for word in range(len(self.used)):
            if words[row, word] & ~self.used[word]:
                return False
        return True

    def pack(self, words: Any, row: int, keys: Any, number: int) -> None:
        """Write the key of the state in `words[row]` to `keys[number]`."""
        for word in range(self.width()):
            keys[number, word] = 0
        for run in range(len(self.runs)):
            bits = words[row, self.runs[run, 0]] >> self.runs[run, 1] & self.runs[run, 2]
            keys[number, self.runs[run, 3]] |= bits << self.runs[run, 4]

    def unpack(self, keys: Any, number: int, words: Any, row: int) -> None:
        """Write the words of the state whose key is `keys[number]` to `words[row]`."""
        for word in range(len(self.used)):
            words[row, word] = 0
        for run in range(len(self.runs)):
            bits = keys[number, self.runs[run, 3]] >> self.runs[run, 4] & self.runs[run, 2]
            words[row, self.runs[run, 0]] |= bits << self.runs[run, 1]


def packing_of(used: Iterable[int]) -> Packing:
    """Return the packing that keeps these bits of each word."""
    used = [int(bits) & (1 << WORD) - 1 for bits in used]
    runs, word, free = [], 0, WORD
    for place, bits in enumerate(used):
        shift = 0
        while bits >> shift:
            if not bits >> shift & 1:
                shift += 1
                continue
            length = (~(bits >> shift) & (bits >> shift) + 1).bit_length() - 1
            if length > free:
                word, free = word + 1, WORD
            mask = (1 << length) - 1
            runs.append((place, shift, _signed(mask), word, WORD - free))
            free -= length
            shift += length
    table = np.array(runs or [(0, 0, 0, 0, 0)], np.int64).reshape(-1, RUN)
    return Packing(table, np.array([_signed(bits) for bits in used], np.int64), np.array([word + 1]))


def _signed(bits: int) -> int:
    return bits - (1 << WORD) if bits >> WORD - 1 else bits


def used_bits(game: Game, state: Any) -> list[int]:
    """Return for each word of a state which bits differ from 0 in random games; others may turn up later."""
    native = lane_of(game) == "compiled" and is_native(state)
    words = np.zeros((1, words_of(type(state))), np.int64)
    used = np.zeros(words.shape[1], np.int64)
    rng, bounds = (random(1), game.bounds) if native else (plain(random(1)), plain(game).bounds)
    sample_bits(bounds, state, rng, words, used)
    return [widened(int(bits)) for bits in used]


@kernel
def sample_bits(bounds: Any, state: Any, rng: Any, words: Any, used: Any) -> int:
    """Play random games from `state`, and note which bits their states have."""
    game = bounds.game
    here, plies = state, 0
    for _ in range(_SAMPLE):
        store_state(words, 0, bounds.canonical(here))
        for word in range(len(used)):
            used[word] |= words[0, word]
        plies += 1
        if game.is_terminal(here) or plies > _LONGEST:
            here, plies = state, 0
        else:
            here = game.result(here, game.sample(here, rng))
    return _SAMPLE


def widened(bits: int) -> int:
    """Return bits with the gaps of a single bit filled; a negative number takes a whole word."""
    return (1 << WORD) - 1 if bits < 0 else bits | bits << 1 & bits >> 1


@compiled
class KeySet:
    """Keys, each once, in the order in which they came, found by hashing.

    A slot (open addressing) holds one more than the number of a key, 0 where there is none. Numbers do not take the
    high bits of a slot, which are the same bits of the hash: they tell most keys apart without a look at them.
    """

    keys: NDArray[np.int64]
    slots: NDArray[np.uint32]  # as many as a power of 2
    cells: NDArray[np.int64]  # how many keys there are

    def count(self) -> int:
        """Return how many keys there are."""
        return int(self.cells[0])

    def hash_of(self, keys: Any, number: int) -> int:
        """Return a hash of a key."""
        hashed = 0
        for word in range(keys.shape[1]):
            hashed = mix(keys[number, word], hashed)
        return hashed

    def fetch(self, hashed: int) -> None:
        """Begin to load the slot where a key is looked for first."""
        fetch_row(self.slots, hashed & len(self.slots) - 1)

    def fetch_key(self, hashed: int) -> None:
        """Begin to load the key that has this hash, if there is one."""
        mask = len(self.slots) - 1
        fetch_row(self.keys, max((int(self.slots[self.find(hashed, hashed & mask), 0]) & mask) - 1, 0))

    def find(self, hashed: int, slot: int) -> int:
        """Return the first slot from here on that is free or may hold the key with this hash."""
        mask = len(self.slots) - 1
        while self.slots[slot, 0] != 0 and (int(self.slots[slot, 0]) ^ hashed) & SLOT & ~mask != 0:
            slot = slot + 1 & mask
        return slot

    def add(self, keys: Any, number: int, hashed: int) -> int:
        """Return the number of a key, which is entered if it is new; there must be room."""
        mask = len(self.slots) - 1
        slot = self.find(hashed, hashed & mask)
        while self.slots[slot, 0] != 0:
            other = (int(self.slots[slot, 0]) & mask) - 1
            same = True
            for word in range(keys.shape[1]):
                if self.keys[other, word] != keys[number, word]:
                    same = False
                    break
            if same:
                return other
            slot = self.find(hashed, slot + 1 & mask)
        other = self.count()
        for word in range(keys.shape[1]):
            self.keys[other, word] = keys[number, word]
        self.enter(slot, other, hashed)
        self.cells[0] = other + 1
        return other

    def enter(self, slot: int, number: int, hashed: int) -> None:
        """Write the number of a key and the high bits of its hash to a slot."""
        self.slots[slot, 0] = hashed & SLOT & ~(len(self.slots) - 1) | number + 1


@kernel
def index_keys(known: KeySet) -> int:
    """Enter all keys into the slots, which are empty."""
    count, mask = known.count(), len(known.slots) - 1
    for number in range(count):
        known.fetch(known.hash_of(known.keys, min(number + _AHEAD, count - 1)))
        hashed = known.hash_of(known.keys, number)
        slot = hashed & mask
        while known.slots[slot, 0] != 0:
            slot = slot + 1 & mask
        known.enter(slot, number, hashed)
    return count

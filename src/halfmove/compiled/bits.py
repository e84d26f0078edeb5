"""Whole numbers as sets of bits, with one meaning in both lanes.

A state field annotated `int` holds up to 63 bits. `Annotated[int, Bits(n)]` holds n of them without a sign: a Python
int in the plain lane, n bits (rounded up to whole words of 64) by value in the compiled one. Where a result may leave
its n bits (`~`, `<<`, `+`, `-`), mask it: Python's ints do not wrap. A shift in a user's file that leaves the 63 bits
of an `int` is refused with its line (`native/shifts.py`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

WORD = (1 << 64) - 1
SPREAD = 0xD1342543DE82EF95  # odd: to multiply by it modulo 2 ** 64 loses nothing


class Bits(NamedTuple):
    """The width of an unsigned field of a state, as in `Annotated[int, Bits(90)]`."""

    width: int  #: how many bits


def bit_count(bits: Any) -> int:
    """Return how many bits are set; `bits` is not negative."""
    return int(bits).bit_count()


def lowest_bit(bits: Any) -> int:
    """Return the index of the lowest set bit; `bits` is not 0."""
    return (int(bits) & -int(bits)).bit_length() - 1


def highest_bit(bits: Any) -> int:
    """Return the index of the highest set bit; `bits` is not 0."""
    return int(bits).bit_length() - 1


def nth_bit(bits: Any, index: int) -> int:
    """Return the place of set bit number `index`, counted from 0 at the lowest; more than `index` bits are set."""
    bits = int(bits)
    for _ in range(index):
        bits &= bits - 1
    return lowest_bit(bits)


def swap_bytes(bits: Any) -> int:
    """Return a word of 64 bits with its eight bytes in reverse order: on an 8 x 8 board, the ranks mirrored."""
    return int.from_bytes((int(bits) & WORD).to_bytes(8, "little"), "big")


def mix(bits: Any, more: Any = 0) -> int:
    """Return a hash from 0 to 2 ** 63 - 1 of two numbers, the same in both lanes.

    The finaliser of SplitMix64 (Steele, Lea and Flood 2014), computed modulo 2 ** 64 without a sign; of a wider
    number every word counts.
    """
    bits = int(bits)
    hashed: int = int(more) * SPREAD  # so that equal bits of the two do not cancel
    while True:
        hashed = (hashed ^ bits) + 0x9E3779B97F4A7C15 & WORD
        hashed = (hashed ^ hashed >> 30) * 0xBF58476D1CE4E5B9 & WORD
        hashed = (hashed ^ hashed >> 27) * 0x94D049BB133111EB & WORD
        hashed ^= hashed >> 31
        bits >>= 64
        if bits == 0 or bits == -1:
            return hashed >> 1


def mix_range(first: int, count: int, more: int) -> list[int]:
    """Return `mix(number, more)` of so many numbers in turn; plain Python takes a tenth of the time for each."""
    hashed = np.arange(first, first + count, dtype=np.uint64) ^ np.uint64(more * SPREAD & WORD)
    hashed += np.uint64(0x9E3779B97F4A7C15)
    hashed = (hashed ^ hashed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    hashed = (hashed ^ hashed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return ((hashed ^ hashed >> np.uint64(31)) >> np.uint64(1)).tolist()  # type: ignore[no-any-return]

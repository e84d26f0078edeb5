"""Four words side by side mean the same in both lanes, and what each word means by itself."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, NamedTuple

from halfmove.compiled import Bits, compiled, kernel, plain, same_word, union, words
from halfmove.compiled.bits import WORD

SHIFTS = (1, 7, 8, 63)
OPERATIONS = 8


class Four(NamedTuple):
    first: Annotated[int, Bits(64)]
    second: Annotated[int, Bits(64)]
    third: Annotated[int, Bits(64)]
    fourth: Annotated[int, Bits(64)]


@compiled
class Operations:
    """Each operation of words, so that it can be told by what its results have in any word."""

    def result(self, which: int, a: Any, b: Any) -> Any:
        one = words(a.first, a.second, a.third, a.fourth)
        other = words(b.first, b.second, b.third, b.fourth)
        if which == 0:
            return union(one & other)
        if which == 1:
            return union(one | other)
        if which == 2:
            return union(~one)
        if which == 3:
            return union(-one)
        if which == 4:
            return union(one - other)
        if which == 5:
            return union(one << words(*SHIFTS))
        if which == 6:
            return union(one >> words(*SHIFTS))
        return union(same_word(a.first) - one)


@kernel
def operate(operations: Any, which: int, a: Any, b: Any) -> Any:
    return operations.result(which, a, b)


def expected(which: int, a: Four, b: Four) -> int:
    """Return the same by words alone."""
    found = 0
    for one, other, shift in zip(a, b, SHIFTS, strict=True):
        each = (one & other, one | other, ~one, -one, one - other, one << shift, one >> shift, a.first - one)
        found |= each[which] & WORD
    return found


def few_bits(rng: Random) -> int:
    """Return a word whose union with three others is not full."""
    return rng.getrandbits(64) & rng.getrandbits(64) & rng.getrandbits(64)


def test_each_word_by_itself() -> None:
    rng = Random(1)
    for _ in range(200):
        a, b = (Four(*(few_bits(rng) for _ in range(4))) for _ in range(2))
        for which in range(OPERATIONS):
            assert operate(plain(Operations()), which, a, b) == expected(which, a, b)
            assert operate(Operations(), which, a, b) == expected(which, a, b)

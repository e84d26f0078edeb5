"""Four words side by side: one text, and one instruction, for four directions on a board of 64 squares."""

from __future__ import annotations

from typing import Any

from halfmove.compiled.bits import WORD

COUNT = 4


class Words:
    """Four words of 64 bits without a sign; operators act on each by itself, modulo 2 ** 64."""

    def __init__(self, *each: int) -> None:
        self.each = each

    def __and__(self, other: Any) -> Words:
        return Words(*(a & b for a, b in zip(self.each, other.each)))

    def __or__(self, other: Any) -> Words:
        return Words(*(a | b for a, b in zip(self.each, other.each)))

    def __invert__(self) -> Words:
        return Words(*(a ^ WORD for a in self.each))

    def __neg__(self) -> Words:
        return Words(*(-a & WORD for a in self.each))

    def __sub__(self, other: Any) -> Words:
        return Words(*(a - b & WORD for a, b in zip(self.each, other.each)))

    def __lshift__(self, other: Any) -> Words:
        """Shift each word by less than 64."""
        return Words(*(a << b & WORD for a, b in zip(self.each, other.each)))

    def __rshift__(self, other: Any) -> Words:
        return Words(*(a >> b for a, b in zip(self.each, other.each)))


def words(first: Any, second: Any, third: Any, fourth: Any) -> Words:
    """Return four words."""
    return Words(int(first), int(second), int(third), int(fourth))


def same_word(word: Any) -> Words:
    """Return a word four times."""
    return Words(*(int(word),) * COUNT)


def union(four: Words) -> int:
    """Return the bits that are set in any of the words."""
    bits = 0
    for word in four.each:
        bits |= word
    return bits

"""The command `go` of UCI and UGI: clocks, counts, flags and the moves to which a search is restricted."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from halfmove.core.choice import TO_THE_END, Limit
from halfmove.errors import MalformedText

_MILLISECONDS = 1000  # in a second
_MOST_DIGITS = 15  # of a number
_QUOTED = 40  # characters of a wrong number


@dataclass
class GoCommand:
    """The words after `go`."""

    numbers: dict[str, int] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    words: list[str] = field(default_factory=list)  # moves to which the search is restricted

    def limit(self, clock: str, increment: str, overhead: float) -> Limit:
        """Return what the search may use, by the clock of the player to move, less `overhead` milliseconds."""
        numbers = self.numbers
        seconds = _seconds(numbers["movetime"], 0.0) if "movetime" in numbers else None
        remaining = _seconds(numbers[clock], overhead) if clock in numbers else None
        added = max(numbers.get(increment, 0), 0) / _MILLISECONDS if clock in numbers else 0.0
        depth = min(max(numbers["depth"], 1), TO_THE_END) if "depth" in numbers else None
        nodes = max(numbers["nodes"], 1) if "nodes" in numbers else None
        to_go = max(numbers["movestogo"], 1) if "movestogo" in numbers and clock in numbers else None
        return Limit(depth, nodes, seconds, remaining, added, to_go)


def parse_go(words: list[str], numbered: Collection[str], flags: Collection[str], restricts: str) -> GoCommand:
    """Read the words after `go`; those that mean nothing are ignored."""
    command, place = GoCommand(), 0
    while place < len(words):
        word, place = words[place], place + 1
        if word in numbered:
            command.numbers[word] = _number(word, words[place] if place < len(words) else "")
            place += 1
        elif word in flags:
            command.flags.add(word)
        elif word == restricts:
            while place < len(words) and words[place] not in numbered and words[place] not in flags:
                command.words.append(words[place])
                place += 1
    return command


def _number(name: str, text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS):
        raise MalformedText(f"go {name} is followed by a whole number, not '{text[:_QUOTED]}'")
    return int(text)


def _seconds(milliseconds: int, overhead: float) -> float:
    """Return a time in seconds without the overhead, but at least half of it, and at least a millisecond."""
    return max(milliseconds - overhead, milliseconds / 2, 1) / _MILLISECONDS

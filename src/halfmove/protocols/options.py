"""Options that an engine offers to its user, as UCI and UGI write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from halfmove.errors import HalfmoveError
from halfmove.running.memory import machine_megabytes

EMPTY = "<empty>"  # how UCI writes a text of no characters

_MOST_DIGITS = 12


@dataclass(frozen=True)
class Option:
    """A number in a range, yes or no, or a text."""

    name: str
    default: int | bool | str
    least: int = 0
    most: int = 0

    def __str__(self) -> str:
        if isinstance(self.default, bool):
            return f"option name {self.name} type check default {str(self.default).lower()}"
        if isinstance(self.default, str):
            return f"option name {self.name} type string default {self.default or EMPTY}"
        return f"option name {self.name} type spin default {self.default} min {self.least} max {self.most}"

    def read(self, text: str) -> Any:
        """Return the value of a text."""
        if isinstance(self.default, bool):
            if text.casefold() not in ("true", "false"):
                raise HalfmoveError(f"{self.name} is true or false, not '{text}'")
            return text.casefold() == "true"
        if isinstance(self.default, str):
            return "" if text.strip() == EMPTY else text.strip()
        digits = text.removeprefix("-")
        if not digits.isascii() or not digits.isdigit() or len(digits) > _MOST_DIGITS:
            raise HalfmoveError(f"{self.name} is a whole number, not '{text}'")
        if not self.least <= int(text) <= self.most:
            raise HalfmoveError(f"{self.name} is from {self.least} to {self.most}, not {text}")
        return int(text)


def most_megabytes() -> int:
    """Return half of the memory of this machine."""
    return max(1, int(machine_megabytes() / 2))

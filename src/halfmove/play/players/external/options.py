"""Options that a program offers, as UCI and UGI write them, and whether a value is one that it takes."""

from __future__ import annotations

from typing import NamedTuple

from halfmove.errors import HalfmoveError

_PARTS = ("type", "default", "min", "max", "var")


class ProgramOption(NamedTuple):
    """An option of a program: `option name Hash type spin default 16 min 1 max 1024`."""

    name: str
    kind: str
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()

    @classmethod
    def read(cls, line: str) -> ProgramOption | None:
        """Return the option that a line offers; None if it is about something else."""
        words = line.split()
        if words[:2] != ["option", "name"] or "type" not in words[3:]:
            return None
        parts: list[tuple[str, list[str]]] = [("name", [])]
        for word in words[2:]:
            if word in _PARTS and parts[-1][1]:
                parts.append((word, []))
            else:
                parts[-1][1].append(word)
        values = {part: " ".join(rest) for part, rest in parts}
        choices = tuple(" ".join(rest) for part, rest in parts if part == "var")
        return cls(
            values["name"], values.get("type", ""), _number(values.get("min")), _number(values.get("max")), choices
        )

    def check(self, program: str, value: str) -> None:
        """Refuse a value that the program does not take."""
        if self.kind == "check" and value.casefold() not in ("true", "false"):
            raise HalfmoveError(f"{program}: {self.name} is true or false, not '{value}'")
        if self.kind == "spin":
            number = _number(value)
            least = self.least if self.least is not None else number
            most = self.most if self.most is not None else number
            if number is None or least is None or most is None or not least <= number <= most:
                raise HalfmoveError(f"{program}: {self.name} is a whole number from {least} to {most}, not '{value}'")
        if self.kind == "combo" and value.casefold() not in map(str.casefold, self.choices):
            raise HalfmoveError(f"{program}: {self.name} is one of {', '.join(self.choices)}, not '{value}'")


def _number(text: str | None) -> int | None:
    return int(text) if text and text.removeprefix("-").isdecimal() else None

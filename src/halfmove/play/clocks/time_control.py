"""Time controls and the clocks they run: `1s` an action, `10s+0.1s`, `40/60s+0.5s`, `nodes=1000`, `depth=6`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from halfmove.core.choice import Limit
from halfmove.errors import HalfmoveError, MalformedText

MARGIN = 0.25  # seconds by which a player may be late before he forfeits: what a busy machine takes away from him
SECONDS = 1.0  # for each action of a player without any limit: no game waits for ever
CHARGED, FREE = "charged", "free"  # what waiting for a core is

_UNITS = {"ms": 0.001, "s": 1.0, "": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}  # seconds
_DURATION = re.compile(r"(\d{1,12}\.?\d*|\.\d+)(ms|s|min|m|h|)")
_MOST_DIGITS = 18  # of a number, so that it fits into a machine word
_CLOCK = re.compile(r"(?:(?P<actions>[^/+]*)/)?(?P<time>[^/+]*)(?:\+(?P<increment>[^/+]*))?")
_EXAMPLES = "such as 1s, 10s+0.1s, 40/60s+0.5s, nodes=1000 or depth=6"


def read_duration(text: str) -> float:
    """Return the seconds of `100ms`, `1.5s`, `2m` or `1h`; a number alone means seconds."""
    match = _DURATION.fullmatch(text.strip())
    if not match:
        raise MalformedText(f"'{text}' is not a time such as 100ms, 1.5s or 2m")
    return float(match[1]) * _UNITS[match[2]]


def write_duration(seconds: float) -> str:
    """Return seconds as `read_duration` reads them."""
    return f"{seconds:g}s" if seconds >= 1 else f"{seconds * 1000:g}ms"


@dataclass(frozen=True)
class Control:
    """What a player is given: time for each action or on a clock, nodes, plies; nothing at all means no limit.

    He forfeits if he is late by more than `margin`. While other processes have the core on which he would think, his
    clock stands, unless `charge_waiting`.
    """

    each: float | None = None  #: seconds for every single action
    total: float | None = None  #: seconds on the clock
    increment: float = 0.0  #: seconds that each action adds to it
    actions: int | None = None  #: after which the clock is filled again
    nodes: int | None = None  #: for every single action
    depth: int | None = None  #: plies
    margin: float = MARGIN  #: seconds by which he may be late
    charge_waiting: bool = False  #: whether his clock runs while other processes have the core

    @property
    def keeps_time(self) -> bool:
        """Tell whether there is any time to keep to."""
        return self.each is not None or self.total is not None

    @property
    def limits(self) -> bool:
        """Tell whether there is any limit."""
        return self.keeps_time or self.nodes is not None or self.depth is not None

    def granted(self) -> str:
        """Return what a player is given, but not when he forfeits."""
        parts = []
        if self.each is not None:
            parts.append(write_duration(self.each))
        if self.total is not None:
            often = "" if self.actions is None else f"{self.actions}/"
            parts.append(f"{often}{write_duration(self.total)}+{write_duration(self.increment)}")
        parts += [f"{name}={value}" for name, value in (("nodes", self.nodes), ("depth", self.depth)) if value]
        return ",".join(parts)

    def __str__(self) -> str:
        if not self.keeps_time:
            return self.granted()
        waiting = CHARGED if self.charge_waiting else FREE
        return f"{self.granted()},margin={write_duration(self.margin)},waiting={waiting}"


UNLIMITED = Control()


def parse_control(text: str, margin: float = MARGIN, charge_waiting: bool = False) -> Control:
    """Read a time control; several are parted by commas, as in `10s+0.1s,depth=8`.

    It may also say when a player forfeits, as in `100ms,margin=20ms,waiting=charged`.
    """
    given: dict[str, float | int | bool | None] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        fields = _part(part)
        if set(fields) & set(given) or {"each", "total"} <= set(fields) | set(given):
            raise MalformedText(f"'{text}': '{part}' says for the second time what a player is given")
        given |= fields
    return Control(**{"margin": margin, "charge_waiting": charge_waiting, **given})  # type: ignore[arg-type]


def _part(text: str) -> dict[str, float | int | bool | None]:
    name, equals, value = text.partition("=")
    if not equals:
        return _times(text)
    if name in ("nodes", "depth"):
        return {name: _count(text, value)}
    if name == "margin":
        return {name: read_duration(value)}
    if name == "waiting" and value in (CHARGED, FREE):
        return {"charge_waiting": value == CHARGED}
    raise MalformedText(f"'{text}' is not a time control {_EXAMPLES}")


def _times(text: str) -> dict[str, float | int | bool | None]:
    match = _CLOCK.fullmatch(text)
    if not match:
        raise MalformedText(f"'{text}' is not a time control {_EXAMPLES}")
    try:
        seconds = read_duration(match["time"])
        increment = read_duration(match["increment"]) if match["increment"] is not None else 0.0
    except MalformedText as error:
        raise MalformedText(f"{error}; a time control is {_EXAMPLES}") from None
    if seconds <= 0:
        raise HalfmoveError(f"'{text}' leaves no time")
    if match["actions"] is None and match["increment"] is None:
        return {"each": seconds}
    actions = None if match["actions"] is None else _count(text, match["actions"])
    return {"total": seconds, "increment": increment, "actions": actions}


def _count(text: str, number: str) -> int:
    if not number.isdecimal() or len(number) > _MOST_DIGITS or int(number) == 0:
        raise MalformedText(f"'{text}': '{number}' is not a whole number from 1 on")
    return int(number)


class Clock:
    """The clock of one player: what he may take for the next action, and what is left after it."""

    def __init__(self, control: Control) -> None:
        self.control = control
        self.left = control.total  # seconds, or None where no clock runs
        self.to_go = control.actions

    def limit(self) -> Limit:
        """Return the limit of the next action."""
        control = self.control
        return Limit(
            control.depth, control.nodes, control.each, self.left, control.increment if self.left else 0.0, self.to_go
        )

    def spend(self, seconds: float) -> bool:
        """Take the time of an action off the clock; False if it was too much."""
        control = self.control
        if control.each is not None:
            return seconds <= control.each + control.margin
        if self.left is None:
            return True
        if seconds > self.left + control.margin:
            self.left = 0.0
            return False
        self.left = max(self.left - seconds, 0.0) + control.increment
        if self.to_go is not None:
            self.to_go -= 1
            if self.to_go == 0:
                self.left, self.to_go = self.left + (control.total or 0.0), control.actions
        self.left = max(self.left, _LEAST)
        return True


_LEAST = 0.001  # seconds: a player who is late within the margin still has a moment left

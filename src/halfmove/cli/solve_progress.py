"""What `halfmove solve` says while it works, on the error stream: its estimate and plan first, then how far it is."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from halfmove.cli.live_status import LiveStatus

if TYPE_CHECKING:
    from halfmove.search.solving.graph import Exploration

_MEGABYTE = 1 << 20
_SOON = 0.5  # seconds after which the estimate is shown: what ends sooner needs none
_LINE_INTERVAL = 5.0  # seconds between two lines where there is no terminal


class SolveProgress(LiveStatus):
    """Shows how solving goes on; `low` and `high` are the bounds of the proof so far."""

    def __init__(self, live: bool) -> None:
        super().__init__(live)
        self.low, self.high = -math.inf, math.inf
        self._start: float | None = None
        self._estimated = False
        self._latest: Exploration | None = None
        self._last_line = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Seconds since all was ready."""
        return 0.0 if self._start is None else time.perf_counter() - self._start

    def say(self, text: str) -> None:
        """Print a sentence."""
        from halfmove.cli.report import console

        if self.live:
            console(stderr=True).print(text, markup=False)

    def listing(self, listed: Exploration) -> None:
        """Tell how many states are listed."""
        self._start = self._start or time.perf_counter()
        seconds = self.seconds
        self._latest = listed
        if seconds >= _SOON and listed.plies:
            self.estimate()
        self._update(f"{listed.states:,} states, {_rate(listed.states, seconds)}, {listed.bytes // _MEGABYTE:,} MB")

    def estimate(self) -> None:
        """Say, once, how many states there are to list."""
        if not self._estimated and self._latest is not None:
            self._estimated = True
            self.say(_estimate(self._latest))

    def proving(self, nodes: int, low: float, high: float) -> None:
        """Tell how far a proof is."""
        self._start = self._start or time.perf_counter()
        self.low, self.high = low, high
        self._update(f"{nodes:,} nodes, the value is from {low:g} to {high:g}")

    def _update(self, text: str) -> None:
        from halfmove.cli.report import console

        self.show(text)
        is_due = time.perf_counter() - self._last_line >= _LINE_INTERVAL
        if is_due and not console(stderr=True).is_terminal:
            self._last_line = time.perf_counter()
            self.say(text)


def _rate(count: int, seconds: float) -> str:
    from halfmove.cli.report import rate

    return rate(count, seconds)


def _estimate(listed: Exploration) -> str:
    """Say how many states there are at least, how fast they grow, and how many there is room for."""
    room = "" if listed.room is None else f"; there is room for about {listed.room:,}"
    return (
        f"more than {listed.states:,} states: {listed.plies} plies are listed, and the last has"
        f" {listed.growth:.2g} times as many as the one before{room}"
    )

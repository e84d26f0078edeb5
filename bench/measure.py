"""Times side by side: ours and the peer's in turn, so that a noisy machine is equally unfair to both."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Row:
    """A figure: ours, the peer's, how many times better ours is, the bar, and whether it is met (None: no bar).

    The README shows the rows that have a `headline`. `elsewhere` are figures of programs that were not run beside ours.
    """

    what: str
    unit: str
    ours: float | None
    peer: float | None = None
    ratio: float | None = None
    bar: str = "reported"
    met: bool | None = None
    note: str = ""
    headline: str = ""
    against: str = ""  # who the peer is
    elsewhere: str = ""


@dataclass(frozen=True)
class Times:
    """CPU seconds of ours and of the peer, round by round."""

    ours: list[float]
    peer: list[float]

    @property
    def speedup(self) -> float:
        """How many times faster ours is, in the median round."""
        return median(peer / ours for ours, peer in zip(self.ours, self.peer, strict=True))


def seconds_of(act: Callable[[], object], times: int = 1) -> float:
    """Return the CPU seconds of all threads for one call, the mean of `times` calls."""
    start = time.process_time()
    for _ in range(times):
        act()
    return (time.process_time() - start) / times


def side_by_side(
    ours: Callable[[], object], peer: Callable[[], object], rounds: int = 7, repeat: int = 1, repeat_peer: int = 1
) -> Times:
    """Time both in turn, `rounds` times, after a first call of ours that is not counted."""
    ours()
    times = Times([], [])
    for _ in range(rounds):
        times.ours.append(seconds_of(ours, repeat))
        times.peer.append(seconds_of(peer, repeat_peer))
    return times


def at_least(
    what: str,
    unit: str,
    times: Times,
    bar: float,
    scale: float = 1.0,
    note: str = "",
    headline: str = "",
    against: str = "",
    elsewhere: str = "",
) -> Row:
    """Return the row of a speedup; `scale` turns seconds into the unit, work into work per second if negative."""
    ours, peer = median(times.ours), median(times.peer)
    shown = (-scale / ours, -scale / peer) if scale < 0 else (scale * ours, scale * peer)
    met = times.speedup >= bar
    return Row(what, unit, *shown, times.speedup, f">= {bar:g}", met, note, headline, against, elsewhere)

"""Time as a search needs it: how long since the start, how long until the deadline."""

from __future__ import annotations

import time


class Clock:
    """A clock that starts when it is made."""

    def __init__(self, seconds: float | None = None) -> None:
        self.start = time.perf_counter()
        self.limit = seconds

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.start

    @property
    def left(self) -> float | None:
        """Seconds until the deadline, not less than 0; None if there is none."""
        return None if self.limit is None else max(0.0, self.limit - self.seconds)

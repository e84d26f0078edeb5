"""The seconds that a player had: while other processes have the core on which he would think, his clock stands."""

from __future__ import annotations

import os
from time import perf_counter, process_time

_THREADS = "/proc/self/task"  # where Linux tells how long each thread was ready and had to wait for a core
_NANOSECOND = 1e-9  # seconds


def waited() -> float:
    """Return for how long the threads of this process had to wait for a core so far; 0 where nobody tells."""
    nanoseconds = 0
    try:
        for thread in os.listdir(_THREADS):
            with open(f"{_THREADS}/{thread}/schedstat", "rb") as file:
                nanoseconds += int(file.read().split()[1])
    except (OSError, IndexError):  # another system, or a thread that has just ended
        return 0.0
    return nanoseconds * _NANOSECOND


class Stopwatch:
    """Runs from when it is made; where nothing depends on it, to be `exact` is not worth the while.

    CPU seconds <= seconds <= wall: threads that wait at the same time do not make thinking free.
    """

    def __init__(self, exact: bool = True) -> None:
        self.exact = exact
        self.waited, self.used = (waited(), process_time()) if exact else (0.0, 0.0)
        self.start = perf_counter()

    @property
    def seconds(self) -> float:
        """The seconds so far."""
        wall = perf_counter() - self.start
        if not self.exact:
            return wall
        return min(wall, max(wall - (waited() - self.waited), process_time() - self.used))

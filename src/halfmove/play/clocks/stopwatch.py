"""The seconds that a player had: while other processes have the core on which he would think, his clock stands."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from time import perf_counter, process_time
from typing import NamedTuple

OURS = "self"  # the process that plays, as Linux calls it
_THREADS = "/proc/{}/task"  # where Linux tells how long each thread had a core, and how long it was ready and had none
_NANOSECOND = 1e-9  # seconds


class Share(NamedTuple):
    """The nanoseconds for which a thread had a core, and for which it had to wait for one."""

    ran: int = 0
    waited: int = 0


def threads_of(process: int | str) -> dict[str, Share]:
    """Return the share of each thread of a process so far; nothing where the system does not say.

    A thread that ends while we look is left out, and only that one.
    """
    folder = _THREADS.format(process)
    threads = {}
    with suppress(OSError):  # another system, or a program that has just ended
        for thread in os.listdir(folder):
            with suppress(OSError, IndexError), open(f"{folder}/{thread}/schedstat", "rb") as file:
                ran, waited, *_ = file.read().split()
                threads[thread] = Share(int(ran), int(waited))
    return threads


class Stopwatch:
    """Runs from when it is made; where no clock depends on it, it need not be `exact`.

    `programs` are other processes that think for the player. CPU seconds <= seconds <= wall: threads that wait at the
    same time do not make thinking free.
    """

    def __init__(self, exact: bool = True, programs: Sequence[int] = ()) -> None:
        self.processes: tuple[int | str, ...] = (OURS, *programs) if exact else ()
        self.before = [threads_of(process) for process in self.processes]
        self.used = process_time()
        self.start = perf_counter()

    @property
    def seconds(self) -> float:
        """The seconds so far."""
        wall = perf_counter() - self.start
        if not self.processes:
            return wall
        used, waited = process_time() - self.used, 0.0
        for process, before in zip(self.processes, self.before, strict=True):
            if not before:  # where the first look saw nothing, the second cannot tell what is new
                continue
            since = [_since(before.get(thread, Share()), now) for thread, now in threads_of(process).items()]
            used = max(used, sum(share.ran for share in since) * _NANOSECOND)
            waited += sum(share.waited for share in since) * _NANOSECOND
        return min(wall, max(wall - waited, used))


def _since(before: Share, now: Share) -> Share:
    """Return the share of a thread between two looks; one that was not there before has begun in between."""
    return Share(now.ran - before.ran, now.waited - before.waited)

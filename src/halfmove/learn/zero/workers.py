"""Threads that live as long as the training does: a job is a list of calls, which they take one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

Call = Callable[[], Any]


class _Job(NamedTuple):
    calls: Sequence[Call]
    numbers: Iterator[int]
    done: SimpleQueue[BaseException | None]


class Workers:
    """Some threads; machine code lets them run side by side."""

    def __init__(self, threads: int) -> None:
        self.threads, self._jobs = threads, SimpleQueue[_Job | None]()
        for _ in range(threads):
            Thread(target=self._work, daemon=True).start()

    def start(self, calls: Sequence[Call]) -> SimpleQueue[BaseException | None]:
        """Begin a job, and return what `wait` takes."""
        job = _Job(calls, count(), SimpleQueue())
        for _ in range(self.threads):
            self._jobs.put(job)
        return job.done

    def wait(self, done: SimpleQueue[BaseException | None]) -> None:
        """Return when all calls of a job are done; what one of them raised is raised here."""
        failures = [failure for failure in (done.get() for _ in range(self.threads)) if failure is not None]
        if failures:
            raise failures[0]

    def close(self) -> None:
        """Let the threads end."""
        for _ in range(self.threads):
            self._jobs.put(None)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            failure: BaseException | None = None
            try:
                while (number := next(job.numbers)) < len(job.calls):
                    job.calls[number]()
            except BaseException as error:  # noqa: BLE001 - handed to the thread that waits, whatever it is
                failure = error
            job.done.put(failure)

"""Worker processes: each has always something to play, and one that dies is replaced."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.errors import HalfmoveError
from halfmove.play.plan import Round
from halfmove.play.store import Store

_JOB = 1.0  # seconds that the numbers handed to a worker at once should keep it busy
_MOST = 100_000  # numbers at once
_AHEAD = 2  # jobs that a worker has: one that it plays and one that waits
_DEATHS = 3  # of workers at the same number before the match is given up
_FAREWELL = 10.0  # seconds in which a worker has to end
_LOOK = 0.2  # seconds between two looks at what the caller wants

Done = Callable[[range, NDArray[np.int8]], None]


class Worker:
    """A process, and what it was told to play and has not finished."""

    def __init__(self, store: Store, told: SimpleQueue[tuple[Worker, dict[str, Any] | None]]) -> None:
        self.jobs: deque[range] = deque()
        source = str(Path(__file__).parents[2])
        path = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH", ""))))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "halfmove.play.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,  # Ctrl-C is ours
        )
        self.thread = threading.Thread(target=self._listen, args=(told,), daemon=True)
        self.thread.start()
        self.say({"database": str(store.path), "plan": store.plan.to_json()})

    def say(self, message: dict[str, Any]) -> None:
        """Send a message; that a process has died is noticed elsewhere."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps(message) + "\n")
            self.process.stdin.flush()

    def _listen(self, told: SimpleQueue[tuple[Worker, dict[str, Any] | None]]) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            told.put((self, json.loads(line)))
        told.put((self, None))

    def finish(self, numbers: range) -> None:
        """Take numbers off what is to be played."""
        while self.jobs and len(numbers):
            job = self.jobs.popleft()
            if job.stop > numbers.stop:
                self.jobs.appendleft(range(numbers.stop, job.stop))
            numbers = range(min(job.stop, numbers.stop), numbers.stop)

    def end(self) -> None:
        """End the process, by force if it does not go."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.terminate()
        try:
            self.process.wait(_FAREWELL)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.thread.join()
        self.process.stdout.close()


class Pace:
    """How fast games are finished, from the first time that some are: until then processes start and compile."""

    def __init__(self) -> None:
        self.start: float | None = None
        self.games = 0

    def finished(self, games: int) -> None:
        """Count games."""
        if self.start is None:
            self.start = monotonic()
        else:
            self.games += games

    def enough(self, least: int, workers: int) -> int:
        """Return how many numbers keep one of the workers busy for a while."""
        if self.start is None or not self.games:
            return least
        count = int(self.games / (monotonic() - self.start) / workers * _JOB)
        return max(least, min(count - count % least, _MOST))


def play_in_processes(
    store: Store, rounds: Round, missing: list[range], workers: int, done: Done, wanted: Callable[[], bool]
) -> None:
    """Play the missing numbers of a round in worker processes, as long as they are `wanted`."""
    told: SimpleQueue[tuple[Worker, dict[str, Any] | None]] = SimpleQueue()
    staff = [Worker(store, told) for _ in range(workers)]
    left = deque(missing)
    deaths: Counter[int] = Counter()
    pace = Pace()
    try:
        while wanted() and (left or any(worker.jobs for worker in staff)):
            for worker in staff:
                while left and len(worker.jobs) < _AHEAD:
                    job = _take(left, pace.enough(rounds.seatings, workers))
                    worker.jobs.append(job)
                    worker.say({"round": rounds, "numbers": [job.start, job.stop]})
            try:
                worker, message = told.get(timeout=_LOOK)
            except Empty:
                continue
            if message is None:
                staff[staff.index(worker)] = _replaced(worker, store, told, left, deaths)
            elif "failed" in message:
                raise HalfmoveError(message["failed"])
            else:
                numbers = range(*message["done"])
                worker.finish(numbers)
                pace.finished(len(numbers))
                done(numbers, np.frombuffer(message["halves"].encode("ascii"), np.int8) - ord("0"))
    finally:
        for worker in staff:
            worker.end()


def _take(left: deque[range], count: int) -> range:
    numbers = left.popleft()
    if len(numbers) > count:
        left.appendleft(range(numbers.start + count, numbers.stop))
    return numbers[:count]


def _replaced(worker: Worker, store: Store, told: Any, left: deque[range], deaths: Counter[int]) -> Worker:
    """Return another worker; what the dead one has not finished is played again."""
    worker.end()
    if worker.jobs:
        number = worker.jobs[0].start
        deaths[number] += 1
        if deaths[number] == _DEATHS:
            code = worker.process.returncode
            raise HalfmoveError(f"game {number}: the process that played it has died {_DEATHS} times, with code {code}")
    left.extendleft(reversed(worker.jobs))
    return Worker(store, told)


def gaps(numbers: range, played: list[int]) -> Iterator[range]:
    """Yield what is missing of some numbers, in ranges as long as can be."""
    at = numbers.start
    for number in [*(number for number in played if number in numbers), numbers.stop]:
        if number > at:
            yield range(at, number)
        at = number + 1

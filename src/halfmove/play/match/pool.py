"""Worker processes: each has always something to play, and one that dies is replaced."""

from __future__ import annotations

import json
import signal
import subprocess
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from halfmove.errors import HalfmoveError
from halfmove.play.match.plan import Round
from halfmove.play.match.rows import half_points_of
from halfmove.play.match.store import Store
from halfmove.play.pipes import MATCH_WORKER, command_of, environment

MOST_WORKERS = 512
_JOB = 1.0  # seconds that the numbers handed to a worker at once should keep it busy
_MOST = 100_000  # numbers at once
_AHEAD = 2  # jobs that a worker has: one that it plays and one that waits
_DEATHS = 3  # of workers at the same number before the match is given up
_KILLS = 200  # signals of others, without a game finished in between, before the match is given up
QUIT_TIMEOUT = 10.0  # seconds in which a worker has to end
_POLL_INTERVAL = 0.2  # seconds between two looks at what the caller wants

Done = Callable[[range, NDArray[np.int8]], None]
Messages: TypeAlias = "SimpleQueue[tuple[Worker, dict[str, Any] | None]]"  # None is the end of a worker


class Worker:
    """A process, and what it has to play and has not finished."""

    def __init__(self, store: Store, messages: Messages) -> None:
        self.jobs: deque[range] = deque()
        self.process = subprocess.Popen(
            command_of(MATCH_WORKER),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environment(),
            start_new_session=True,  # Ctrl-C is ours
        )
        self.thread = threading.Thread(target=self._listen, args=(messages,), daemon=True)
        self.thread.start()
        self.say({"database": str(store.path), "plan": store.plan.to_json()})

    def say(self, message: dict[str, Any]) -> None:
        """Send a message; that a process has died is noticed elsewhere."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps(message) + "\n")
            self.process.stdin.flush()

    def _listen(self, messages: Messages) -> None:
        assert self.process.stdout is not None
        with suppress(ValueError, OSError):  # of a process that is killed, the last line may be only a part
            for line in self.process.stdout:
                messages.put((self, json.loads(line)))
        messages.put((self, None))

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
            self.process.wait(QUIT_TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.thread.join(QUIT_TIMEOUT)
        if not self.thread.is_alive():  # a child of a player's may still hold the pipe
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
    store: Store, round: Round, missing: list[range], workers: int, done: Done, wanted: Callable[[], bool]
) -> None:
    """Play the missing numbers of a round in worker processes, as long as they are `wanted`."""
    workers = min(workers, sum(-(-len(numbers) // round.seatings) for numbers in missing))  # each has something to play
    messages: Messages = SimpleQueue()
    staff = [Worker(store, messages) for _ in range(workers)]
    left = deque(missing)
    deaths = Deaths()
    pace = Pace()
    try:
        while wanted() and (left or any(worker.jobs for worker in staff)):
            for worker in staff:
                while left and len(worker.jobs) < _AHEAD:
                    job = _take(left, pace.enough(round.seatings, workers))
                    worker.jobs.append(job)
                    worker.say({"round": round, "numbers": [job.start, job.stop]})
            sender, message = _news(messages, staff)
            if sender is None or sender not in staff:  # nothing is new, or the last words of one that was replaced
                continue
            if message is None:
                sender.end()
                left.extendleft(reversed(_unfinished(sender, store, round, done)))
                deaths.count(sender)
                staff[staff.index(sender)] = Worker(store, messages)
            elif "failed" in message:
                raise HalfmoveError(message["failed"])
            else:
                numbers = range(*message["done"])
                sender.finish(numbers)
                pace.finished(len(numbers))
                deaths.kills = 0
                done(numbers, np.frombuffer(message["half_points"].encode("ascii"), np.int8) - ord("0"))
    finally:
        for worker in staff:
            worker.end()


class Deaths:
    """Workers that died: at the same game again and again, or killed from outside before any game was finished."""

    def __init__(self) -> None:
        self.at: Counter[int] = Counter()  # numbers of games
        self.kills = 0  # since a game was finished

    def count(self, worker: Worker) -> None:
        """Count a death; give the match up if there were too many."""
        code = worker.process.returncode
        if code == -signal.SIGKILL:  # no fault of the game, unless it takes all memory
            self.kills += 1
            if self.kills == _KILLS:
                raise HalfmoveError(f"processes were killed {_KILLS} times before a game was finished")
        elif worker.jobs:
            number = worker.jobs[0].start
            self.at[number] += 1
            if self.at[number] == _DEATHS:
                raise HalfmoveError(
                    f"game {number}: the process that played it has died {_DEATHS} times, with code {code}"
                )


def _news(messages: Messages, staff: list[Worker]) -> tuple[Worker | None, dict[str, Any] | None]:
    """Return what a worker says, or that one is dead; after a moment, that there is nothing."""
    try:
        return messages.get(timeout=_POLL_INTERVAL)
    except Empty:
        return next((worker for worker in staff if worker.process.poll() is not None), None), None


def _unfinished(worker: Worker, store: Store, round: Round, done: Done) -> list[range]:
    """Return what a dead worker has not played; what it had stored, and had no time to tell, is counted."""
    missing: list[range] = []
    for job in worker.jobs:
        stored = {row.number: half_points_of(row, round) for row in store.rows(job.start, job.stop)}
        absent = list(gaps(job, list(stored)))
        for run in gaps(job, [number for gap in absent for number in gap]):
            done(run, np.array([stored[number] for number in run], np.int8))
        missing += absent
    return missing


def _take(left: deque[range], count: int) -> range:
    numbers = left.popleft()
    if len(numbers) > count:
        left.appendleft(range(numbers.start + count, numbers.stop))
    return numbers[:count]


def gaps(numbers: range, played: list[int]) -> Iterator[range]:
    """Yield what is missing of some numbers, in ranges as long as can be."""
    at = numbers.start
    for number in [*(number for number in played if number in numbers), numbers.stop]:
        if number > at:
            yield range(at, number)
        at = number + 1

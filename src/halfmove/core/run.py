"""Running a search so that it can be stopped: in a thread of its own, while the main one waits.

Machine code does not hear Ctrl-C, and a deep search needs more stack than a main thread has.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextvars import ContextVar
from queue import SimpleQueue
from types import TracebackType
from typing import TypeVar

from halfmove.compiled import Flag

Result = TypeVar("Result")

_STACK = 256 << 20  # bytes, of which the system gives only what is used
_FRAMES = 50_000  # of Python, for the plain lane

_settings = threading.Lock()  # the stack size and the limit of frames are settings of the process
_frames_before: list[int] = []  # the limits that the searches now running found, the first one's first


class _Worker(threading.Thread):
    """A thread with a deep stack, kept for the next search: to start one takes longer than to solve tic-tac-toe."""

    def __init__(self) -> None:
        super().__init__(name="search", daemon=True)
        self.jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()
        with _settings:
            before = threading.stack_size(_STACK)
            try:
                self.start()
            finally:
                threading.stack_size(before)

    def run(self) -> None:
        while True:
            self.jobs.get()()


_idle: list[_Worker] = []
os.register_at_fork(after_in_child=_idle.clear)  # threads do not follow into a child process


class Stop:
    """Ends the searches that one thread runs `with stop:` when another one calls `stop.now()`, also those to come."""

    def __init__(self) -> None:
        self.asked = False
        self._flags: list[Flag] = []  # of the searches that are running
        self._lock = threading.Lock()

    def __enter__(self) -> Stop:
        self._before = _stop.set(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _stop.reset(self._before)

    def now(self) -> None:
        """Raise the flags."""
        with self._lock:
            self.asked = True
            for flag in self._flags:
                flag.set()

    def watch(self, flag: Flag) -> None:
        """Raise this flag too, if it comes to that."""
        with self._lock:
            self._flags.append(flag)
            if self.asked:
                flag.set()

    def leave(self, flag: Flag) -> None:
        """Let a flag alone from now on."""
        with self._lock:
            self._flags.remove(flag)


_stop: ContextVar[Stop | None] = ContextVar("stop", default=None)


def run(search: Callable[[], Result], flag: Flag, seconds: float | None = None) -> Result:
    """Return what `search` returns. After `seconds`, or at Ctrl-C, raise the flag: the search ends by itself.

    Ctrl-C is passed on as KeyboardInterrupt once the search has ended.
    """
    outcome: list[Result] = []
    failure: list[BaseException] = []
    done = threading.Lock()  # held until the search has ended: a wait for an Event takes half as long again
    done.acquire()
    try:
        worker = _idle.pop()
    except IndexError:
        worker = _Worker()

    def work() -> None:
        try:
            outcome.append(search())
        except BaseException as error:  # noqa: BLE001 - handed to the waiting thread, whatever it is
            failure.append(error)
        finally:
            _idle.append(worker)
            done.release()

    stop = _stop.get()
    if stop:
        stop.watch(flag)
    _allow_frames()
    worker.jobs.put(work)
    interrupted = False
    try:
        if not done.acquire(timeout=-1 if seconds is None else min(max(0.0, seconds), threading.TIMEOUT_MAX)):
            flag.set()
            done.acquire()
    except KeyboardInterrupt:
        interrupted = True
        flag.set()
        if not outcome and not failure:
            done.acquire()
    finally:
        _restore_frames()
        if stop:
            stop.leave(flag)
    if interrupted:
        raise KeyboardInterrupt
    if failure:
        raise failure[0]
    return outcome[0]


def _allow_frames() -> None:
    with _settings:
        _frames_before.append(sys.getrecursionlimit())
        sys.setrecursionlimit(max(_FRAMES, _frames_before[0]))


def _restore_frames() -> None:
    with _settings:
        before = _frames_before.pop()
        if not _frames_before:
            sys.setrecursionlimit(before)

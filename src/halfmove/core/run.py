"""Running a search so that it can be stopped: in a thread of its own, while the main one waits.

Machine code does not hear Ctrl-C, and a deep search needs more stack than a main thread has.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
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


def run(search: Callable[[], Result], flag: Flag, seconds: float | None = None) -> Result:
    """Return what `search` returns. After `seconds`, or at Ctrl-C, raise the flag: the search ends by itself.

    Ctrl-C is passed on as KeyboardInterrupt once the search has ended.
    """
    outcome: list[Result] = []
    failure: list[BaseException] = []
    done = threading.Event()
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
            done.set()

    _allow_frames()
    worker.jobs.put(work)
    interrupted = False
    try:
        if not done.wait(None if seconds is None else min(seconds, threading.TIMEOUT_MAX)):
            flag.set()
            done.wait()
    except KeyboardInterrupt:
        interrupted = True
        flag.set()
        done.wait()
    finally:
        _restore_frames()
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

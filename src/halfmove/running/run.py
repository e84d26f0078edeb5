"""Running a search so that it can be stopped.

Machine code does not hear Ctrl-C, and a deep search needs more stack than a main thread has: such a search runs in a
thread of its own while the calling one waits. A shallow one without a deadline runs in the calling thread, which is
much faster, and a guard thread raises its flag at Ctrl-C.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextvars import ContextVar
from queue import SimpleQueue
from types import FrameType, TracebackType
from typing import TypeVar

from halfmove.compiled import Flag

Result = TypeVar("Result")

MOST_THREADS = 512  # of one search

_STACK = 256 << 20  # bytes, of which the system gives only what is used
_FRAMES = 50_000  # of Python, for the plain lane
_SHALLOW = 1 << 20  # bytes: a main thread has eight times as many
_PRESSES_TO_GIVE_UP = 3  # of Ctrl-C: the last one ends the wait for a search that does not listen
_EXIT_GRACE = 1.0  # second for a search to end where others handle Ctrl-C
_NO_DESCRIPTOR = -1
_SIGNALS_AT_ONCE = 64
_SIGINT = int(signal.SIGINT)
_handle = sys.modules["_signal"].signal  # without the enums of `signal`, which take longer than all the rest

_settings = threading.Lock()  # the stack size and the limit of frames are settings of the process
_frames_before: list[int] = []  # the limit of frames that each running search found when it began


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
    """Ends the searches that one thread runs `with stop:`, and all later ones, once another calls `stop.now()`."""

    def __init__(self) -> None:
        self.requested = False
        self._flags: list[Flag | Stop] = []  # of the searches that are running, and stops within this one
        self._lock = threading.Lock()

    def __enter__(self) -> Stop:
        self._outer = _stop.get()
        if self._outer:
            self._outer.watch(self)
        self._before = _stop.set(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _stop.reset(self._before)
        if self._outer:
            self._outer.leave(self)

    def now(self) -> None:
        """Raise the flags."""
        with self._lock:
            self.requested = True
            for flag in self._flags:
                flag.set()

    set = now  # a stop within another one is raised as a flag is

    def watch(self, flag: Flag | Stop) -> None:
        """Raise this flag too when `now` is called."""
        with self._lock:
            self._flags.append(flag)
            if self.requested:
                flag.set()

    def leave(self, flag: Flag | Stop) -> None:
        """Forget the flag of a search that has ended."""
        with self._lock:
            self._flags.remove(flag)


_stop: ContextVar[Stop | None] = ContextVar("stop", default=None)


def run(search: Callable[[], Result], flag: Flag, seconds: float | None = None, stack: int | None = None) -> Result:
    """Return what `search` returns. After `seconds`, or at Ctrl-C, raise the flag: the search ends by itself.

    Ctrl-C is passed on as KeyboardInterrupt once the search has ended, however often it is pressed. `stack` is how many
    bytes of stack the search takes at most, if that is known.
    """
    stop = _stop.get()
    if stop:
        stop.watch(flag)
    interrupt = _Interrupt(flag)
    try:
        if stack is not None and stack <= _SHALLOW and seconds is None and interrupt.is_guarded():
            return search()
        return _in_worker(search, flag, seconds)
    finally:
        interrupt.end()
        if stop:
            stop.leave(flag)
        interrupt.pass_on()


class _Interrupt:
    """Ctrl-C while a search runs: it raises the flag, and is passed on afterwards.

    The handler raises nothing, so that no second Ctrl-C can leave a search alone. If a search does not end, the last
    of `_PRESSES_TO_GIVE_UP` gives it up.
    """

    def __init__(self, flag: Flag) -> None:
        self.flag, self.presses, self.listens, self.descriptor = flag, 0, False, _NO_DESCRIPTOR
        self.in_main = threading.current_thread() is threading.main_thread()
        if self.in_main:
            before = _handle(_SIGINT, self)
            self.listens = before is signal.default_int_handler
            if not self.listens:  # another handler is installed, perhaps by a search that this one is part of
                _handle(_SIGINT, before)

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.presses += 1
        self.flag.set()
        if self.presses >= _PRESSES_TO_GIVE_UP:
            raise KeyboardInterrupt

    def is_guarded(self) -> bool:
        """Tell whether a search may run in this thread: Ctrl-C does not reach it, or the guard listens for it."""
        if not self.in_main:
            return sys.platform == "linux"  # elsewhere threads have little stack
        if not self.listens:
            return False
        guard = _guard()
        before = signal.set_wakeup_fd(guard.write_end, warn_on_full_buffer=False)
        if before not in (_NO_DESCRIPTOR, guard.write_end):
            signal.set_wakeup_fd(before)
            return False
        self.descriptor = guard.write_end
        guard.flag = self.flag
        return True

    def end(self) -> None:
        """Let Ctrl-C mean again what it meant before."""
        if self.descriptor != _NO_DESCRIPTOR:
            signal.set_wakeup_fd(_NO_DESCRIPTOR)
            _guard().flag = None
        if self.listens:
            _handle(_SIGINT, signal.default_int_handler)

    def pass_on(self) -> None:
        """Raise KeyboardInterrupt if Ctrl-C was pressed."""
        if self.presses:
            raise KeyboardInterrupt


class _Guard(threading.Thread):
    """Waits for signals while the main thread is busy with machine code, and raises the flag of its search."""

    def __init__(self) -> None:
        super().__init__(name="guard", daemon=True)
        self.flag: Flag | None = None
        self.read_end, self.write_end = os.pipe()
        os.set_blocking(self.write_end, False)
        self.start()

    def run(self) -> None:
        while True:
            signals, flag = os.read(self.read_end, _SIGNALS_AT_ONCE), self.flag
            if flag is not None and signal.SIGINT in signals:
                flag.set()


_guards: list[_Guard] = []
os.register_at_fork(after_in_child=_guards.clear)


def _guard() -> _Guard:
    if not _guards:
        _guards.append(_Guard())
    return _guards[0]


def _in_worker(search: Callable[[], Result], flag: Flag, seconds: float | None) -> Result:
    """Run a search in a thread with a deep stack."""
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

    _allow_frames()
    worker.jobs.put(work)
    try:
        if not done.acquire(timeout=-1 if seconds is None else min(max(0.0, seconds), threading.TIMEOUT_MAX)):
            flag.set()
            done.acquire()
    except BaseException:  # Ctrl-C, or what the handler of another signal raised, a user's alarm for instance
        flag.set()
        if not outcome and not failure:
            done.acquire(timeout=_EXIT_GRACE)
        raise
    finally:
        _restore_frames()
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

"""A worker: the process that knows games, answers questions about them and runs searches, for one connection.

The main thread reads requests and answers questions; a task runs in a thread of its own, so that the next question, or
a stop, is heard meanwhile. Nothing that is asked is remembered but for speed: each request says what it is about.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any

import msgspec

from halfmove.errors import HalfmoveError
from halfmove.web import limits, messages
from halfmove.web.failures import reply_of

_NICE = 10  # how far workers stand back behind the server, which answers pings


@dataclass(frozen=True)
class Setup:
    """What a worker is started with."""

    own: str  #: the user's game as it was typed on the command line; nothing for none
    folder: str  #: where matches are kept while the server runs
    memory: int = limits.MEMORY  #: bytes


def serve(pipe: socket.socket) -> None:
    """Answer over a socket until the other side ends; the first line says how."""
    Clerk(pipe.makefile("rb"), pipe.sendall).run()


def main() -> None:
    """Answer over the standard streams; what a game prints goes to the error stream."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    Clerk(sys.stdin.buffer, answers.write).run()


def _stand_back(memory: int) -> None:
    """Leave the machine to the server, and do not take all of its memory."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_NICE)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))


class Clerk:
    """Reads requests, and writes replies line by line."""

    def __init__(self, lines: IO[bytes], write: Callable[[bytes], Any]) -> None:
        self.lines, self.write = lines, write
        self.tasks: dict[int, Task] = {}
        self._writing = threading.Lock()
        self.workspace: Any = None

    def run(self) -> None:
        """Answer until the other side ends."""
        from halfmove.web.workspace import Workspace

        setup = msgspec.json.decode(self.lines.readline(), type=Setup)
        _stand_back(setup.memory)
        self.workspace = Workspace(setup)
        for line in self.lines:
            request = messages.decoder.decode(line)
            if isinstance(request, messages.Stop):
                self._stop(request)
            elif isinstance(request, messages.TASKS):
                self.tasks[request.id] = Task(self, request)
            else:
                self._answer(request)
        os._exit(0)  # tasks are not waited for

    def say(self, reply: dict[str, Any]) -> None:
        """Write a reply; end if nobody reads it."""
        try:
            with self._writing:
                self.write(msgspec.json.encode(reply) + b"\n")
        except OSError:
            os._exit(0)

    def _stop(self, request: messages.Stop) -> None:
        task = self.tasks.get(request.task)
        if task is not None:
            task.stop()
        self.say({"id": request.id, "type": "stopping", "last": True})

    def _answer(self, request: Any) -> None:
        from halfmove.web.rooms import QUESTIONS

        try:
            self.say({"id": request.id, **QUESTIONS[type(request)](self.workspace, request), "last": True})
        except Exception as error:  # noqa: BLE001 - whatever happens, an answer is owed
            self.say({"id": request.id, **reply_of(error)})


class Task:
    """A request that takes its time: reports on the way, not too many of them, and a last one."""

    def __init__(self, clerk: Clerk, request: Any) -> None:
        from halfmove.running.run import Stop

        self.clerk, self.request, self.stopping = clerk, request, Stop()
        self.is_over = False
        self._last: dict[str, Any] = {}
        self._said = 0.0
        taken: set[int] = {task.slot for task in clerk.tasks.values()}
        self.slot: int = next(slot for slot in range(len(taken) + 1) if slot not in taken)  # analysts are kept by slot
        threading.Thread(target=self._run, name=f"task {self.slot}", daemon=True).start()

    def stop(self) -> None:
        """Let it come to its end; one that does not listen is given up with the process."""
        self.stopping.now()
        guard = threading.Timer(limits.STOP_GRACE, self._give_up)
        guard.daemon = True
        guard.start()

    def _give_up(self) -> None:
        if not self.is_over:
            self._end({**self._last, "stopped": True})
            os._exit(0)

    def _run(self) -> None:
        from halfmove.web.rooms import TASKS

        begun = {}
        try:
            with self.stopping:
                for report in TASKS[type(self.request)](self.clerk.workspace, self.request, self.stopping):
                    begun = self._report(report)
            self._end({**begun, "stopped": self.stopping.requested})
        except Exception as error:  # noqa: BLE001 - a task owes an answer, too
            if self.stopping.requested and self._last and not isinstance(error, HalfmoveError):
                self._end({**self._last, "stopped": True})
            else:
                self._end(reply_of(error))

    def _report(self, report: dict[str, Any]) -> dict[str, Any]:
        """Say how far it has come, unless that was said a moment ago; the last report is always said."""
        self._last = report
        now = time.monotonic()
        if report.pop("always", False) or now - self._said >= limits.REPORT:
            self._said = now
            self.clerk.say({"id": self.request.id, **report, "last": False})
        return report

    def _end(self, report: dict[str, Any]) -> None:
        if not self.is_over:
            self.is_over = True
            self.clerk.tasks.pop(self.request.id, None)
            self.clerk.say({"id": self.request.id, **report, "last": True})


if __name__ == "__main__":
    main()

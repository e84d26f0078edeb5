"""A program that is talked to line by line: what it says is read as it comes, and nothing is waited for without end."""

from __future__ import annotations

import os
import select
import shlex
import shutil
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from halfmove.errors import MalformedText
from halfmove.play.foreign_text import printable
from halfmove.play.players.external.errors import EngineFailed, EngineSilent

LONGEST_LINE = 1 << 20  # bytes
MOST_HEARD = 1 << 26  # bytes in answer to one line of ours: more is a flood
_MILLISECONDS = 1000  # in a second
_LONGEST_WAIT = 1e6  # seconds, more than the system can wait for at once
_CHUNK = 1 << 16  # bytes read or written at a time
STDERR_TAIL = 2000  # bytes of the error stream that are kept
EXIT_GRACE = 0.3  # seconds between the end of what a program says and its own
POLL_INTERVAL = 0.02  # seconds between two looks at whether a program has ended
_PLACES = "/usr/games"  # where Debian puts such programs, which is not on everybody's path


class Patience(NamedTuple):
    """Seconds that a program may take for each step."""

    start: float = 30.0  # until it has introduced itself
    ready: float = 120.0  # until it is ready: it may have to allocate, load or compile
    answer: float = 600.0  # until it has found an action where no time was set
    late: float = 0.5  # beyond the time that was set, before it gets the command to stop
    stop: float = 2.0  # until it has stopped
    quit: float = 5.0  # until it has ended


PATIENCE = Patience()  # with every program, unless the caller says otherwise


class Process:
    """A running program with its two pipes; `words` are what is run, if not what the command says."""

    def __init__(
        self, command: str, words: Sequence[str] | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        self.command = command
        words = words or _words(command)
        program = shutil.which(words[0]) or shutil.which(words[0], path=_PLACES)
        if program is None:
            raise EngineFailed(command, "start", f"there is no program '{words[0]}'")
        pipe = subprocess.PIPE
        try:
            # In a session of its own: Ctrl-C at our terminal is not meant for it, and its children end with it.
            self._popen = subprocess.Popen(
                [program, *words[1:]],
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                bufsize=0,
                start_new_session=True,
                env=environment,
            )
        except OSError as error:
            raise EngineFailed(command, "start", f"it cannot be run: {error.strerror}") from None
        self._forgotten = weakref.finalize(self, _end, self._popen)
        streams = (self._popen.stdin, self._popen.stdout, self._popen.stderr)
        self._in, self._out, self._err = (stream.fileno() for stream in streams if stream)
        for stream in (self._in, self._out, self._err):
            os.set_blocking(stream, False)
        self._open = {self._out, self._err}  # that have not come to their end
        self._lines: deque[str] = deque()
        self._rest = bytearray()  # the line that is not complete yet
        self._stderr_tail = b""
        self._bytes_heard = 0

    def send(self, line: str, step: str, seconds: float) -> None:
        """Write a line; the program must take it within `seconds`."""
        left = f"{line}\n".encode()
        until = time.monotonic() + seconds
        self._check_running(step)
        self._bytes_heard = 0
        while left:
            try:
                left = left[os.write(self._in, left[:_CHUNK]) :]
            except BlockingIOError:
                if not self._listen(step, until, writing=True):
                    raise EngineSilent(self.command, step, f"it took no input for {seconds:g} s") from None
            except OSError:
                raise EngineFailed(self.command, step, self._why_ended()) from None

    def receive(self, step: str, until: float) -> str | None:
        """Return the next line, or None if there is none `until` that moment of `time.monotonic`."""
        self._check_running(step)
        while not self._lines:
            if self._out not in self._open:
                raise EngineFailed(self.command, step, self._why_ended())
            if not self._listen(step, until):
                return None
        return self._lines.popleft()

    def expect(self, wanted: str, step: str, seconds: float) -> list[str]:
        """Return the lines up to the one that begins with the words `wanted`."""
        until = time.monotonic() + seconds
        lines, words = [""], wanted.split()
        while lines[-1].split()[: len(words)] != words:
            line = self.receive(step, until)
            if line is None:
                raise EngineSilent(self.command, step, f"there was no '{wanted}' within {seconds:g} s")
            lines.append(line)
        return lines[1:]

    def close(self, seconds: float) -> str:
        """End the program and return what went wrong; nothing if it left when it was asked to."""
        if not self._forgotten.alive:
            return ""
        trouble = ""
        until = time.monotonic() + seconds
        try:
            self.send("quit", "quit", seconds)
            while self._out in self._open and self._listen("quit", until):
                self._lines.clear()
            while not self._has_ended():
                if time.monotonic() > until:
                    raise EngineSilent(self.command, "quit", f"it did not end within {seconds:g} s")
                time.sleep(POLL_INTERVAL)
        except EngineFailed as failure:
            trouble = str(failure)
        self.kill()
        code = self._popen.returncode
        return trouble or ("" if code == 0 else f"{self.command}: at quit: {_exit(code)}")

    def kill(self) -> None:
        """End the program at once, with whatever it has started."""
        self._forgotten()

    @property
    def number(self) -> int:
        """The number by which the system knows the process."""
        return self._popen.pid

    @property
    def is_running(self) -> bool:
        """Tell whether the program runs."""
        return self._forgotten.alive and not self._has_ended()

    def _check_running(self, step: str) -> None:
        if not self._forgotten.alive:
            raise EngineFailed(self.command, step, "it has ended")

    def _listen(self, step: str, until: float, writing: bool = False) -> bool:
        """Read what there is to be read; False if there is nothing until the deadline."""
        poll = select.poll()
        for stream in self._open:
            poll.register(stream, select.POLLIN)
        if writing:
            poll.register(self._in, select.POLLOUT)
        left = min(max(0.0, until - time.monotonic()), _LONGEST_WAIT)
        ready = poll.poll(left * _MILLISECONDS)
        for stream, _ in ready:
            if stream in self._open:
                self._read(stream, step)
        return bool(ready)

    def _read(self, stream: int, step: str) -> None:
        try:
            chunk = os.read(stream, _CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            self._open.discard(stream)
        if stream == self._err:
            self._stderr_tail = (self._stderr_tail + chunk)[-STDERR_TAIL:]
            return
        self._bytes_heard += len(chunk)
        *lines, rest = (bytes(self._rest) + chunk).split(b"\n") if b"\n" in chunk else (chunk,)
        if lines:
            self._lines.extend(line.decode(errors="replace").rstrip("\r") for line in lines)
            self._rest.clear()
        self._rest += rest
        if self._bytes_heard > MOST_HEARD:
            raise EngineFailed(self.command, step, f"a flood of more than {MOST_HEARD >> 20} MiB")
        if len(self._rest) > LONGEST_LINE:
            raise EngineFailed(self.command, step, f"a line of more than {LONGEST_LINE >> 20} MiB")

    def _has_ended(self) -> bool:
        """Tell whether the program has ended, and leave it to be waited for."""
        if self._popen.returncode is not None:
            return True
        with suppress(ChildProcessError):
            flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
            return os.waitid(os.P_PID, self._popen.pid, flags) is not None
        return True

    def _why_ended(self) -> str:
        until = time.monotonic() + EXIT_GRACE
        while not self._has_ended() and time.monotonic() < until:
            time.sleep(POLL_INTERVAL)
        with suppress(OSError):
            while self._err in self._open and self._listen("end", time.monotonic()):
                pass
        last_line = printable(self._stderr_tail.decode(errors="replace")).strip().rpartition("\n")[2]
        ended = self._has_ended()
        self.kill()
        code = self._popen.returncode
        reason = _exit(code) if ended else "it closed its output"
        return f"{reason} ({last_line})" if last_line else reason


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise MalformedText(f"'{command}' is not a command: {error}") from None
    if not words:
        raise MalformedText("a program has no name")
    return words


def _exit(code: int) -> str:
    if code >= 0:
        return f"it ended with exit code {code}"
    with suppress(ValueError):
        return f"it was ended by {signal.Signals(-code).name}"
    return f"it was ended by signal {-code}"


def _end(popen: subprocess.Popen[bytes]) -> None:
    """Kill a program with its children, wait for it and close its pipes."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(popen.pid, signal.SIGKILL)
    popen.wait()
    for stream in (popen.stdin, popen.stdout, popen.stderr):
        if stream:
            with suppress(OSError):
                stream.close()

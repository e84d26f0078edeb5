"""The loop that all protocols share: read a line, obey it, whatever it is."""

from __future__ import annotations

import threading
import typing
from collections.abc import Iterator
from contextlib import suppress
from typing import IO

from halfmove.errors import HalfmoveError

LONGEST_LINE = 1 << 20  # bytes; a longer line is skipped
_TOO_LONG = f"a line of more than {LONGEST_LINE >> 20} MiB was not read"


class Protocol(typing.Protocol):
    """One side of a protocol."""

    def obey(self, line: str) -> bool:
        """Do what a line says; False if it says to end."""

    def refuse(self, reason: str) -> None:
        """Say that something could not be understood."""

    def leave(self) -> None:
        """End, because the input has ended."""

    def seed(self, seed: int) -> None:
        """Draw all random numbers from this seed."""


class LineWriter:
    """Writes answers from any thread, each at once and in one piece; silent when the stream is closed."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream, self._lock = stream, threading.Lock()

    def __call__(self, *lines: str) -> None:
        with self._lock, suppress(BrokenPipeError, ValueError):  # ValueError: the stream is closed
            self._stream.write("".join(f"{line}\n" for line in lines))
            self._stream.flush()


def error_text(error: BaseException) -> str:
    """Return an error as one sentence: one of ours as it is, any other with its type."""
    return str(error) if isinstance(error, HalfmoveError) else f"{type(error).__name__}: {error}"


def serve(protocol: Protocol, stream: IO[bytes]) -> None:
    """Obey every line until one says to end or there are no more."""
    for line in _lines(stream):
        if line is None:
            protocol.refuse(_TOO_LONG)
        elif not protocol.obey(line):
            return
    protocol.leave()


def _lines(stream: IO[bytes]) -> Iterator[str | None]:
    """Yield the lines as text, with marks for what is not UTF-8; None for one that is too long."""
    while line := stream.readline(LONGEST_LINE):
        if line.endswith(b"\n") or len(line) < LONGEST_LINE:
            yield line.decode(errors="replace").strip()
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE)
        yield None

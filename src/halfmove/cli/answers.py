"""Where answers in JSON or a protocol go: to the output alone; what a user's file prints goes to the error stream."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from typing import Any, TextIO

from typer.core import TyperCommand

_PROTOCOLS = ("uci", "ugi", "gtp")  # whose lines are answers
_outputs: list[TextIO] = []  # of the commands that answer in JSON, the innermost last


def output() -> TextIO:
    """Return the stream for an answer."""
    return _outputs[-1] if _outputs else sys.stdout


@contextmanager
def nothing_else_on_the_output() -> Iterator[None]:
    """Send what is printed to the error stream, answers apart."""
    _outputs.append(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _outputs.pop()


class Command(TyperCommand):
    """A command that may answer in JSON."""

    def invoke(self, ctx: Any) -> Any:
        in_json = ctx.params.get("as_json") in (True, "-")  # `tree --json` may name a file: then it prints as ever
        with nothing_else_on_the_output() if in_json or self.name in _PROTOCOLS else nullcontext():
            return super().invoke(ctx)

"""What the commands that speak a protocol share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from halfmove.play.players.spec import Spec
    from halfmove.protocols.loop import LineWriter, Protocol


def speak(make: Callable[[LineWriter, Spec | None], Protocol], search: str | None) -> None:
    """Speak over standard input and output, with the search that is asked for."""
    from halfmove.errors import HalfmoveError
    from halfmove.play.players.searches import SEARCHES
    from halfmove.play.players.spec import STRONG, parse_spec
    from halfmove.protocols.loop import LineWriter, serve

    spec = parse_spec(search) if search else None
    if spec and spec.name not in (*SEARCHES, STRONG):
        raise HalfmoveError(f"{spec} is a player and not a search; there are {', '.join((*SEARCHES, STRONG))}")
    serve(make(LineWriter(sys.stdout), spec), sys.stdin.buffer)

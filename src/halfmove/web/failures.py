"""Errors as replies: one sentence, its kind, and the character of a text that is meant, where that is known."""

from __future__ import annotations

import re
import sys
import traceback
from typing import Any

from halfmove.errors import HalfmoveError, IllegalAction, MalformedText, WrongGame

_CHARACTER = re.compile(r"character (\d+)")
_LONGEST = 2000  # characters of a sentence


class LimitReached(HalfmoveError):
    """More was asked for than one browser may have."""


class Lost(HalfmoveError):
    """Something that was kept is no longer there: ask for it again."""


_KINDS = {LimitReached: "limit", Lost: "lost", IllegalAction: "illegal", MalformedText: "text", WrongGame: "game"}


def reply_of(error: BaseException) -> dict[str, Any]:
    """Return the reply that tells of an error, and ends its request."""
    kind, text = "fault", "the studio made a mistake; the terminal tells more"
    if isinstance(error, HalfmoveError):
        kinds = {
            LimitReached: "limit",
            Lost: "lost",
            IllegalAction: "illegal",
            MalformedText: "text",
            WrongGame: "game",
        }
        kind = next((name for cls, name in kinds.items() if isinstance(error, cls)), "game")
        text = str(error)
    elif isinstance(error, MemoryError):
        kind, text = "limit", "this takes more memory than a worker may have"
    elif isinstance(error, RecursionError):
        kind, text = "limit", "this is nested too deeply"
    else:
        from halfmove.play.loading import rose_in_users_file

        if rose_in_users_file(error):
            kind, text = "game", f"the game raised {type(error).__name__}: {error}"
        traceback.print_exception(error, file=sys.stderr)
    reply: dict[str, Any] = {"type": "error", "kind": kind, "text": text[:_LONGEST], "last": True}
    place = _CHARACTER.search(text)
    if kind == "text" and place:
        reply["at"] = int(place[1]) - 1
    return reply

"""What the umpire of a blind game says."""

from __future__ import annotations

from typing import Any

from halfmove.core.commentary import WrapperCommentary
from halfmove.games.phantom.rules import PASSED, PLACED, REFUSED


class PhantomCommentary(WrapperCommentary):
    """He refuses tries, and both players hear of stones; the rest is said of the board."""

    def unwrapped(self, state: Any) -> Any:
        return state.state

    def why_illegal(self, state: Any, written: str) -> str:
        return super().why_illegal(state, written) or "you know that there is a stone"

    def announce(self, percept: int, seen: Any) -> str:
        """Return what the umpire says to a player who notices this."""
        if percept in (REFUSED, PLACED, PASSED):
            return ("refused", "a stone was put down", "pass")[percept]
        return "stones were taken off the board"

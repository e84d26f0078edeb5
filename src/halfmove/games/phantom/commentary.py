"""What the umpire of a blind game reads and says."""

from __future__ import annotations

from typing import Any

from halfmove.core.commentary import WrapperCommentary, read_name
from halfmove.games.phantom.rules import FORBIDDEN, PASSED, PLACED, REFUSED


class PhantomCommentary(WrapperCommentary):
    """He refuses tries, and both players hear of stones; the rest is said of the board."""

    def unwrapped(self, state: Any) -> Any:
        return state.state

    def read_action(self, state: Any, written: str) -> int:
        """Return the try of a name: the game inside would refuse those that the umpire refuses."""
        return read_name(self.game, state, written)

    def why_illegal(self, state: Any, written: str) -> str:
        return super().why_illegal(state, written) or "you know that there is a stone"

    def announce(self, percept: int, seen: Any) -> str:
        """Return what the umpire says to a player who notices this."""
        if percept in (REFUSED, PLACED, PASSED, FORBIDDEN):
            return ("refused", "a stone was put down", "pass", "refused, though no stone is there")[percept]
        return "stones were taken off the board"

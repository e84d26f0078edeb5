"""Advice for games of linking sides: how many stones are missing."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import compiled
from halfmove.core.advice import Advice


@compiled
class ConnectionAdvice(Advice):
    """Advice about states of a `ConnectionGame`."""

    game: Any

    def order(self, state: Any, action: int) -> float:
        """Prefer the middle of the board."""
        size = self.game.size
        across, down = 2 * (action % size) - size + 1, 2 * (action // size) - self.game.height + 1
        return -float(across * across + down * down + across * down)

    def missing(self, stones: Any, empty: Any, first: Any, last: Any) -> int:
        """Return how many more stones, at the least, link two sides."""
        reached = self.game.grown(stones & first, stones)
        count = 0
        while not reached & last:
            step = (self.game.around(reached) | first) & empty
            reached = self.game.grown(reached | step, stones)
            empty ^= step
            count += 1
            if not step:
                break
        return count

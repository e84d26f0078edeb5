"""Worlds that a player has to remember his game for: where what he sees at his turn is too little for a `guess`.

The class `NAMERecall` stands in the module `recall` beside the rules of the game NAME, and is found by its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.beside import class_beside

if TYPE_CHECKING:
    from halfmove.core.game import Game
    from halfmove.core.knowledge import View


class Recall:
    """States that fit all that one player did and noticed."""

    @classmethod
    def of(cls, game: Game, view: View, seed: int) -> Recall | None:
        """Return what a player remembers, whose turn it is; None where no state was found that fits it."""
        return None

    def draw(self, seen: Any, player: int, rng: Any) -> Any:
        """Return a state that may be the true one, each as likely as another; it is drawn anew each time."""
        raise NotImplementedError


def recalls(game: Game) -> bool:
    """Tell whether a game comes with a class that draws states from what a player remembers."""
    return bool(class_beside(type(game), "recall", Recall) is not Recall)


def recalled(game: Game, view: View, seed: int = 0) -> Recall | None:
    """Return what a player remembers; None where the game has no class for it, or it is not known what he noticed."""
    if view.events is None:
        return None
    found: Recall | None = class_beside(type(game), "recall", Recall).of(game, view, seed)
    return found

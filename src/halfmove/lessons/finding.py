"""What running a lesson brings."""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.explain.tree import Node


class Finding(NamedTuple):
    """A game, sentences about it, and a picture: the tree of a search that is right, or a drawing."""

    game: Any
    sentences: tuple[str, ...]
    root: Node | None = None
    is_smallest: bool = False  # whether the game is the smallest of those that were looked at
    drawing: str = ""  # SVG, where there is no tree

    @property
    def text(self) -> str:
        """The game as it can be typed."""
        return self.game.to_text() if hasattr(self.game, "to_text") else repr(self.game)

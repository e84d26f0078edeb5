"""Boards of blind games: they look like those of the game inside."""

from halfmove.core.drawing import WithHistoryDrawing


class PhantomDrawing(WithHistoryDrawing):
    """What the players know does not show: what one of them sees has a board of its own."""

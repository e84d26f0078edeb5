"""Games in a fog: a player sees what his own pieces see. There is chess."""

from __future__ import annotations

from halfmove.errors import HalfmoveError
from halfmove.games.fog.fog_moves import FogMoves
from halfmove.games.fog.rules import FogChess

__all__ = ["FogChess", "fog"]


def fog(game: str = "chess", moves: int = 75) -> FogChess:
    """Return a game in a fog; `moves` without progress are a draw, 0 for never."""
    if game != "chess":
        raise HalfmoveError(f"fog: '{game}' is not played in a fog: chess is")
    return FogChess(FogMoves(moves=moves))

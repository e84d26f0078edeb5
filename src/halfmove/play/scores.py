"""Values as programs tell them to one another: in hundredths of a pawn, or of a point, for the player to move."""

from __future__ import annotations

from halfmove.core.game import Game
from halfmove.games.chess.scale import centipawns, from_centipawns

_HUNDREDTHS = 100
_MOST = 30_000  # hundredths: beyond it, protocols speak of a mate


def hundredths(game: Game, value: float) -> int:
    """Return a value in hundredths: of a pawn where the game knows what that is, otherwise of a unit of utility."""
    least, greatest = game.utilities
    value = min(max(value, least), greatest)
    points = centipawns(value) if is_chess(game) else _HUNDREDTHS * value
    return round(min(max(points, -_MOST), _MOST))


def value_of(game: Game, points: int) -> float:
    """Return the value of hundredths that another program tells."""
    least, greatest = game.utilities
    value = from_centipawns(points) if is_chess(game) else points / _HUNDREDTHS
    return float(min(max(value, least), greatest))


def is_chess(game: Game) -> bool:
    """Tell whether a game is chess, with or without its history."""
    return hasattr(game, "chess960")

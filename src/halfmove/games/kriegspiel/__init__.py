"""Kriegspiel, in files of one idea each: rules, what is said, text, a smaller board."""

from __future__ import annotations

from typing import Any

from halfmove.errors import HalfmoveError, did_you_mean
from halfmove.games.chess import Chess
from halfmove.games.chess.setup import ORDINARY, start
from halfmove.games.chess.tables import SIZE
from halfmove.games.kriegspiel.positions import COUNT, SQUARES, UNTOLD, WHETHER, Position
from halfmove.games.kriegspiel.rules import Kriegspiel
from halfmove.games.kriegspiel.small_chess import SmallChess
from halfmove.games.kriegspiel.text import read_board, ready

__all__ = ["RULES", "Kriegspiel", "Position", "kriegspiel"]

SMALLEST = 3
RULES: dict[str, dict[str, Any]] = {  # as the referee of PyPI's kriegspiel 1.7 has them; ICC calls its own Wild 16
    "icc": {"tells_tries": COUNT, "tells_refusals": False},
    "berkeley": {"tells_tries": UNTOLD, "asks": True, "tells_victim": False, "tells_refusals": True},
    "cincinnati": {"tells_tries": WHETHER, "tells_refusals": True},
    "rand": {"tells_tries": SQUARES, "tells_promotion": True, "stalemate_loses": True, "tells_refusals": True},
    "english": {
        "tells_tries": UNTOLD,
        "asks": True,
        "releases": True,
        "tells_victim": False,
        "tells_en_passant": True,
        "tells_refusals": True,
    },
}


def kriegspiel(rules: str = "icc", size: int = SIZE, begin: str = "", moves: int = 75) -> Kriegspiel:
    """Return Kriegspiel by a rule set, on a board of `size` x `size`, from a position in FEN.

    A smaller board needs a position, without pawns: `size=4,begin=4/4/4/KQ2`, where the black king may be anywhere.
    `moves` without progress are a draw; 0 for never.
    """
    if rules not in RULES:
        known = f"there are {', '.join(RULES)}"
        raise HalfmoveError(f"kriegspiel: there are no rules '{rules}'{did_you_mean(rules, RULES)}; {known}")
    if not SMALLEST <= size <= SIZE:
        raise HalfmoveError(f"kriegspiel: a board of {size} x {size}: it must be from {SMALLEST} to {SIZE} wide")
    if size < SIZE and not begin:
        raise HalfmoveError(f"kriegspiel: a board of {size} x {size} has no first position: say begin=4/4/4/KQ2 or so")
    chess: Any = SmallChess(moves=moves, size=size) if size < SIZE else Chess(moves=moves)
    board = read_board(chess, size, begin or start(ORDINARY))
    game = Kriegspiel(chess, None, size, has_chance=not board.theirs, **RULES[rules])
    vars(game).update(start=ready(game, board))
    return game

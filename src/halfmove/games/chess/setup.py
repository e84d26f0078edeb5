"""The 960 starting positions of Fischer's chess, by Scharnagl's numbers; 518 is the ordinary one."""

from __future__ import annotations

from itertools import combinations

from halfmove.errors import HalfmoveError
from halfmove.games.chess.tables import SIZE

ORDINARY = 518
POSITIONS = 960


def home_rank(number: int) -> str:
    """Return White's pieces from a1 to h1 in the position of this number, such as RNBQKBNR."""
    if not 0 <= number < POSITIONS:
        raise HalfmoveError(f"starting position {number}: they are numbered from 0 to {POSITIONS - 1}")
    number, light = divmod(number, SIZE // 2)
    number, dark = divmod(number, SIZE // 2)
    pieces = [""] * SIZE
    pieces[2 * light + 1] = pieces[2 * dark] = "B"
    number, queen = divmod(number, SIZE - 2)
    pieces[_free(pieces)[queen]] = "Q"
    free = _free(pieces)
    for knight in list(combinations(range(len(free)), 2))[number]:
        pieces[free[knight]] = "N"
    for piece, file in zip("RKR", _free(pieces)):
        pieces[file] = piece
    return "".join(pieces)


def start(number: int) -> str:
    """Return the starting position of this number in FEN."""
    pieces = home_rank(number)
    return f"{pieces.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{pieces} w KQkq - 0 1"


def _free(pieces: list[str]) -> list[int]:
    return [file for file, piece in enumerate(pieces) if not piece]

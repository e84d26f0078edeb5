"""Weights of chess as a person would guess them: where tuning begins."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from halfmove.games.chess.moves import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
from halfmove.games.chess.weights import COUNT, HALVES, STARTS, TERMS

Weights = tuple[NDArray[np.int64], NDArray[np.int64]]  # of the middle game, and of the end

MATERIAL = {PAWN: 100, KNIGHT: 300, BISHOP: 310, ROOK: 500, QUEEN: 920, KING: 0}  # hundredths of a pawn


def first_guess() -> Weights:
    """Return what textbooks say: pieces want the middle and room, kings shelter first and the middle last."""
    middle, end = np.zeros(COUNT, np.int64), np.zeros(COUNT, np.int64)

    def put(term: str, in_the_middle_game: ArrayLike, in_the_end: ArrayLike) -> None:
        part = slice(STARTS[term], STARTS[term] + TERMS[term])
        middle[part], end[part] = in_the_middle_game, in_the_end

    rank, file = np.divmod(np.arange(HALVES), 4)
    central = np.minimum(np.minimum(rank, 7 - rank), file)  # 0 at the edge, 3 in the middle
    advanced = np.maximum(rank - 1, 0)
    in_the_middle_game = {
        PAWN: 6 * advanced + 8 * rank * ((file == 3) & (rank > 1) & (rank < 5)),
        KNIGHT: 12 * central,
        BISHOP: 6 * central,
        ROOK: 15 * (rank == 6) + 5 * ((rank != 6) & (file == 3)),
        KING: np.where((rank == 0) & (file > 0) & (file < 3), 20, -15 * np.minimum(rank, 3)),
        QUEEN: 0 * rank,
    }
    in_the_end = {PAWN: 8 * advanced, KNIGHT: 10 * central, BISHOP: 4 * central, ROOK: 5 * (rank == 6)}
    in_the_end |= {KING: 10 * central, QUEEN: 4 * central}
    places = [
        np.concatenate([MATERIAL[piece] + part[piece] for piece in range(len(MATERIAL))])
        for part in (in_the_middle_game, in_the_end)
    ]
    put("places", *places)
    for piece, worth, worth_in_the_end, usual in (("knight", 4, 4, 4), ("bishop", 4, 4, 6), ("rook", 2, 4, 7)):
        more = np.arange(TERMS[f"{piece} mobility"]) - usual
        put(f"{piece} mobility", worth * more, worth_in_the_end * more)
    more = np.arange(TERMS["queen mobility"]) - 13
    put("queen mobility", more, 2 * more)
    put("passed", [0, 0, 0, 10, 20, 40, 70, 0], [0, 10, 15, 30, 55, 90, 140, 0])
    put("passed, blocked", [0, 0, 0, -5, -10, -15, -20, 0], [0, 0, 0, -10, -20, -35, -50, 0])
    away = np.arange(TERMS["passed, own king"]) - 3
    put("passed, own king", 0, -5 * away)
    put("passed, other king", 0, 6 * away)
    put("supported", [0, 6, 8, 10, 16, 30, 50, 0], [0, 4, 5, 8, 14, 30, 50, 0])
    put("isolated", -12, -10)
    put("doubled", -8, -18)
    put("bishop pair", 30, 45)
    put("open file", 25, 10)
    put("half-open file", 12, 6)
    pressure = np.arange(TERMS["pressure"])
    put("pressure", np.minimum(pressure**2 // 2, 220), pressure)
    put("shield", [-25, -10, 5, 15], 0)
    put("king's file", -20, 0)
    put("pawn's threat", 45, 40)
    put("minor threat", 30, 30)
    put("rook's threat", 30, 20)
    put("turn", 12, 8)
    return middle, end

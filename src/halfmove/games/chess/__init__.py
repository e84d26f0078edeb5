"""Chess, in files of one idea each: tables and sliding pieces, moves, advice for searches, text, the game, its history.

`Chess` is the game on a bare board, for searches and counting; `chess()` is the one that is played by all the rules.
"""

from __future__ import annotations

from halfmove.games.chess.history import ChessWithHistory
from halfmove.games.chess.moves import Board
from halfmove.games.chess.rules import Chess, make_chess
from halfmove.games.chess.setup import ORDINARY

__all__ = ["Board", "Chess", "ChessWithHistory", "chess", "chess960"]


def chess(moves: int = 75, repetitions: int = 5) -> Chess | ChessWithHistory:
    """Return chess by the laws: automatic draws after 75 moves and at the fifth repetition.

    `moves=50, repetitions=3` makes draws of what a player may claim; 0 turns a rule off, and with no repetitions the
    game has a bare board as its state.
    """
    return _with_history(make_chess(moves, True, False, ORDINARY), repetitions)


def chess960(position: int = ORDINARY, moves: int = 75, repetitions: int = 5) -> Chess | ChessWithHistory:
    """Return Chess960 from the starting position of this number, by the same laws."""
    return _with_history(make_chess(moves, True, True, position), repetitions)


def _with_history(game: Chess, repetitions: int) -> Chess | ChessWithHistory:
    return ChessWithHistory(game, repetitions) if repetitions else game

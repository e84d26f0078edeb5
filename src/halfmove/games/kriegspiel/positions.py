"""Positions of Kriegspiel, and what the umpire says of a move as a number.

bit 0    a move was made          bits 8, 9     what was taken: a pawn, a piece
bit 1-7  where something was      bits 10-15    two directions of check
         taken, plus 1            bits 16, 17   a promotion; a capture en passant
bits 18-20  how the game ended    bits 21-25    pawn tries of the next player, plus 1
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from halfmove.compiled import Bits
from halfmove.games.chess.moves import Board

MOVED = 1
CAPTURE, VICTIM, CHECK, SECOND_CHECK, PROMOTED, EN_PASSANT, ENDING, TRIES = 1, 8, 10, 13, 16, 17, 18, 21  # first bits
PAWN_TAKEN, PIECE_TAKEN = 1, 2
RANK, FILE, LONG_DIAGONAL, SHORT_DIAGONAL, BY_KNIGHT = range(1, 6)  # from where a check comes, as the king sees it
CHECKMATE, STALEMATE, DEAD, NO_PROGRESS = range(1, 5)  # endings

NOT_ASKED, SOME, NONE, RELEASED, DEALING = range(5)  # phases of a turn: pawn tries were asked for or not

# What is told of the pawn tries of the next player: nothing, whether there are any, how many, or which pawns have one.
UNTOLD, WHETHER, COUNT, SQUARES = range(4)

ASK = 1 << 20  # the action of asking "are there any?"


class Position(NamedTuple):
    """A board, what the umpire announced last, and the phase of the turn."""

    board: Board
    announced: int = 0  # by the umpire: the number that is explained above
    pawns: Annotated[int, Bits(64)] = 0  # that can take, as White sees the board, where the umpire names them
    phase: int = NOT_ASKED

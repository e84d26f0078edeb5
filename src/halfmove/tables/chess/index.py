"""Which entry of a table belongs to a position of a chess ending."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled
from halfmove.games.chess.endings import B, ChessNumbers, N, P, Q, R
from halfmove.games.chess.moves import Board, Squares
from halfmove.games.chess.rules import Chess
from halfmove.games.chess.tables import SIZE, SQUARES
from halfmove.tables.chess.slices import in_check, occupied

NOWHERE = -1
MEN = 5


@compiled
class ChessIndex:
    """The positions of an ending; where both players have the same men, the first one is always to move."""

    game: Chess
    numbers: ChessNumbers
    cells: NDArray[np.int64]  # positions with one player to move; 1 if both players have the same men

    def find(self, board: Any) -> int:
        """Return the number of a position; -1 for another ending, or where castling or en passant is possible."""
        if board.special:
            return NOWHERE
        at = np.zeros(MEN, np.int64)
        player = self.numbers.find(board, at)
        return player * int(self.cells[0]) + self.numbers.number(at) if player >= 0 else NOWHERE

    def holds(self, number: int) -> bool:
        """Tell whether a number belongs to a legal position, and no other number to the same one."""
        half = int(self.cells[0])
        at = np.zeros(MEN, np.int64)
        count = len(self.numbers.kinds)
        if self.numbers.place(number % half, at) < 0:
            return False
        if in_check(self.numbers, at, 1 - number // half, occupied(at, count)):
            return False
        return self.least(at) == number % half

    def least(self, at: Any) -> int:
        """Return the least number of a position: equal men may change places, and a board may have a mirror image."""
        count, pawn = len(self.numbers.kinds), self.numbers.first_pawn()
        least = self.least_of_images(at, count, pawn)
        for one in range(2, count):
            for other in range(one + 1, count):
                same_kind = self.numbers.kinds[one] == self.numbers.kinds[other]
                if same_kind and self.numbers.owners[one] == self.numbers.owners[other]:
                    at[one], at[other] = at[other], at[one]
                    least = min(least, self.least_of_images(at, count, pawn))
                    at[one], at[other] = at[other], at[one]
        return least

    def least_of_images(self, at: Any, count: int, pawn: int) -> int:
        """Return the lesser number of a position and its mirror image."""
        number = self.numbers.number_of(at, count, pawn, 0)
        if pawn == count and self.numbers.has_twin(at):
            number = min(number, self.numbers.number_of(at, count, pawn, 4))
        return number

    def state(self, number: int, like: Any) -> Any:
        """Return the position with a number."""
        half = int(self.cells[0])
        at = np.zeros(MEN, np.int64)
        self.numbers.place(number % half, at)
        mover = number // half
        none = Squares(0).bits
        pawns, knights, diagonals, straights, mine, theirs = none, none, none, none, none, none
        for place in range(len(self.numbers.kinds)):
            kind = self.numbers.kinds[place]
            man = (none | 1) << int(at[place] ^ (SQUARES - SIZE if mover == 1 else 0))
            if kind == P:
                pawns |= man
            if kind == N:
                knights |= man
            if kind in (B, Q):
                diagonals |= man
            if kind in (R, Q):
                straights |= man
            if self.numbers.owners[place] == mover:
                mine |= man
            else:
                theirs |= man
        return Board(pawns, knights, diagonals, straights, mine, theirs, none, 0, mover)

    def counts(self, board: Any, plies: int) -> bool:
        """Tell whether a win comes before the game is drawn for want of progress."""
        return self.game.moves == 0 or plies < 0 or board.quiet + plies <= 2 * self.game.moves

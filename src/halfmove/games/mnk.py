"""m,n,k games: k in a row on a board of m by n. Tic-tac-toe is 3,3,3 and free-style Gomoku 15,15,5.

Each row takes `width + 1` bits, the last one always empty, so that no line of bits runs on into the next row:

     0  1  2      bit of each square, for width 3
     4  5  6
     8  9 10
"""

from typing import Annotated, NamedTuple

from halfmove.compiled import Bits, bit_count, compiled
from halfmove.errors import HalfmoveError
from halfmove.games.grid import StoneGame

SMALL, LARGE = 63, 256  # bits of a board


class Board(NamedTuple):
    mine: int = 0  # stones of the player to move
    theirs: int = 0
    player: int = 0  # X is 0, O is 1


class LargeBoard(NamedTuple):
    mine: Annotated[int, Bits(LARGE)] = 0
    theirs: Annotated[int, Bits(LARGE)] = 0
    player: int = 0


@compiled
class MNK(StoneGame):
    """Put stones on squares in turn; who first has `in_a_row` of them in a line wins.

    Lines run along rows, columns and diagonals; a longer line wins too. A full board without a line is a draw. A
    large board makes a `LargeMNK`, which has more bits and is otherwise the same.
    """

    width: int = 3
    height: int = 3
    in_a_row: int = 3
    initial = Board()

    def __new__(cls, width=3, height=3, in_a_row=3):
        large = cls is MNK and (width + 1) * height > SMALL
        return object.__new__(LargeMNK if large else cls)

    def __post_init__(self):
        if min(self.width, self.height, self.in_a_row) < 1 or (self.width + 1) * self.height > LARGE:
            size = f"{self.width} x {self.height}"
            raise HalfmoveError(f"a board of {size}: (width + 1) * height must be from 2 to {LARGE}")
        if self.in_a_row > max(self.width, self.height):
            raise HalfmoveError(f"{self.in_a_row} in a row do not fit on a board of {self.width} x {self.height}")

    def to_move(self, board):
        return board.player

    def actions(self, board):
        for square in range(self.width * self.height):
            if not (board.mine | board.theirs) >> self.bit(square) & 1:
                yield square

    def result(self, board, square):
        return Board(board.theirs, board.mine | 1 << self.bit(square), 1 - board.player)

    def is_terminal(self, board):
        return self.won(board.theirs) or bit_count(board.mine | board.theirs) == self.width * self.height

    def utility(self, board, player):
        if not self.won(board.theirs):
            return 0.0
        return -1.0 if player == board.player else 1.0

    def evaluate(self, board, player):
        """Compare the lines that the players have begun: a line of n counts for all the shorter lines in it too."""
        lead = self.begun(board.mine) - self.begun(board.theirs)
        return (lead if player == board.player else -lead) / (1.0 + abs(lead))

    def order(self, board, square):
        """Prefer the middle of the board."""
        across, down = 2 * (square % self.width) - self.width + 1, 2 * (square // self.width) - self.height + 1
        return -float(across * across + down * down)

    def bit(self, square):
        return square + square // self.width

    def won(self, stones):
        below = self.width + 1
        for step in (1, below - 1, below, below + 1):
            line = stones
            for _ in range(self.in_a_row - 1):
                line &= line >> step
            if line != 0:
                return True
        return False

    def begun(self, stones):
        below, count = self.width + 1, 0
        for step in (1, below - 1, below, below + 1):
            line = stones
            for _ in range(self.in_a_row - 2):
                line &= line >> step
                count += bit_count(line)
        return count


@compiled
class LargeMNK(MNK):
    """An m,n,k game on a board of more than 63 bits."""

    initial = LargeBoard()  # type: ignore[assignment]

    def result(self, board, square):
        stone = LargeBoard(1, 0, 0).mine << self.bit(square)
        return LargeBoard(board.theirs, board.mine | stone, 1 - board.player)

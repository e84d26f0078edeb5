"""m,n,k games: k in a row on a board of m by n. Tic-tac-toe is 3,3,3 and free-style Gomoku 15,15,5."""

from dataclasses import field
from typing import NamedTuple

from halfmove.compiled import bit_count, compiled, lowest_bit, mix
from halfmove.games.shared.lines import LineGame
from halfmove.games.shared.widths import widened

SMALL, LARGE, HUGE = 63, 256, 448  # bits of a board: up to 7 x 7, 15 x 15, 20 x 20
EARLY = 6  # stones: with more of them a mirror image hardly ever comes up, and to look for it costs more than it saves


class Board(NamedTuple):
    mine: int = 0  # stones of the player to move
    theirs: int = 0
    player: int = 0  # X is 0, O is 1


LargeBoard = widened(Board, "LargeBoard", LARGE, "mine", "theirs")
HugeBoard = widened(Board, "HugeBoard", HUGE, "mine", "theirs")


@compiled
class MNK(LineGame):
    """Put stones on squares in turn; the first to have `in_a_row` of them in a line wins.

    Lines run along rows, columns and diagonals. A longer line wins too, as in free-style Gomoku; if `exact`, as in
    standard Gomoku, it does not, but a stone that makes a line of the right length beside a longer one wins. A full
    board without a winner is a draw. A large board makes a `LargeMNK` or a `HugeMNK`, which have more bits and are
    otherwise the same.
    """

    width: int = 3
    height: int = 3
    in_a_row: int = 3
    exact: bool = False
    squares: int = field(init=False, repr=False)
    initial = Board()
    most_bits = HUGE

    def __new__(cls, width=3, height=3, in_a_row=3, exact=False):
        bits = (width + 1) * height
        by_size = MNK if bits <= SMALL else LargeMNK if bits <= LARGE else HugeMNK
        return object.__new__(by_size if cls is MNK else cls)

    def __post_init__(self):
        self.check_size()
        vars(self).update(squares=self.all_squares())

    @property
    def longest(self):  # type: ignore[override]
        return self.width * self.height

    def to_move(self, board):
        return board.player

    def result(self, board, square):
        return self.board(board.theirs, board.mine | self.stone(self.bit(square)), 1 - board.player)

    def board(self, mine, theirs, player):
        return Board(mine, theirs, player)

    def is_terminal(self, board):
        return self.won(board.theirs) or bit_count(board.mine | board.theirs) == self.width * self.height

    def utility(self, board, player):
        if not self.won(board.theirs):
            return 0.0
        return -1.0 if player == board.player else 1.0

    def key(self, board):
        """Return a number for the state, and while there are few stones one for all its turned and mirrored images."""
        mine, theirs = board.mine, board.theirs
        least, other = mine, theirs
        if bit_count(mine | theirs) <= EARLY:
            for image in range(1, 8 if self.width == self.height else 4):
                mine, theirs = self.mirrored(mine, image % 2 == 1), self.mirrored(theirs, image % 2 == 1)
                if mine < least or mine == least and theirs < other:
                    least, other = mine, theirs
        return mix(least, mix(other, board.player))

    def mirrored(self, stones, odd):
        """Return the board upside down or, every other time, mirrored at a diagonal or from left to right."""
        image = stones & 0
        while stones != 0:
            bit = lowest_bit(stones)
            stones &= stones - 1
            row, column = bit // (self.width + 1), bit % (self.width + 1)
            if not odd:
                row = self.height - 1 - row
            elif self.width == self.height:
                row, column = column, row
            else:
                column = self.width - 1 - column
            image |= self.stone(row * (self.width + 1) + column)
        return image

    def stone(self, bit):
        return 1 << bit


@compiled
class LargeMNK(MNK):
    """An m,n,k game on a board of more than 63 bits."""

    initial = LargeBoard()

    def board(self, mine, theirs, player):
        return LargeBoard(mine, theirs, player)

    def stone(self, bit):
        return LargeBoard(1, 0, 0).mine << bit


@compiled
class HugeMNK(LargeMNK):
    """An m,n,k game on a board of more than 256 bits."""

    initial = HugeBoard()

    def board(self, mine, theirs, player):
        return HugeBoard(mine, theirs, player)

    def stone(self, bit):
        return HugeBoard(1, 0, 0).mine << bit

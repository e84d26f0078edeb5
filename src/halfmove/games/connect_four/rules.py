"""Connect Four on bitboards (the layout is Pascal Pons's).

Each column takes `height + 1` bits, the extra one always empty:

     5 12 19 26 33 40 47      bit of each cell, for 7 x 6
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

A board of more than 63 bits is a `LargeBoard`. Numbers that become sets of cells take their width from one.
"""

from dataclasses import field
from typing import NamedTuple

from halfmove.compiled import bit_count, compiled, mix, nth_bit
from halfmove.errors import HalfmoveError
from halfmove.games.connect_four.text import ConnectFourText
from halfmove.games.shared.widths import widened

SMALL, LARGE = 63, 128  # bits of a board
FEW_STONES = 16  # on a board whose mirror image is likely to come up too


class Board(NamedTuple):
    mine: int = 0  # stones of the player to move
    mask: int = 0  # stones of both players
    player: int = 0


LargeBoard = widened(Board, "LargeBoard", LARGE, "mine", "mask")


@compiled
class ConnectFour(ConnectFourText):
    """Drop stones into columns in turn; the first to have four in a line wins.

    A stone falls to the lowest free cell of its column. Lines run along rows, columns and diagonals; a longer line
    wins too. A full board without a line is a draw. The winner gets 1 and the loser -1; with `margin` the winner gets
    one point for each stone that he has left, the last one he dropped included, and the loser the same below 0.
    """

    width: int = 7
    height: int = 6
    margin: bool = False
    floor: int = field(init=False, repr=False)  # the lowest cell of every column
    board: int = field(init=False, repr=False)  # all cells

    def __post_init__(self):
        if self.width < 1 or self.height < 1 or self.width * (self.height + 1) > LARGE:
            size = f"{self.width} x {self.height}"
            raise HalfmoveError(f"a board of {size}: width * (height + 1) must be from 2 to {LARGE}")
        floor = sum(1 << column * (self.height + 1) for column in range(self.width))
        vars(self).update(floor=floor, board=floor * ((1 << self.height) - 1))

    @property
    def initial(self):
        return Board() if self.width * (self.height + 1) <= SMALL else LargeBoard()

    @property
    def utilities(self):  # type: ignore[override]
        most = float((self.width * self.height + 1) // 2) if self.margin else 1.0
        return -most, most

    @property
    def longest(self):  # type: ignore[override]
        return self.width * self.height

    def to_move(self, board):
        return board.player

    def actions(self, board):
        for column in range(self.width):
            if not board.mask & self.top(board, column):
                yield column

    def sample(self, board, rng):
        """Draw a column that is not full, without listing them all."""
        open_columns = (board.mask ^ self.board) >> self.height - 1 & self.floor
        return nth_bit(open_columns, rng.below(bit_count(open_columns))) // (self.height + 1)

    def result(self, board, column):
        mask = board.mask | board.mask + self.bottom(board, column)
        return board._replace(mine=board.mine ^ board.mask, mask=mask, player=1 - board.player)

    def is_terminal(self, board):
        return self.connects(board.mine ^ board.mask) or board.mask == self.board

    def utility(self, board, player):
        if not self.connects(board.mine ^ board.mask):
            return 0.0
        won = self.won(self.empty_cells(board) + 1)
        return -won if player == board.player else won

    def won(self, empty):
        """Return what a line is worth to the player who completes it, where `empty` cells were empty before."""
        return float((empty + 1) // 2) if self.margin else 1.0

    def empty_cells(self, board):
        """Return how many cells are empty."""
        return self.width * self.height - bit_count(board.mask)

    def key(self, board):
        """Return a number for each state: in each column the mover's stones, and above them a 1 that marks the top.

        While mirror images are still likely to come up, both have the lesser number. Of a large board it is hashed.
        """
        key = board.mine + board.mask + self.floor
        if bit_count(board.mask) <= FEW_STONES:
            mirrored, whole = key & 0, (self.bottom(board, 0) << self.height + 1) - 1
            for column in range(self.width):
                mirrored = mirrored << self.height + 1 | key >> column * (self.height + 1) & whole
            key = mirrored if mirrored < key else key
        return int(key) if self.width * (self.height + 1) <= SMALL else mix(key)

    def connects(self, stones):
        for step in (1, self.height, self.height + 1, self.height + 2):
            pairs = stones & stones >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def bottom(self, board, column):
        """Return the lowest cell of a column."""
        return (board.mask & 0 | 1) << column * (self.height + 1)

    def column(self, board, column):
        """Return the cells of a column."""
        return (self.bottom(board, 0) << self.height) - 1 << column * (self.height + 1)

    def top(self, board, column):
        """Return the highest cell of a column."""
        return self.bottom(board, column) << self.height - 1

"""Connect Four on bitboards (the layout is Pascal Pons's).

Each column takes `height + 1` bits, the extra one always empty:

     5 12 19 26 33 40 47      bit of each cell, for 7 x 6
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
"""

from typing import NamedTuple

from halfmove.compiled import compiled
from halfmove.core.game import Game


class Board(NamedTuple):
    mine: int = 0  # stones of the player to move
    mask: int = 0  # stones of both players
    player: int = 0


@compiled
class ConnectFour(Game):
    """Drop stones into columns; four in a row, in any direction, win."""

    width: int = 7
    height: int = 6
    initial = Board()

    def to_move(self, board):
        return board.player

    def actions(self, board):
        for column in range(self.width):
            if not board.mask & self.top(column):
                yield column

    def result(self, board, column):
        mask = board.mask | board.mask + self.bottom(column)
        return Board(board.mine ^ board.mask, mask, 1 - board.player)

    def is_terminal(self, board):
        return self.connects(board.mine ^ board.mask) or self.is_full(board)

    def utility(self, board, player):
        if not self.connects(board.mine ^ board.mask):
            return 0.0
        return -1.0 if player == board.player else 1.0

    def connects(self, stones):
        for step in (1, self.height, self.height + 1, self.height + 2):
            pairs = stones & stones >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def is_full(self, board):
        for column in range(self.width):
            if not board.mask & self.top(column):
                return False
        return True

    def bottom(self, column):
        return 1 << column * (self.height + 1)

    def top(self, column):
        return self.bottom(column) << self.height - 1

"""Tic-tac-toe: the example of a whole game. Its text for people comes from `grid`, its levels from `stone_levels`."""

from typing import NamedTuple

from halfmove.compiled import compiled
from halfmove.games.shared.grid import StoneGame
from halfmove.games.shared.stone_levels import StoneLevels

# Squares are three octal digits, one a row; the bits of a digit are the columns from left to right.
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421)


class Board(NamedTuple):
    mine: int = 0  # squares of the player to move
    theirs: int = 0
    player: int = 0  # X is 0, O is 1


@compiled  # optional: without it, the same class runs as plain Python
class TicTacToe(StoneGame):
    """Take three squares in a row before the other player does."""

    initial = Board()
    longest = 9

    def to_move(self, board):
        return board.player

    def actions(self, board):
        for square in range(9):
            if not (board.mine | board.theirs) >> square & 1:
                yield square

    def result(self, board, square):
        return self.board(board.theirs, board.mine | 1 << square, 1 - board.player)

    def board(self, mine, theirs, player):
        return Board(mine, theirs, player)

    def is_terminal(self, board):
        return self.won(board.theirs) or (board.mine | board.theirs) == 0o777

    def utility(self, board, player):
        if not self.won(board.theirs):
            return 0.0
        return -1.0 if player == board.player else 1.0

    def won(self, squares):
        for line in LINES:
            if squares & line == line:
                return True
        return False


@compiled
class TicTacToeBounds(StoneLevels):
    """For the solver: the states level by level."""

"""The Game of the Amazons (Walter Zamkauskas 1988): a board that is an array, and a move of three actions.

Squares are numbered by rows from the top left; X begins at the bottom.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove import Game, HalfmoveError, compiled, mix

SMALLEST, LARGEST = 4, 16  # squares on a side
EMPTY, ARROW = 0, 3  # what stands on a square; 1 and 2 are the amazons of X and O
CHOOSE, MOVE, SHOOT = 0, 1, 2  # the three parts of a move
NOWHERE = -1


class Position(NamedTuple):
    board: NDArray[np.int8]
    player: int = 0
    part: int = CHOOSE
    amazon: int = NOWHERE  # where the amazon stands that moves and shoots


@compiled
class Amazons(Game):
    """Move an amazon like a queen of chess, and shoot an arrow from there like another; who cannot move loses.

    Neither passes over an amazon or an arrow, and the square where an arrow lands is closed for the rest of the game.
    """

    size: int = 10

    player_names = ("X", "O")

    def __post_init__(self):
        if not SMALLEST <= self.size <= LARGEST:
            raise HalfmoveError(f"a board of {self.size} x {self.size}: a side has {SMALLEST} to {LARGEST} squares")

    @property
    def initial(self):
        board = np.zeros(self.size * self.size, np.int8)
        last, inset = self.size - 1, self.size // 3
        for row, column in ((0, inset), (0, last - inset), (inset, 0), (inset, last)):
            board[row * self.size + column] = 2
            board[(last - row) * self.size + column] = 1
        return Position(board)

    def to_move(self, position):
        return position.player

    def actions(self, position):
        if position.part == CHOOSE:
            for square in range(self.size * self.size):
                if position.board[square] == position.player + 1 and self.reach(position.board, square) > 0:
                    yield square
        else:
            for direction in range(9):
                square = self.neighbour(position.amazon, direction)
                while square != NOWHERE and position.board[square] == EMPTY:
                    yield square
                    square = self.neighbour(square, direction)

    def result(self, position, square):
        if position.part == CHOOSE:
            return Position(position.board, position.player, MOVE, square)
        board = position.board.copy()  # the board that was given stays as it is
        if position.part == SHOOT:
            board[square] = ARROW
            return Position(board, 1 - position.player)
        board[position.amazon], board[square] = EMPTY, position.player + 1
        return Position(board, position.player, SHOOT, square)

    def is_terminal(self, position):
        if position.part != CHOOSE:
            return False
        for square in range(self.size * self.size):
            if position.board[square] == position.player + 1 and self.reach(position.board, square) > 0:
                return False
        return True

    def utility(self, position, player):
        return -1.0 if player == position.player else 1.0

    def evaluate(self, position, player):
        """Compare how many squares the amazons of both players reach."""
        mine = theirs = 1
        for square in range(self.size * self.size):
            if position.board[square] == player + 1:
                mine += self.reach(position.board, square)
            elif position.board[square] == 2 - player:
                theirs += self.reach(position.board, square)
        return (mine - theirs) / (mine + theirs)

    def reach(self, board, square):
        """Count the squares to which a queen could move."""
        count = 0
        for direction in range(9):
            at = self.neighbour(square, direction)
            while at != NOWHERE and board[at] == EMPTY:
                count += 1
                at = self.neighbour(at, direction)
        return count

    def neighbour(self, square, direction):
        """Return the next square in a direction, which is 0 to 8 as on the keys of a telephone; 4 leads nowhere."""
        row, column = square // self.size + direction // 3 - 1, square % self.size + direction % 3 - 1
        if direction == 4 or row < 0 or row >= self.size or column < 0 or column >= self.size:
            return NOWHERE
        return row * self.size + column

    def state_hash(self, position):
        """Number the states: an array cannot do it by itself."""
        hashed = mix(position.player + 2 * position.part, position.amazon + 1)
        for square in range(self.size * self.size):
            hashed = mix(int(position.board[square]), hashed)
        return hashed

    def name(self, square, state=None):
        return f"{chr(ord('a') + square % self.size)}{self.size - square // self.size}"

    def show(self, position):
        lines = []
        for row in range(self.size):
            cells = position.board[row * self.size : (row + 1) * self.size]
            lines.append(f"{self.size - row:2} " + " ".join(".XO#"[cell] for cell in cells))
        lines.append("   " + " ".join(chr(ord("a") + column) for column in range(self.size)))
        doing = ("chooses an amazon", "moves", "shoots")[position.part]
        at = f" from {self.name(position.amazon)}" if position.part != CHOOSE else ""
        return "\n".join([*lines, f"{self.player_names[position.player]} {doing}{at}"])

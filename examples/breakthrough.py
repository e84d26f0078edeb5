"""Breakthrough (Dan Troyka 2000): bitboards of 64 bits, an evaluation, and advice for the engine in a class beside it.

Square 0 is a1, at the bottom left; White begins at the bottom and moves up.
"""

from typing import Annotated, NamedTuple

from halfmove import Advice, Bits, Game, HalfmoveError, bit_count, compiled, lowest_bit

SIDES = 3  # an action is 3 * square + 0, 1 or 2: to the left, straight ahead or to the right
STONE = 1.0  # what a stone is worth, before it has moved
STEP = 0.1  # and what every row is worth that it has come


class Board(NamedTuple):
    white: Annotated[int, Bits(64)]
    black: Annotated[int, Bits(64)]
    player: int = 0  # White is 0, Black is 1


@compiled
class Breakthrough(Game):
    """Bring a stone to the last row.

    A stone moves one square ahead, straight or diagonally, onto an empty square; diagonally it may also take a stone of
    the other player. Who reaches the last row, or takes the last stone, wins.
    """

    width: int = 8
    height: int = 8

    player_names = ("White", "Black")

    def __post_init__(self):
        if not (2 <= self.width <= 8 and 4 <= self.height <= 8):
            raise HalfmoveError(f"a board of {self.width} x {self.height}: it is 2 to 8 wide and 4 to 8 high")

    @property
    def initial(self):
        rows = (1 << 2 * self.width) - 1
        return Board(rows, rows << (self.height - 2) * self.width)

    def to_move(self, board):
        return board.player

    def actions(self, board):
        mine, theirs = (board.white, board.black) if board.player == 0 else (board.black, board.white)
        left = mine
        while left != 0:
            square = lowest_bit(left)
            left &= left - 1
            for side in range(SIDES):
                to = self.target(square, side, board.player)
                if to >= 0 and not mine >> to & 1 and (side != 1 or not theirs >> to & 1):
                    yield SIDES * square + side

    def target(self, square, side, player):
        """Return where a step leads to, or -1 if that is beside the board."""
        column = square % self.width + side - 1
        if column < 0 or column >= self.width:
            return -1
        ahead = 1 if player == 0 else -1
        return square + ahead * self.width + side - 1

    def result(self, board, action):
        square, side = action // SIDES, action % SIDES
        to = self.target(square, side, board.player)
        if board.player == 0:
            return Board(board.white ^ 1 << square ^ 1 << to, board.black ^ (board.black & 1 << to), 1)
        return Board(board.white ^ (board.white & 1 << to), board.black ^ 1 << square ^ 1 << to, 0)

    def is_terminal(self, board):
        if board.white == 0 or board.black == 0:
            return True
        return board.white >> (self.height - 1) * self.width != 0 or board.black & (1 << self.width) - 1 != 0

    def utility(self, board, player):
        return -1.0 if player == board.player else 1.0  # who has just moved has won

    def features(self, board, player):
        """Return by how many stones, and by how many rows, a player is ahead."""
        stones, rows = bit_count(board.white) - bit_count(board.black), 0
        for row in range(self.height):
            line = (1 << self.width) - 1
            rows += row * bit_count(board.white >> row * self.width & line)
            rows -= (self.height - 1 - row) * bit_count(board.black >> row * self.width & line)
        return (float(stones), float(rows)) if player == 0 else (float(-stones), float(-rows))

    def evaluate(self, board, player):
        stones, rows = self.features(board, player)
        lead = STONE * stones + STEP * rows
        return lead / (1.0 + abs(lead))

    def show(self, board):
        lines = []
        for row in range(self.height - 1, -1, -1):
            cells = []
            for column in range(self.width):
                square = row * self.width + column
                cells.append("w" if board.white >> square & 1 else "b" if board.black >> square & 1 else ".")
            lines.append(f"{row + 1} {' '.join(cells)}")
        return "\n".join([*lines, "  " + " ".join("abcdefgh"[: self.width])])

    def name(self, action, state=None):
        if state is None:
            return str(action)
        square = action // SIDES
        to = self.target(square, action % SIDES, state.player)
        return self.square_name(square) + self.square_name(to)

    def square_name(self, square):
        return f"{'abcdefgh'[square % self.width]}{square // self.width + 1}"


@compiled
class BreakthroughAdvice(Advice):
    """What the engine may use: which actions to try first, and where the evaluation can be trusted."""

    def order(self, board, action):
        """Try captures first, then the stones that have come furthest."""
        row = action // SIDES // self.game.width
        ahead = row if board.player == 0 else self.game.height - 1 - row
        return float(ahead) + (10.0 if self.is_tactical(board, action) else 0.0)

    def is_tactical(self, board, action):
        to = self.game.target(action // SIDES, action % SIDES, board.player)
        theirs = board.black if board.player == 0 else board.white
        return (theirs >> to & 1) != 0

    def is_quiet(self, board):
        """Tell whether nothing can be taken."""
        for action in self.game.actions(board):
            if self.is_tactical(board, action):
                return False
        return True

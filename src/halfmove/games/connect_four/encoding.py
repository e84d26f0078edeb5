"""What a learner sees of Connect Four: tuples of cells, each empty, mine, theirs, or empty and next in its column.

Thill, Koch and Konen, "Reinforcement learning with n-tuples on the game Connect-4", 2012.
"""

from functools import cache

from halfmove.compiled import compiled
from halfmove.core.encoding import Encoding
from halfmove.core.random import random
from halfmove.games.connect_four.rules import ConnectFour

EMPTY, MINE, THEIRS, NEXT, VALUES = range(5)
LENGTH, TUPLES = 8, 36  # cells of a tuple, and how many there are besides their mirror images


@compiled
class ConnectFourEncoding(Encoding):
    """Each player to move has weights of his own: who is to move decides who gets the last cell of a column."""

    game: ConnectFour

    cell_values = VALUES
    stages = 2

    @property
    def cells(self):  # type: ignore[override]
        return self.game.width * self.game.height

    def stage(self, board):
        return board.player

    def cell(self, board, side, place):
        """Return what a cell shows; they are numbered by columns from the bottom."""
        column, row = place // self.game.height, place % self.game.height
        bit = self.game.bottom(board, column) << row
        if board.mask & bit != 0:
            return MINE if board.mine & bit != 0 else THEIRS
        return NEXT if row == 0 or board.mask & bit >> 1 != 0 else EMPTY

    def tuples(self):
        return walks(self.game.width, self.game.height)

    def symmetries(self):
        """Return the board as it is and its mirror image."""
        width, height = self.game.width, self.game.height
        mirrored = (height * (width - 1 - cell // height) + cell % height for cell in range(width * height))
        return tuple(range(width * height)), tuple(mirrored)


@cache
def walks(width, height):
    """Return tuples of cells that random walks over the board visit, each step to one of eight neighbours."""
    numbers, found = random(4), list[tuple[int, ...]]()
    length = min(LENGTH, width * height)
    while len(found) < TUPLES:
        at, cells = numbers.below(width * height), set[int]()
        while len(cells) < length:
            cells.add(at)
            column, row = at // height + numbers.below(3) - 1, at % height + numbers.below(3) - 1
            at = height * column + row if 0 <= column < width and 0 <= row < height else at
        if width == 1 or height == 1 or tuple(sorted(cells)) not in found:
            found.append(tuple(sorted(cells)))
    return tuple(found)

"""What a learner sees of Connect Four: lines with what lies below them, and random walks over the board.

Each cell is empty, mine, theirs, or next.

N-tuples for this game are from Thill, Koch and Konen, "Reinforcement learning with n-tuples on the game Connect-4",
2012, where random walks choose the cells.
"""

from functools import cache

from halfmove.compiled import compiled
from halfmove.core.encoding import Encoding
from halfmove.core.random import random
from halfmove.games.connect_four.rules import ConnectFour

EMPTY, MINE, THEIRS, NEXT, VALUES = range(5)
FOUR = 4  # cells of a line
WALKS, WALKED = 40, 8  # random walks, and how many cells each of them visits
STEPS = 200  # of a walk at most: a small board has no more cells
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))  # columns and rows to the next cell of a line


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
        width, height = self.game.width, self.game.height
        found = lines(width, height)
        return found + walks(width, height) if found else ()

    def symmetries(self):
        """Return the board as it is and its mirror image."""
        width, height = self.game.width, self.game.height
        mirrored = (height * (width - 1 - cell // height) + cell % height for cell in range(width * height))
        return tuple(range(width * height)), tuple(mirrored)


@cache
def lines(width, height):
    """Return each line of four with the cells below it, which decide when its own can be taken; mirror images once.

    For a line that touches the bottom they are the cells above, for one upright those beside it, towards the middle.
    """
    found, known = list[tuple[int, ...]](), set[frozenset[int]]()
    for column in range(width):
        for row in range(height):
            for right, up in DIRECTIONS:
                line = [(column + step * right, row + step * up) for step in range(FOUR)]
                near = [_near(cell, line, width) for cell in line]
                if all(_is_on_board(cell, width, height) for cell in line):
                    cells = {height * c + r for c, r in (*line, *near) if _is_on_board((c, r), width, height)}
                    mirrored = frozenset(height * (width - 1 - cell // height) + cell % height for cell in cells)
                    if not {frozenset(cells), mirrored} & known:
                        known.add(frozenset(cells))
                        found.append(tuple(sorted(cells)))
    return tuple(found)


@cache
def walks(width, height):
    """Return the cells that random walks visit, always the same ones; mirror images once."""
    numbers, found, known = random(0), list[tuple[int, ...]](), {frozenset(cells) for cells in lines(width, height)}
    around = [(right, up) for right in (-1, 0, 1) for up in (-1, 0, 1) if right or up]
    for _ in range(WALKS):
        cell = numbers.below(width), numbers.below(height)
        visited = {cell}
        for _ in range(STEPS):
            right, up = around[numbers.below(len(around))]
            if _is_on_board((cell[0] + right, cell[1] + up), width, height):
                cell = cell[0] + right, cell[1] + up
                visited.add(cell)
            if len(visited) == WALKED:
                break
        cells = frozenset(height * column + row for column, row in visited)
        mirrored = frozenset(height * (width - 1 - column) + row for column, row in visited)
        if not {cells, mirrored} & known:
            known.add(cells)
            found.append(tuple(sorted(cells)))
    return tuple(found)


def _near(cell, line, width):
    """Return the cell that matters to one of a line."""
    column, row = cell
    if line[0][0] == line[-1][0]:
        return column + 1 if 2 * column < width - 1 else column - 1, row
    return column, row - 1 if min(row for _, row in line) > 0 else row + 1


def _is_on_board(cell, width, height):
    column, row = cell
    return 0 <= column < width and 0 <= row < height

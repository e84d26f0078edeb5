"""What a learner sees of 2048: tuples of neighbouring cells, and the points that are still to come."""

from halfmove.compiled import compiled
from halfmove.core.encoding import Encoding
from halfmove.games.tiles.rules import Tiles
from halfmove.games.tiles.sliding import MOST

# On the board of 4 x 4: the four tuples of six cells of Yeh et al., "Multi-stage temporal difference learning for
# 2048-like games", 2016.
SIX_CELLS = ((0, 1, 2, 3, 4, 5), (4, 5, 6, 7, 8, 9), (0, 1, 2, 4, 5, 6), (4, 5, 6, 8, 9, 10))
LINES = ((0, 1, 2, 3), (4, 5, 6, 7))  # known after few games, long before the fillings of six cells (Jaśkowski 2018)


@compiled
class TilesEncoding(Encoding):
    """A cell shows its power of two. With points, what is predicted is how many more there will be."""

    game: Tiles

    cell_values = MOST + 1

    @property
    def bounded(self):  # type: ignore[override]
        return not self.game.points

    @property
    def cells(self):  # type: ignore[override]
        return self.game.size * self.game.size

    def learned_as(self):
        """Without an early end: whoever learned to go on plays well up to any goal."""
        return Tiles(self.game.size, 1 << MOST, self.game.points)

    def secured(self, grid, player):
        return float(grid.score) if self.game.points else 0.0

    def cell(self, grid, side, place):
        return self.game.at(grid.cells, place)

    def tuples(self):
        """Return sixes and lines of the full board; of smaller ones, all pairs of lines, or the whole board."""
        size = self.game.size
        if size == 2:
            return (tuple(range(4)),)
        return SIX_CELLS + LINES if size == 4 else ((0, 1, 2, 3, 4, 5), (0, 1, 3, 4, 6, 7))

    def symmetries(self):
        """Return the board as it is, turned, and mirrored."""
        size, images = self.game.size, []
        for transposed in (False, True):
            for flip_row in (False, True):
                for flip_column in (False, True):
                    images.append(tuple(self.image(cell, transposed, flip_row, flip_column) for cell in range(size**2)))
        return tuple(images)

    def image(self, cell, transposed, flip_row, flip_column):
        """Return where a cell comes to lie."""
        size = self.game.size
        row, column = divmod(cell, size)
        row, column = (column, row) if transposed else (row, column)
        row, column = size - 1 - row if flip_row else row, size - 1 - column if flip_column else column
        return size * row + column

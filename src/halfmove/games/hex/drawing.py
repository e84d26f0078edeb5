"""Boards of Hex, with the two sides of each player in his colour."""

from halfmove.explain.board import Edge
from halfmove.games.shared.drawing import ConnectionGameDrawing

# Corners of a cell that lie on each side of the board, counted clockwise from the top.
UPPER, LOWER, LEFT, RIGHT = (5, 0, 1), (2, 3, 4), (3, 4, 5), (0, 1, 2)


class HexDrawing(ConnectionGameDrawing):
    """A rhombus: X links top and bottom, O left and right."""

    def edges(self):
        size, cells = self.game.size, self.game.size * self.game.height
        first, last = range(size), range(cells - size, cells)
        left, right = range(0, cells, size), range(size - 1, cells, size)
        for cells, corners, seat in ((left, LEFT, 1), (right, RIGHT, 1), (first, UPPER, 0), (last, LOWER, 0)):
            for cell in cells:
                at = self.corners(cell)
                yield Edge(seat, tuple(at[corner] for corner in corners))

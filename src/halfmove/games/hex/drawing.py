"""Boards of Hex, with the two sides of each player in his colour."""

from halfmove.explain.svg import line
from halfmove.games.shared.drawing import COLOURS, STROKE, ConnectionGameDrawing

# Edges of a cell that lie on each side of the board, by their first corner, counted clockwise from the top.
UPPER, LOWER, LEFT, RIGHT = (5, 0), (2, 3), (3, 4), (0, 1)


class HexDrawing(ConnectionGameDrawing):
    """A rhombus: X links top and bottom, O left and right."""

    def sides(self):
        size = self.game.size
        first, last = range(size), range(size * size - size, size * size)
        left, right = range(0, size * size, size), range(size - 1, size * size, size)
        shapes = []
        for cells, edges, colour in ((left, LEFT, 1), (right, RIGHT, 1), (first, UPPER, 0), (last, LOWER, 0)):
            for cell in cells:
                corners = self.corners(cell)
                shapes += [line(*corners[k], *corners[(k + 1) % 6], COLOURS[colour], STROKE) for k in edges]
        return shapes

"""Boards of draughts, with the numbers of the squares."""

from halfmove.explain.boards import BoardDrawing
from halfmove.explain.grid import CELL, DARK, FILLS, LIGHT, MARKED, STONE, Grid
from halfmove.explain.svg import INK, PAPER, circle, polygon, words

CROWN = ((-9, 6), (-11, -5), (-5, 0), (0, -8), (5, 0), (11, -5), (9, 6))
NUMBER, INSET = 9, 8  # the type of a number, and how far from the corner of its square it stands


class DraughtsDrawing(BoardDrawing):
    """Men are discs, kings have a crown."""

    def board(self, state, marked):
        size = self.game.size
        grid = Grid(size, size)
        dark = [self.place(square) for square in range(size * size // 2)]
        squares = grid.squares(lambda at: MARKED if at in marked else DARK if at in dark else LIGHT)
        shapes = []
        for place, (number, symbol) in zip(dark, enumerate(self.game.symbols(state), 1), strict=True):
            x, y = grid.middle(place)
            corner = INSET - CELL / 2
            shapes.append(words(x + corner, y + corner, str(number), NUMBER, INK if place in marked else PAPER))
            if symbol != ".":
                fill, other = FILLS[symbol.upper() == "W"], FILLS[symbol.upper() != "W"]
                shapes.append(circle(x, y, STONE * CELL, fill, stroke=INK))
                shapes.append(
                    polygon(((x + dx, y + dy) for dx, dy in CROWN), other)
                    if symbol.isupper()
                    else circle(x, y, STONE * CELL * 0.7, stroke=other)
                )
        return grid.sketch(squares, shapes)

    def place(self, square):
        """Return the place of a square; squares are counted from 0."""
        row, column = divmod(square, self.game.size // 2)
        return row * self.game.size + 2 * column + (row % 2 == 0)

    def places(self, state, action):
        return [self.place(self.game.square(bit) - 1) for bit in self.game.ends(action)]

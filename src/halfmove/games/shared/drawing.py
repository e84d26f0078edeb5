"""Drawings of games that put stones on squares, on points or on six-sided cells."""

from __future__ import annotations

import math

from halfmove.compiled import lowest_bit
from halfmove.explain.boards import MARGIN, MARK, SMALL, BoardDrawing
from halfmove.explain.grid import CELL, MARKED, Grid
from halfmove.explain.svg import FAINT, PAPER, Sketch, circle, line, polygon, rectangle, words
from halfmove.games.shared.grid import LETTERS

SMALL_BOARD = 9  # squares on a side: on larger boards stones lie on points
COLOURS = ("#1864ab", "#c2255c")  # of X and of O
STROKE, REACH = 6, 0.28  # width of a cross or ring, and its size as a part of a cell
HEXAGON = 24  # from the middle of a cell to a corner
WIDTH, HEIGHT = HEXAGON * math.sqrt(3), HEXAGON * 1.5  # from a cell to the next one, and to the next row
CORNERS = [(HEXAGON * math.sin(k * math.pi / 3), -HEXAGON * math.cos(k * math.pi / 3)) for k in range(6)]


def by_player(state):
    """Return what the first player has, and what the second has, of a state that knows `mine` and `theirs`."""
    return (state.mine, state.theirs) if state.player == 0 else (state.theirs, state.mine)


class StoneGameDrawing(BoardDrawing):
    """Crosses and rings on squares; on a large board, dark and light stones on points."""

    def board(self, state, marked):
        width, height = self.game.width, self.game.height
        grid = Grid(width, height, LETTERS[:width], [str(height - row) for row in range(height)])
        stones = [
            [place for place in range(width * height) if own >> self.game.bit(place) & 1] for own in by_player(state)
        ]
        if self.is_large():
            return grid.sketch(grid.lines(), grid.stones(stones[0], 0), grid.stones(stones[1], 1), grid.dots(marked))
        squares = grid.squares(lambda place: MARKED if place in marked else PAPER, FAINT)
        return grid.sketch(
            squares, (cross(*grid.middle(at)) for at in stones[0]), (ring(*grid.middle(at)) for at in stones[1])
        )

    def places(self, state, action):
        return (action,)

    def facts(self, state):
        return "X is black" if self.is_large() else ""

    def is_large(self):
        return max(self.game.width, self.game.height) > SMALL_BOARD


def cross(x, y):
    reach = REACH * CELL
    return line(x - reach, y - reach, x + reach, y + reach, COLOURS[0], STROKE) + line(
        x - reach, y + reach, x + reach, y - reach, COLOURS[0], STROKE
    )


def ring(x, y):
    return circle(x, y, REACH * CELL, stroke=COLOURS[1], stroke_width=STROKE)


class ConnectionGameDrawing(BoardDrawing):
    """Stones on six-sided cells, each row half a cell to the right of the one above."""

    def board(self, state, marked):
        size = self.game.size
        cells = [cell for cell in range(size * size) if self.game.board >> cell & 1]
        shapes = [polygon(self.corners(cell), PAPER, stroke=FAINT) for cell in cells]
        shapes += self.sides()
        for stones, colour in zip(by_player(state), COLOURS, strict=True):
            shapes += [circle(*self.middle(cell), WIDTH * 0.38, colour) for cell in cells if stones >> cell & 1]
        shapes += [circle(*self.middle(cell), WIDTH / 8, PAPER, stroke=MARK, stroke_width=3) for cell in marked]
        for row in range(size):
            x, y = self.middle(row * size)
            shapes.append(words(x - WIDTH / 2 - MARGIN / 2, y, str(row + 1), SMALL, FAINT))
            x, y = self.middle(row)
            shapes.append(words(x, y - HEXAGON - MARGIN / 2, LETTERS[row], SMALL, FAINT))
        right = max(self.middle(cell)[0] for cell in cells) + WIDTH / 2 + STROKE
        bottom = max(self.middle(cell)[1] for cell in cells) + HEXAGON + STROKE
        return Sketch(right, bottom, (rectangle(0, 0, right, bottom, PAPER), *shapes))

    def middle(self, cell: int) -> tuple[float, float]:
        """Return the middle of a cell."""
        row, column = divmod(cell, self.game.size)
        return MARGIN + (column + 0.5 * row + 0.5) * WIDTH, MARGIN + HEXAGON + row * HEIGHT

    def corners(self, cell: int) -> list[tuple[float, float]]:
        """Return the corners of a cell, from the top one clockwise."""
        x, y = self.middle(cell)
        return [(x + dx, y + dy) for dx, dy in CORNERS]

    def sides(self):
        """Draw the sides of the board in the colours of their owners; by default they have none."""
        return []

    def facts(self, state):
        return "X is blue"

    def places(self, state, action):
        size = self.game.size
        if action < size * size:
            return (action,)
        row, column = divmod(lowest_bit(state.theirs), size)  # the stone that is taken over changes its place
        return (column * size + row,)

"""Boards of Connect Four."""

from halfmove.explain.boards import MARK, BoardDrawing
from halfmove.explain.grid import CELL, STONE, Grid
from halfmove.explain.svg import PAPER, circle, rectangle

FRAME, EMPTY = "#1c5fb0", PAPER
STONES = ("#e03131", "#fcc419")  # of X and of O


class ConnectFourDrawing(BoardDrawing):
    """A frame with holes, through which the stones show: X has the red ones."""

    def board(self, state, marked):
        width, height = self.game.width, self.game.height
        grid = Grid(width, height, [str(column + 1) for column in range(width)])
        first = state.mine if state.player == 0 else state.mine ^ state.mask
        shapes = [rectangle(0, 0, width * CELL, height * CELL, FRAME, rx=CELL / 6)]
        for place in range(width * height):
            bit = place % width * (height + 1) + height - 1 - place // width
            fill = EMPTY if not state.mask >> bit & 1 else STONES[0] if first >> bit & 1 else STONES[1]
            shapes.append(circle(*grid.middle(place), STONE * CELL, fill))
            if place in marked:
                shapes.append(
                    circle(
                        *grid.middle(place), STONE * CELL - 3, stroke=PAPER if fill != EMPTY else MARK, stroke_width=4
                    )
                )
        return grid.sketch(shapes)

    def places(self, state, action):
        filled = (state.mask & self.game.column(state, action)).bit_count()
        return ((self.game.height - 1 - filled) * self.game.width + action,)

    def facts(self, state):
        return "X is red"

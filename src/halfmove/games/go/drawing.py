"""Boards of Go."""

from halfmove.explain.boards import BoardDrawing
from halfmove.explain.grid import CELL, Grid
from halfmove.explain.svg import INK, circle, rectangle
from halfmove.games.go.text import COLUMNS, NOWHERE
from halfmove.games.shared.drawing import by_player

NEAR_EDGE, FAR_FROM_EDGE, LARGE = 2, 3, 12  # lines from the edge to a star, on a small board and on a large one


class GoDrawing(BoardDrawing):
    """Black and white stones on points; where ko bars a point stands a small square."""

    def board(self, state, marked):
        size = self.game.size
        grid = Grid(size, size, COLUMNS[:size], [str(size - row) for row in range(size)])
        points = range(size * size)
        stones = [
            grid.stones([at for at in points if own >> at & 1], player) for player, own in enumerate(by_player(state))
        ]
        ko = []
        if state.barred != NOWHERE:
            x, y = grid.middle(state.barred)
            ko.append(rectangle(x - CELL / 5, y - CELL / 5, CELL / 2.5, CELL / 2.5, stroke=INK, stroke_width=2))
        stars = [circle(*grid.middle(star), CELL / 12, INK) for star in self.stars()]
        return grid.sketch(grid.lines(), stars, ko, *stones, grid.dots(marked))

    def stars(self):
        """Return the points that are marked on the board, for the eye."""
        size = self.game.size
        edge = FAR_FROM_EDGE if size >= LARGE else NEAR_EDGE
        lines = {edge, size - 1 - edge} if size >= 2 * edge + 3 else set()
        middle = {size // 2} if size % 2 else set()
        crossed = [(lines | middle,) * 2] if size >= LARGE else [(lines,) * 2, (middle,) * 2]
        return [row * size + column for rows, columns in crossed for row in rows for column in columns]

    def places(self, state, action):
        return (action,) if action < self.game.size**2 else ()

    def facts(self, state):
        return f"{state.passes} pass{'es' * (state.passes > 1)}" if state.passes else ""

"""Boards of the men's morris games: squares one in the other."""

from halfmove.explain.boards import BoardDrawing
from halfmove.explain.grid import CELL, WOOD, Grid
from halfmove.explain.svg import INK, circle, line, rectangle
from halfmove.games.morris.points import FIELD, NOWHERE, RINGS
from halfmove.games.shared.drawing import by_player
from halfmove.games.shared.grid import LETTERS

POINT = 4  # the radius of an empty point


class MorrisDrawing(BoardDrawing):
    """White and black men on the points, which lines join."""

    def board(self, state, marked):
        game, side = self.game, 2 * RINGS[self.game.men] + 1
        grid = Grid(side, side, LETTERS[:side], [str(side - row) for row in range(side)])
        points = range(game.points)
        at = [grid.middle((side - 1 - row) * side + column) for column, row in map(game.place, points)]
        shapes = [rectangle(grid.left, 0, side * CELL, side * CELL, WOOD)]
        shapes += [
            line(*at[a], *at[b], width=2) for a in points for b in points[a:] if int(game.neighbours[a]) >> b & 1
        ]
        shapes += [circle(*at[point], POINT, INK) for point in points]
        white, black = by_player(state)
        places = [(side - 1 - row) * side + column for column, row in map(game.place, points)]
        men = [[place for point, place in enumerate(places) if own >> point & 1] for own in (black, white)]
        dots = grid.dots(places[point] for point in marked)
        return grid.sketch(shapes, grid.stones(men[0], 0), grid.stones(men[1], 1), dots)

    def places(self, state, action):
        parts = [action >> part * FIELD & NOWHERE for part in range(3)]
        return [point for point in parts if point != NOWHERE]

    def facts(self, state):
        return f"to be placed: {state.hand}" if state.hand else ""

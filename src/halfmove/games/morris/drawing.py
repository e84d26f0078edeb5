"""Boards of the men's morris games: squares one in the other."""

from halfmove.explain.board import POINTS, STONES, WOOD, Board, BoardPicture, Cell, Piece, grid_labels
from halfmove.explain.boards import BoardDrawing
from halfmove.games.morris.points import FIELD, NOWHERE, RINGS
from halfmove.games.shared.drawing import by_player
from halfmove.games.shared.grid import LETTERS


class MorrisDrawing(BoardDrawing):
    """White and black men on the points, which lines join."""

    def describe(self):
        game, side = self.game, 2 * RINGS[self.game.men] + 1
        points = range(game.points)
        cells = [
            Cell(f"{LETTERS[column]}{row + 1}", column + 0.5, side - row - 0.5)
            for column, row in map(game.place, points)
        ]
        lines = [(a, b) for a in points for b in points[a:] if int(game.neighbours[a]) >> b & 1]
        numbers = [str(side - row) for row in range(side)]
        return Board(
            POINTS,
            side,
            side,
            tuple(cells),
            WOOD,
            STONES,
            lines=tuple(lines),
            stars=tuple(points),
            labels=grid_labels(side, side, LETTERS, numbers),
        )

    def picture(self, state):
        men = [
            Piece(point, "WB"[seat], seat, dark=seat == 1, words=("white man", "black man")[seat])
            for seat, own in enumerate(by_player(state))
            for point in range(self.game.points)
            if own >> point & 1
        ]
        return BoardPicture(tuple(men))

    def clicks(self, state, action):
        to, origin, removed = (action >> part * FIELD & NOWHERE for part in range(3))
        return [point for point in (origin, to, removed) if point != NOWHERE]

    def takes(self, state, action):
        removed = action >> 2 * FIELD & NOWHERE
        return [removed] if removed != NOWHERE else []

    def facts(self, state):
        return f"to be placed: {state.hand}" if state.hand else ""

"""Boards of Go."""

from halfmove.explain.board import (
    POINTS,
    STONES,
    WOOD,
    Board,
    BoardPicture,
    Piece,
    grid_cells,
    grid_labels,
    grid_lines,
)
from halfmove.explain.boards import BoardDrawing
from halfmove.games.go.text import COLOURS, COLUMNS, NOWHERE
from halfmove.games.shared.drawing import SYMBOLS, by_player, symbols_of

NEAR_EDGE, FAR_FROM_EDGE, LARGE = 2, 3, 12  # lines from the edge to a star, on a small board and on a large one


class GoDrawing(BoardDrawing):
    """Black and white stones on points; where ko bars a point stands a small square."""

    def describe(self):
        size = self.game.size
        numbers = [str(size - row) for row in range(size)]
        return Board(
            POINTS,
            size,
            size,
            grid_cells(size, size, COLUMNS, numbers),
            WOOD,
            STONES,
            lines=grid_lines(size, size),
            stars=tuple(self.stars()),
            labels=grid_labels(size, size, COLUMNS, numbers),
            palette=tuple(self.stone(0, seat) for seat in range(2)),
        )

    def stone(self, cell, seat):
        return Piece(cell, SYMBOLS[seat], seat, dark=seat == 0, words=("black stone", "white stone")[seat])

    def picture(self, state):
        stones = by_player(state)
        points = range(self.game.size**2)
        pieces = [self.stone(at, seat) for seat, own in enumerate(stones) for at in points if own >> at & 1]
        barred = () if state.barred == NOWHERE else (int(state.barred),)
        return BoardPicture(tuple(pieces), barred=barred)

    def compose(self, pieces, mover):
        size = self.game.size
        rows = [
            f"{size - row} {' '.join(symbols_of(pieces, range(row * size, row * size + size)))}" for row in range(size)
        ]
        return "\n".join([*rows, f"{COLOURS[mover]} to move"])

    def stars(self):
        """Return the points that are marked on the board, for the eye."""
        size = self.game.size
        edge = FAR_FROM_EDGE if size >= LARGE else NEAR_EDGE
        lines = {edge, size - 1 - edge} if size >= 2 * edge + 3 else set()
        middle = {size // 2} if size % 2 else set()
        crossed = [(lines | middle,) * 2] if size >= LARGE else [(lines,) * 2, (middle,) * 2]
        return sorted(row * size + column for rows, columns in crossed for row in rows for column in columns)

    def clicks(self, state, action):
        return (action,) if action < self.game.size**2 else ()

    def facts(self, state):
        return f"{state.passes} pass{'es' * (state.passes > 1)}" if state.passes else ""

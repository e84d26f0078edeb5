"""Boards of games that put stones on squares, on points or on six-sided cells."""

from __future__ import annotations

import math

from halfmove.compiled import lowest_bit
from halfmove.explain.board import (
    DISCS,
    HEXES,
    MARKS,
    PAPER,
    POINTS,
    SQUARES,
    STONES,
    WOOD,
    Board,
    BoardPicture,
    Cell,
    Label,
    Piece,
    grid_cells,
    grid_labels,
    grid_lines,
)
from halfmove.explain.boards import BoardDrawing
from halfmove.games.shared.grid import EMPTY, LETTERS, show_grid

SMALL_BOARD = 9  # squares on a side: on larger boards stones lie on points
SYMBOLS = "XO"
ROW = math.sqrt(3) / 2  # from a row of hexagons to the next one; a hexagon is 1 wide
CORNER = 1 / math.sqrt(3)  # from the middle of a hexagon to a corner


def by_player(state):
    """Return what the first player has, and what the second has, of a state that knows `mine` and `theirs`."""
    return (state.mine, state.theirs) if state.player == 0 else (state.theirs, state.mine)


def symbols_of(pieces, cells):
    """Return X, O or a dot for each of some cells."""
    return [SYMBOLS[pieces[cell].seat] if cell in pieces else EMPTY for cell in cells]


class StoneGameDrawing(BoardDrawing):
    """Crosses and rings on squares; on a large board, dark and light stones on points."""

    def describe(self):
        width, height, large = self.game.width, self.game.height, self.is_large()
        numbers = [str(height - row) for row in range(height)]
        return Board(
            POINTS if large else SQUARES,
            width,
            height,
            grid_cells(width, height, LETTERS, numbers),
            WOOD if large else PAPER,
            STONES if large else MARKS,
            lines=grid_lines(width, height) if large else (),
            labels=grid_labels(width, height, LETTERS, numbers),
            palette=tuple(self.stone(0, seat) for seat in range(2)),
        )

    def stone(self, cell, seat):
        if self.is_large():
            return Piece(cell, SYMBOLS[seat], seat, dark=seat == 0, words=("black stone", "white stone")[seat])
        return Piece(cell, SYMBOLS[seat], seat, words=("cross", "ring")[seat])

    def picture(self, state):
        return BoardPicture(
            tuple(
                self.stone(place, seat)
                for seat, own in enumerate(by_player(state))
                for place in range(self.game.width * self.game.height)
                if own >> self.game.bit(place) & 1
            )
        )

    def compose(self, pieces, mover):
        return show_grid(symbols_of(pieces, range(self.game.width * self.game.height)), self.game.width)

    def clicks(self, state, action):
        return (action,)

    def facts(self, state):
        return "X is black" if self.is_large() else ""

    def is_large(self):
        return max(self.game.width, self.game.height) > SMALL_BOARD


class ConnectionGameDrawing(BoardDrawing):
    """Stones on six-sided cells, each row half a cell to the right of the one above."""

    def describe(self):
        size, cells = self.game.size, self.cells()
        places = [self.middle(cell) for cell in cells]
        labels = [
            Label(str(row + 1), self.middle(row * size)[0] - 0.5, self.middle(row * size)[1], "left")
            for row in range(self.game.height)
        ]
        labels += [Label(LETTERS[column], self.middle(column)[0], 0, "top") for column in range(size)]
        return Board(
            HEXES,
            max(x for x, _ in places) + 0.6,
            max(y for _, y in places) + CORNER + 0.1,
            tuple(Cell(self.game.name(cell), x, y) for cell, (x, y) in zip(cells, places, strict=True)),
            PAPER,
            DISCS,
            edges=tuple(self.edges()),
            labels=tuple(labels),
            palette=tuple(Piece(0, SYMBOLS[seat], seat, words=f"stone of {SYMBOLS[seat]}") for seat in range(2)),
        )

    def cells(self):
        """Return the cells of the game that are on the board, in the order of their numbers."""
        return [cell for cell in range(self.game.size * self.game.height) if self.game.board >> cell & 1]

    def middle(self, cell: int) -> tuple[float, float]:
        """Return the middle of a cell."""
        row, column = divmod(cell, self.game.size)
        return column + 0.5 * row + 0.5, row * ROW + CORNER

    def corners(self, cell: int) -> list[tuple[float, float]]:
        """Return the corners of a cell, from the top one clockwise."""
        x, y = self.middle(cell)
        return [(x + CORNER * math.sin(k * math.pi / 3), y - CORNER * math.cos(k * math.pi / 3)) for k in range(6)]

    def edges(self):
        """Return the sides of the board that belong to a player; by default none does."""
        return []

    def picture(self, state):
        stones = by_player(state)
        return BoardPicture(
            tuple(
                Piece(at, SYMBOLS[seat], seat, words=f"stone of {SYMBOLS[seat]}")
                for at, cell in enumerate(self.cells())
                for seat in range(2)
                if stones[seat] >> cell & 1
            )
        )

    def compose(self, pieces, mover):
        size, lines, at = self.game.size, [], 0
        for row in range(self.game.height):
            count = sum(cell // size == row for cell in self.cells())
            lines.append(" ".join(symbols_of(pieces, range(at, at + count))))
            at += count
        return "\n".join([*lines, f"{SYMBOLS[mover]} to move"])

    def facts(self, state):
        return "X is blue"

    def clicks(self, state, action):
        return (self.cells().index(action),) if action < self.game.size * self.game.height else ()

    def places(self, state, action):
        size = self.game.size
        if action >= size * self.game.height:
            row, column = divmod(lowest_bit(state.theirs), size)  # the stone that is taken over changes its place
            action = column * size + row
        return (self.cells().index(action),)

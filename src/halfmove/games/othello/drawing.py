"""Boards of Othello."""

from halfmove.explain.boards import BoardDrawing
from halfmove.explain.grid import Grid
from halfmove.games.othello.lines import PASS
from halfmove.games.shared.grid import LETTERS

GREEN, LINES = "#2f9e5f", "#1b5e3a"


class OthelloDrawing(BoardDrawing):
    """Black and white discs on green squares."""

    def board(self, state, marked):
        size = self.game.size
        grid = Grid(size, size, LETTERS[:size], [str(row + 1) for row in range(size)])
        cells = self.game.cells(state)
        discs = [[place for place, cell in enumerate(cells) if cell == symbol] for symbol in "XO"]
        squares = grid.squares(lambda _: GREEN, LINES)
        return grid.sketch(squares, grid.stones(discs[0], 0), grid.stones(discs[1], 1), grid.dots(marked))

    def places(self, state, action):
        return [place for place in range(self.game.size**2) if self.game.bit(place) == action != PASS]

    def facts(self, state):
        cells = self.game.cells(state)
        return f"{cells.count('X')} black, {cells.count('O')} white"

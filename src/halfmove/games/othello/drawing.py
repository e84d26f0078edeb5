"""Boards of Othello."""

from halfmove.explain.board import FELT, SQUARES, STONES, Board, BoardPicture, Piece, grid_cells, grid_labels
from halfmove.explain.boards import BoardDrawing
from halfmove.games.othello.lines import PASS
from halfmove.games.shared.drawing import SYMBOLS
from halfmove.games.shared.grid import LETTERS

EMPTY = "-"


class OthelloDrawing(BoardDrawing):
    """Black and white discs on green squares."""

    def describe(self):
        size = self.game.size
        numbers = [str(row + 1) for row in range(size)]
        return Board(
            SQUARES,
            size,
            size,
            grid_cells(size, size, LETTERS, numbers),
            FELT,
            STONES,
            labels=grid_labels(size, size, LETTERS, numbers),
            palette=tuple(self.disc(0, seat) for seat in range(2)),
        )

    def disc(self, cell, seat):
        return Piece(cell, SYMBOLS[seat], seat, dark=seat == 0, words=("black disc", "white disc")[seat])

    def picture(self, state):
        cells = self.game.cells(state)
        discs = [self.disc(place, SYMBOLS.index(cell)) for place, cell in enumerate(cells) if cell in SYMBOLS]
        return BoardPicture(tuple(discs), scores=(f"{cells.count('X')} black", f"{cells.count('O')} white"))

    def compose(self, pieces, mover):
        cells = [SYMBOLS[pieces[cell].seat] if cell in pieces else EMPTY for cell in range(self.game.size**2)]
        return f"{''.join(cells)} {SYMBOLS[mover]}"

    def clicks(self, state, action):
        return [place for place in range(self.game.size**2) if self.game.bit(place) == action != PASS]

    def facts(self, state):
        return ", ".join(self.picture(state).scores)

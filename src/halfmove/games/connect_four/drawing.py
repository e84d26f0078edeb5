"""Boards of Connect Four."""

from halfmove.explain.board import DISCS, SLATE, SQUARES, Board, BoardPicture, Label, Piece, grid_cells
from halfmove.explain.boards import BoardDrawing
from halfmove.games.shared.drawing import SYMBOLS, symbols_of
from halfmove.games.shared.grid import LETTERS


class ConnectFourDrawing(BoardDrawing):
    """A frame with holes, through which the stones show."""

    def describe(self):
        width, height = self.game.width, self.game.height
        return Board(
            SQUARES,
            width,
            height,
            grid_cells(width, height, LETTERS, [str(height - row) for row in range(height)]),
            SLATE,
            DISCS,
            drop=True,
            labels=tuple(Label(str(column + 1), column + 0.5, height, "bottom") for column in range(width)),
            palette=tuple(self.stone(0, seat) for seat in range(2)),
        )

    def stone(self, cell, seat):
        return Piece(cell, SYMBOLS[seat], seat, words=f"stone of {SYMBOLS[seat]}")

    def picture(self, state):
        width, height = self.game.width, self.game.height
        first = state.mine if state.player == 0 else state.mine ^ state.mask
        stones = []
        for place in range(width * height):
            bit = place % width * (height + 1) + height - 1 - place // width
            if state.mask >> bit & 1:
                stones.append(self.stone(place, 0 if first >> bit & 1 else 1))
        return BoardPicture(tuple(stones))

    def compose(self, pieces, mover):
        width, height = self.game.width, self.game.height
        return "\n".join(" ".join(symbols_of(pieces, range(row * width, row * width + width))) for row in range(height))

    def clicks(self, state, action):
        filled = (state.mask & self.game.column(state, action)).bit_count()
        return ((self.game.height - 1 - filled) * self.game.width + action,)

    def facts(self, state):
        return "X is red"

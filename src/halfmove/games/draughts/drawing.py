"""Boards of draughts, with the numbers of the squares."""

from halfmove.explain.board import DRAUGHTSMEN, SLATE, SQUARES, Board, BoardPicture, Cell, Piece
from halfmove.explain.boards import BoardDrawing


class DraughtsDrawing(BoardDrawing):
    """Men are discs, kings have a crown."""

    def describe(self):
        size = self.game.size
        numbers = {self.place(square): str(square + 1) for square in range(size * size // 2)}
        cells = [Cell(numbers.get(place, ""), place % size + 0.5, place // size + 0.5) for place in range(size * size)]
        palette = tuple(self.man(0, letter) for letter in "wWbB")
        return Board(SQUARES, size, size, tuple(cells), SLATE, DRAUGHTSMEN, checkered=True, palette=palette)

    def man(self, place, symbol):
        white, king = symbol.upper() == "W", symbol.isupper()
        seat = int(white != self.game.white_begins)
        words = f"{'white' if white else 'black'} {'king' if king else 'man'}"
        return Piece(place, "K" if king else "M", seat, dark=not white, words=words)

    def picture(self, state):
        symbols = self.game.symbols(state)
        return BoardPicture(tuple(self.man(self.place(at), sign) for at, sign in enumerate(symbols) if sign != "."))

    def compose(self, pieces, mover):
        """Write FEN as PDN has it."""
        sides: dict[bool, list[str]] = {True: [], False: []}  # of white and black
        for square in range(self.game.size**2 // 2):
            piece = pieces.get(self.place(square))
            if piece is not None:
                white = (piece.seat == 0) == self.game.white_begins
                sides[white].append(("K" if piece.letter == "K" else "") + str(square + 1))
        to_move = "W" if (mover == 0) == self.game.white_begins else "B"
        return f"{to_move}:W{','.join(sides[True])}:B{','.join(sides[False])}"

    def place(self, square):
        """Return the place of a square; squares are counted from 0."""
        row, column = divmod(square, self.game.size // 2)
        return row * self.game.size + 2 * column + (row % 2 == 0)

    def clicks(self, state, action):
        return [self.place(self.game.square(bit) - 1) for bit in self.game.ends(action)]

    def takes(self, state, action):
        taken = self.game.taken(action)
        return [self.place(square) for square in range(self.game.size**2 // 2) if taken >> self.game.bit(square) & 1]

"""Boards of chess."""

from halfmove.explain.board import CHESSMEN, SLATE, SQUARES, Board, BoardPicture, Piece, grid_cells, grid_labels
from halfmove.explain.boards import BoardDrawing
from halfmove.games.chess.fen import FILES, men_of, square_named
from halfmove.games.chess.tables import SIZE

COLOURS = ("white", "black")
NAMES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
CORNERS = {"K": 7, "Q": 0}  # files from which rooks castle


def chessman(cell, letter):
    """Return a piece by its letter in FEN."""
    seat, kind = int(letter.islower()), letter.upper()
    return Piece(cell, kind, seat, dark=seat == 1, words=f"{COLOURS[seat]} {NAMES[kind]}")


def chessboard(size=SIZE, palette=()):
    """Return a board of squares as White sees it."""
    numbers = [str(size - row) for row in range(size)]
    cells, labels = grid_cells(size, size, FILES, numbers), grid_labels(size, size, FILES, numbers)
    return Board(SQUARES, size, size, cells, SLATE, CHESSMEN, checkered=True, labels=labels, palette=palette)


class ChessDrawing(BoardDrawing):
    """The board as White sees it."""

    def describe(self):
        letters = [*NAMES, *(letter.lower() for letter in NAMES)]
        return chessboard(palette=tuple(chessman(0, letter) for letter in letters))

    def picture(self, state):
        men, pieces = men_of(state), []
        for place in range(SIZE * SIZE):
            letter = men.at(place ^ (SIZE - 1) * SIZE)
            if letter:
                pieces.append(chessman(place, letter))
        return BoardPicture(tuple(pieces))

    def compose(self, pieces, mover):
        """Write FEN; kings and rooks that stand where they began may castle."""
        rows = []
        for row in range(SIZE):
            text, empty = "", 0
            for cell in range(row * SIZE, row * SIZE + SIZE):
                if cell not in pieces:
                    empty += 1
                    continue
                letter = pieces[cell].letter
                text += (str(empty) if empty else "") + (letter.lower() if pieces[cell].seat else letter.upper())
                empty = 0
            rows.append(text + (str(empty) if empty else ""))
        rights = "".join(
            side.lower() if seat else side
            for seat, row in ((0, SIZE - 1), (1, 0))
            for side, file in CORNERS.items()
            if self.stands(pieces, row * SIZE + 4, "K", seat) and self.stands(pieces, row * SIZE + file, "R", seat)
        )
        return f"{'/'.join(rows)} {'wb'[mover]} {rights or '-'} - 0 1"

    def stands(self, pieces, cell, letter, seat):
        return cell in pieces and (pieces[cell].letter.upper(), pieces[cell].seat) == (letter, seat)

    def clicks(self, state, action):
        written = self.game.uci(action, state)
        return [square_named(name) ^ (SIZE - 1) * SIZE for name in (written[:2], written[2:4])]

"""Boards of Kriegspiel, as White sees them; the umpire's words stand below."""

from halfmove.explain.board import BoardPicture
from halfmove.explain.boards import BoardDrawing
from halfmove.games.chess.drawing import chessboard, chessman
from halfmove.games.chess.fen import men_of, square_named
from halfmove.games.chess.tables import SIZE
from halfmove.games.kriegspiel.text import announcement


class KriegspielDrawing(BoardDrawing):
    """A board of any size, with the pieces that are in the position: all of them, or those of one player."""

    def describe(self):
        return chessboard(self.game.size)

    def picture(self, state):
        size, men = self.game.size, men_of(state.board)
        letters = [(at, men.at(SIZE * (size - 1 - at // size) + at % size)) for at in range(size * size)]
        return BoardPicture(tuple(chessman(at, letter) for at, letter in letters if letter))

    def clicks(self, state, action):
        squares = [square_named(name) for name in self.names(state, action)]
        return [self.game.size * (self.game.size - 1 - square // SIZE) + square % SIZE for square in squares]

    def names(self, state, action):
        written = self.game.name(action, state)
        return (written[1:],) if written[0] == "k" else (written[:2], written[2:4]) if len(written) > 3 else ()

    def facts(self, state):
        return announcement(state)

"""Boards of chess in a fog, as White sees them."""

from halfmove.explain.board import BoardPicture
from halfmove.explain.boards import BoardDrawing
from halfmove.games.chess.drawing import chessboard, chessman
from halfmove.games.chess.fen import men_of, square_named
from halfmove.games.chess.tables import SIZE

FLIPPED = (SIZE - 1) * SIZE  # a place counts from the top, a square from the bottom


class FogChessDrawing(BoardDrawing):
    """The squares that a player does not see are hidden."""

    def describe(self):
        return chessboard()

    def picture(self, state):
        men, places = men_of(state.board), range(SIZE * SIZE)
        hidden = tuple(place for place in places if state.fog >> (place ^ FLIPPED) & 1)
        letters = [(place, men.at(place ^ FLIPPED)) for place in places if place not in hidden]
        return BoardPicture(tuple(chessman(place, letter) for place, letter in letters if letter), hidden=hidden)

    def clicks(self, state, action):
        written = self.game.name(action, state)
        return [square_named(name) ^ FLIPPED for name in (written[:2], written[2:4])]

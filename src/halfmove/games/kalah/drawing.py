"""Boards of Kalah."""

from halfmove.explain.boards import BoardDrawing
from halfmove.games.shared.pits import pits_board, pits_picture


class KalahDrawing(BoardDrawing):
    """The holes and the store of the first player below and to the right, those of the second above and to the left."""

    def describe(self):
        return pits_board(self.game.holes)

    def picture(self, state):
        game, holes = self.game, self.game.holes
        seeds = state.seeds if state.player == 0 else game.flipped(state.seeds)
        counts = [int(game.at(seeds, pit)) for pit in range(2 * holes + 2)]
        return pits_picture(counts[:holes], counts[holes], counts[holes + 1 : -1], counts[-1])

    def clicks(self, state, action):
        return (state.player * (self.game.holes + 1) + action,)

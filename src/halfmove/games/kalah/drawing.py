"""Boards of Kalah."""

from halfmove.explain.boards import BoardDrawing
from halfmove.games.shared.pits import sketch_pits


class KalahDrawing(BoardDrawing):
    """The holes and the store of the first player below and to the right, those of the second above and to the left."""

    def board(self, state, marked):
        game, holes = self.game, self.game.holes
        seeds = state.seeds if state.player == 0 else game.flipped(state.seeds)
        counts = [game.at(seeds, pit) for pit in range(2 * holes + 2)]
        return sketch_pits(counts[:holes], counts[holes + 1 : -1], counts[holes], counts[-1], marked)

    def places(self, state, action):
        return ((state.player, action),)

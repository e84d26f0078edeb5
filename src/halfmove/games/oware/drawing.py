"""Boards of Oware."""

from halfmove.explain.boards import BoardDrawing
from halfmove.games.shared.pits import sketch_pits


class OwareDrawing(BoardDrawing):
    """South's houses below, North's above, and at either end the seeds that were captured: South's to the right."""

    def board(self, state, marked):
        south, north = self.game.counts(state)
        return sketch_pits(south[:-1], north[:-1], south[-1], north[-1], marked)

    def places(self, state, action):
        return ((state.player, action),)

"""Boards of Oware."""

from halfmove.explain.boards import BoardDrawing
from halfmove.games.shared.pits import pits_board, pits_picture


class OwareDrawing(BoardDrawing):
    """South's houses below, North's above, and at either end the seeds that were captured: South's to the right."""

    def describe(self):
        return pits_board(self.game.houses)

    def picture(self, state):
        south, north = ([int(count) for count in counts] for counts in self.game.counts(state))
        return pits_picture(south[:-1], south[-1], north[:-1], north[-1])

    def clicks(self, state, action):
        return (state.player * (self.game.houses + 1) + action,)

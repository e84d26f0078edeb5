from good import TakeAway

from halfmove.core.game import CHANCE


class Broken(TakeAway):
    """Player 1 is a die, and the game does not say so."""

    def to_move(self, heap):
        return CHANCE if heap.player == 1 else 0

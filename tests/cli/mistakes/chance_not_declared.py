from take_away import TakeAway

from halfmove import CHANCE


class Mine(TakeAway):
    """CHANCE is to move, and it is not declared."""

    def to_move(self, heap):  # here
        return CHANCE

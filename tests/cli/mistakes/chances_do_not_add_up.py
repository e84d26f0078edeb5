from take_away import TakeAway

from halfmove import CHANCE


class Mine(TakeAway):
    """The probabilities do not add up to 1."""

    has_chance = True

    def to_move(self, heap):
        return CHANCE if heap.player else 0

    def chances(self, heap):  # here
        yield 1, 0.25

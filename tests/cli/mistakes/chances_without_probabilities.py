from take_away import TakeAway

from halfmove import CHANCE


class Mine(TakeAway):
    """The outcomes of chance have no probabilities."""

    has_chance = True

    def to_move(self, heap):
        return CHANCE if heap.player else 0

    def chances(self, heap):  # here
        yield 1

from good import TakeAway

from halfmove.core.game import CHANCE


class Broken(TakeAway):
    """Player 1 is a die with probabilities that are too small."""

    has_chance = True

    def to_move(self, heap):
        return CHANCE if heap.player == 1 else 0

    def chances(self, heap):
        for count in self.actions(heap):
            yield count, 0.4

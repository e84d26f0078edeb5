from good import TakeAway

from halfmove.compiled import compiled


@compiled
class Broken(TakeAway):
    """Machine code wraps around where Python's numbers grow."""

    def evaluate(self, heap, player):
        return 0.5 if (heap.stones + (1 << 62)) * 4 > 100 and heap.player == player else -0.5

from good import TakeAway


class Broken(TakeAway):
    """The estimate divides by the stones above three."""

    def evaluate(self, heap, player):
        return 0.0 / (heap.stones - 3)

from good import TakeAway


class Broken(TakeAway):
    """The players are 1 and 2, as people count."""

    def to_move(self, heap):
        return heap.player + 1

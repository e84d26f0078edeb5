from good import TakeAway


class Broken(TakeAway):
    """Whose turn it is does not count."""

    def key(self, heap):
        return heap.stones

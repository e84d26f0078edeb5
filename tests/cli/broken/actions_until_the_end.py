from good import TakeAway


class Broken(TakeAway):
    """The last stone cannot be taken."""

    def actions(self, heap):
        yield from range(1, min(2, heap.stones - 1) + 1)

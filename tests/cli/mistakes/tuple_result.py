from take_away import TakeAway


class Mine(TakeAway):
    """A tuple is returned for a NamedTuple."""

    def result(self, heap, count):  # here
        return (heap.stones - count, 1 - heap.player)

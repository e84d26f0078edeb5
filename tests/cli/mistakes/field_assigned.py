from take_away import TakeAway


class Mine(TakeAway):
    """A field of a state is assigned to."""

    def result(self, heap, count):
        heap.stones -= count  # here
        return heap

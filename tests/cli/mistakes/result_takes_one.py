from take_away import Heap, TakeAway


class Mine(TakeAway):
    """The action is missing."""

    def result(self, heap):  # here
        return Heap(heap.stones - 1, 1 - heap.player)

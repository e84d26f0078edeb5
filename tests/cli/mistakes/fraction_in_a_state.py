from take_away import Heap, TakeAway


class Mine(TakeAway):
    """A field that is annotated int holds a fraction."""

    def result(self, heap, count):  # here
        return Heap(heap.stones - count / 1, 1 - heap.player)

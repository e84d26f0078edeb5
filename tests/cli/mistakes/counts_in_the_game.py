from take_away import Heap, TakeAway


class Mine(TakeAway):
    """The game itself is changed."""

    plies = 0

    def result(self, heap, count):
        self.plies += 1  # here
        return Heap(heap.stones - count, 1 - heap.player)

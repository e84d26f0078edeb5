from take_away import TakeAway


class Heap:  # here
    def __init__(self, stones=7, player=0):
        self.stones, self.player = stones, player


class Mine(TakeAway):
    """No two states are ever equal."""

    initial = Heap()

    def result(self, heap, count):
        return Heap(heap.stones - count, 1 - heap.player)

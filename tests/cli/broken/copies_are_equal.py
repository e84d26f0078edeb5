from good import Game


class Heap:
    def __init__(self, stones=7, player=0):
        self.stones, self.player = stones, player


class Broken(Game):
    """Two heaps are the same object or different ones, whatever is in them."""

    initial = Heap()

    def to_move(self, heap):
        return heap.player

    def actions(self, heap):
        yield from range(1, min(2, heap.stones) + 1)

    def result(self, heap, count):
        return Heap(heap.stones - count, 1 - heap.player)

    def is_terminal(self, heap):
        return heap.stones == 0

    def utility(self, heap, player):
        return -1.0 if player == heap.player else 1.0

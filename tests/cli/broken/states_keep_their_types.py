from good import Heap, TakeAway


class Broken(TakeAway):
    """Half a stone is a float, and so is a whole one after it."""

    def result(self, heap, count):
        return Heap(heap.stones - count / 1, 1 - heap.player)

    def actions(self, heap):
        yield from range(1, min(2, int(heap.stones)) + 1)

    def key(self, heap):
        return 2 * int(heap.stones) + heap.player

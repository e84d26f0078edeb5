from good import Heap, TakeAway


class Broken(TakeAway):
    """Two stones are never put back."""

    def parents(self, heap):
        if heap.stones < 7:
            yield Heap(heap.stones + 1, 1 - heap.player)

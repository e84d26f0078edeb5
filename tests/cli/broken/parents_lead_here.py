from good import Heap, TakeAway

from halfmove.core.advice import Bounds


class Broken(TakeAway):
    """Take one stone or two."""


class BrokenBounds(Bounds):
    """Two stones are never put back."""

    def parents(self, heap):
        if heap.stones < 7:
            yield Heap(heap.stones + 1, 1 - heap.player)

from good import TakeAway

from halfmove.compiled import compiled


@compiled
class Broken(TakeAway):
    """Machine code has no way to ask what a state is."""

    def is_terminal(self, heap):
        return isinstance(heap, tuple) and heap.stones == 0

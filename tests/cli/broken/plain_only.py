from good import TakeAway


class Fine(TakeAway):
    """It does not compile, and does not ask to."""

    def is_terminal(self, heap):
        return isinstance(heap, tuple) and heap.stones == 0

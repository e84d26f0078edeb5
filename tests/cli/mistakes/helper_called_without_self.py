from take_away import TakeAway


class Mine(TakeAway):
    """A method is called like a function."""

    def is_terminal(self, heap):
        return empty(heap)  # here

    def empty(self, heap):
        return heap.stones == 0

from take_away import TakeAway


class Mine(TakeAway):
    """A method of the author's own lacks its first parameter."""

    def is_terminal(self, heap):
        return self.empty(heap)  # here

    def empty(heap):
        return heap.stones == 0

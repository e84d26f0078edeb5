from take_away import TakeAway


class Mine(TakeAway):
    """The end is forgotten: there is nothing to do, and the game goes on."""

    def actions(self, heap):  # here
        yield from range(1, min(2, heap.stones) + 1)

    def is_terminal(self, heap):
        return heap.stones < 0

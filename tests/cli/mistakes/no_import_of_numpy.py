from take_away import TakeAway


class Mine(TakeAway):
    """`np` is not imported."""

    def is_terminal(self, heap):
        return bool(np.equal(heap.stones, 0))  # here

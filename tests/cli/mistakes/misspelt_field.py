from take_away import TakeAway


class Mine(TakeAway):
    """A field is misspelt."""

    def is_terminal(self, heap):
        return heap.stone == 0  # here

from take_away import TakeAway


class Mine(TakeAway):
    """A loop that never ends."""

    def actions(self, heap):  # here
        count = 1
        while heap.stones:
            yield count
            count += 1

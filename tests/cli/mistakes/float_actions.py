from take_away import TakeAway


class Mine(TakeAway):
    """Actions are fractions."""

    def actions(self, heap):  # here
        yield heap.stones / 7

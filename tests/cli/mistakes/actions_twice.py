from take_away import TakeAway


class Mine(TakeAway):
    """An action comes twice."""

    def actions(self, heap):  # here
        yield 1
        yield 1

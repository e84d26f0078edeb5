from take_away import TakeAway


class Mine(TakeAway):
    """Actions are texts."""

    def actions(self, heap):  # here
        yield "one"

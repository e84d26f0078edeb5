from take_away import TakeAway


class Mine(TakeAway):
    """The player is missing."""

    def evaluate(self, heap):  # here
        return 0.0

from take_away import TakeAway


class Mine(TakeAway):
    """No table holds such an action."""

    def actions(self, heap):  # here
        yield 10**30

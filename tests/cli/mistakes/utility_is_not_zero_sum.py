from take_away import TakeAway


class Mine(TakeAway):
    """Both players win."""

    def utility(self, heap, player):  # here
        return 1.0

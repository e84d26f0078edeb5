from take_away import TakeAway


class Mine(TakeAway):
    """The utility does not look at the player it is asked for."""

    def utility(self, heap, player):  # here
        return -1.0

from take_away import TakeAway


class Mine(TakeAway):
    """The utility counts points, and its bounds are not declared."""

    def utility(self, heap, player):  # here
        return -5.0 if player == heap.player else 5.0

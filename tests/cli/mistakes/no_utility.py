from take_away import TakeAway


class Mine(TakeAway):
    """The utility is found and not returned."""

    def utility(self, heap, player):  # here
        -1.0 if player == heap.player else 1.0

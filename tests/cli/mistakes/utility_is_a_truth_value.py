from take_away import TakeAway


class Mine(TakeAway):
    """The utility tells who wins."""

    def utility(self, heap, player):  # here
        return player != heap.player

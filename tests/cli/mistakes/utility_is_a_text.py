from take_away import TakeAway


class Mine(TakeAway):
    """The utility is a word."""

    def utility(self, heap, player):  # here
        return "win" if player != heap.player else "loss"

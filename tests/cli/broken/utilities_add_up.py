from good import TakeAway


class Broken(TakeAway):
    """Whoever is to move has lost, and so has the other."""

    def utility(self, heap, player):
        return -1.0

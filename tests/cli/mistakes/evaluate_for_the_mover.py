from take_away import TakeAway


class Mine(TakeAway):
    """The estimate does not look at the player it is asked for."""

    def evaluate(self, heap, player):  # here
        return 0.0 if heap.stones % 3 == 0 else 0.5

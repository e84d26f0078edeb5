from good import TakeAway


class Broken(TakeAway):
    """A win is worth more than was declared."""

    def utility(self, heap, player):
        return 5 * super().utility(heap, player)

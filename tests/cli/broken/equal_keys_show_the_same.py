from good import TakeAway


class Broken(TakeAway):
    """Nobody is told how many stones the other took, but sees the heap all the same."""

    has_secrets = True

    def observation(self, heap, player):
        return heap if player == heap.player else heap._replace(stones=1)

    def percept(self, heap, taken, child, player):
        return 0

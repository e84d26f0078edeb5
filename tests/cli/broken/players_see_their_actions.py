from good import Heap, TakeAway


class Broken(TakeAway):
    """Nobody sees the heap, so nobody knows whether two stones can be taken."""

    has_secrets = True

    def observation(self, heap, player):
        return Heap(1, heap.player)

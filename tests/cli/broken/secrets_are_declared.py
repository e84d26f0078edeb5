from good import Heap, TakeAway


class Broken(TakeAway):
    """Who is not to move does not see the heap, and nobody says so."""

    def observation(self, heap, player):
        return heap if player == heap.player else Heap(0, heap.player)

from take_away import TakeAway


class Heap:
    def __init__(self, stones, player):
        self.stones, self.player = stones, player

    def __eq__(self, other):
        return (self.stones, self.player) == (other.stones, other.player)

    def __hash__(self):
        return hash((self.stones, self.player))


class Mine(TakeAway):
    """The state that is given is changed and returned."""

    initial = Heap(7, 0)

    def result(self, heap, count):  # here
        heap.stones -= count
        heap.player = 1 - heap.player
        return heap

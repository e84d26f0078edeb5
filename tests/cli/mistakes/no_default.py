from take_away import Heap

from halfmove import Game


class Mine(Game):  # here
    """A parameter has no value."""

    initial = Heap()
    most: int

    def to_move(self, heap):
        return heap.player

    def actions(self, heap):
        yield 1

    def result(self, heap, count):
        return Heap(heap.stones - count, 1 - heap.player)

    def is_terminal(self, heap):
        return heap.stones == 0

    def utility(self, heap, player):
        return -1.0 if player == heap.player else 1.0

from good import Heap

from halfmove.core.game import Game


class Broken(Game):
    """Nobody knows what a state is worth."""

    initial = Heap()

    def to_move(self, heap):
        return heap.player

    def actions(self, heap):
        yield 1

    def result(self, heap, count):
        return Heap(heap.stones - 1, 1 - heap.player)

    def is_terminal(self, heap):
        return heap.stones == 0

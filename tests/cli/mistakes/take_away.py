"""A small game without a mistake; the other files of this folder have one each, in the line that ends with `here`."""

from typing import NamedTuple

from halfmove import Game


class Heap(NamedTuple):
    stones: int = 7
    player: int = 0


class TakeAway(Game):
    """Take one or two stones; whoever takes the last one wins."""

    initial = Heap()

    def to_move(self, heap):
        return heap.player

    def actions(self, heap):
        yield 1
        if heap.stones > 1:
            yield 2

    def result(self, heap, count):
        return Heap(heap.stones - count, 1 - heap.player)

    def is_terminal(self, heap):
        return heap.stones == 0

    def utility(self, heap, player):
        return -1.0 if player == heap.player else 1.0

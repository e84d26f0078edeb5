from typing import NamedTuple

from take_away import TakeAway


class Heap(NamedTuple):  # here
    stones: int = 7
    player: int = 0
    taken: list = []


class Mine(TakeAway):
    """A state holds a list."""

    initial = Heap()

    def result(self, heap, count):
        return Heap(heap.stones - count, 1 - heap.player)

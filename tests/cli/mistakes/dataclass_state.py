from dataclasses import dataclass

from take_away import TakeAway


@dataclass  # here
class Heap:
    stones: int = 7
    player: int = 0


class Mine(TakeAway):
    """States are objects that can be changed."""

    initial = Heap()

    def result(self, heap, count):
        return Heap(heap.stones - count, 1 - heap.player)

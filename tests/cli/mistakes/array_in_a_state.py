from typing import NamedTuple

import numpy as np
from take_away import TakeAway


class Heap(NamedTuple):  # here
    stones: int = 7
    player: int = 0
    taken: np.ndarray = np.zeros(7)


class Mine(TakeAway):
    """A state holds an array."""

    initial = Heap()

    def result(self, heap, count):
        return Heap(heap.stones - count, 1 - heap.player)

from typing import NamedTuple

import numpy as np
from good import TakeAway
from numpy.typing import NDArray


class Heaps(NamedTuple):
    stones: NDArray[np.int64]
    player: int = 0


class Broken(TakeAway):
    """The next state is made in place of this one."""

    @property
    def initial(self):
        return Heaps(np.array([7]))

    def actions(self, heaps):
        yield from range(1, min(2, int(heaps.stones[0])) + 1)

    def result(self, heaps, count):
        heaps.stones[0] -= count
        return Heaps(heaps.stones, 1 - heaps.player)

    def is_terminal(self, heaps):
        return bool(heaps.stones[0] <= 0)

    def key(self, heaps):
        return max(0, 2 * int(heaps.stones[0]) + heaps.player)

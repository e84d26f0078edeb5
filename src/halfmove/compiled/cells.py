"""Numbers that a compiled object may change: with a name, and apart from those of other threads."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

_APART = 16  # numbers, of 128 bytes: processors fetch two cache lines at a time


def zeros_apart(count: int, kind: Any = np.int64) -> NDArray[Any]:
    """Return an array of zeros with room around it, for a thread that writes it all the time.

    Two threads that write to the same cache line take it from each other with each number.
    """
    return np.zeros(count + 2 * _APART, kind)[_APART : _APART + count]


class cell(property):  # noqa: N801 (in the body of a class it stands where a number would)
    """A whole number of a compiled object: item `place` of its array `cells`.

    The fields of a compiled object are fixed, so what changes lies in an array. `left = cell(1)` in the body of the
    class lets `worker.left -= 1` stand for `worker.cells[1] -= 1`, in both lanes. In the plain one `cells` may be a
    list, which Python reads sooner.
    """

    def __init__(self, place: int) -> None:
        self.place = place

        def load(owner: Any) -> int:
            cells = owner.cells
            number: int = cells[place] if type(cells) is list else cells.item(place)
            return number

        def store(owner: Any, value: int) -> None:
            owner.cells[place] = value

        super().__init__(load, store)

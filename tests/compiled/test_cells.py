"""Numbers with a name that a compiled object changes: the same in both lanes."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from halfmove.compiled import cell, compiled, kernel, plain


@compiled
class Counter:
    cells: np.ndarray

    left = cell(0)
    found = cell(1)

    def count(self) -> None:
        self.left -= 1


@compiled
class Twice(Counter):
    cells: np.ndarray
    times = 2


@kernel
def spend(counter, found):
    while counter.left > 0:
        counter.count()
        counter.found += 3
    counter.found = max(counter.found, found)
    return counter.found


@pytest.mark.parametrize("kind", [Counter, Twice])
def test_a_cell_is_read_and_written_by_its_name(lane, kind):
    counter = lane(kind(np.zeros(2, np.int64)))
    counter.left = 4
    assert spend(counter, 7) == 12
    assert (counter.left, counter.found, counter.cells.tolist()) == (0, 12, [0, 12])
    assert type(counter.found) is int


def test_an_object_without_cells_stays_as_it_is():
    @compiled
    class Fixed:
        cells: np.ndarray

    with pytest.raises(FrozenInstanceError):
        Fixed(np.zeros(1, np.int64)).cells = np.ones(1)
    assert plain(Counter(np.zeros(2, np.int64))).left == 0

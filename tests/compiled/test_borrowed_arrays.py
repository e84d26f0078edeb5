"""Arrays in states that methods are given, hand on, replace and return: nothing is freed early, nothing is kept."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import appended, compiled, kernel, plain

TIMES = 200


class Row(NamedTuple):
    cells: NDArray[np.int64]
    number: int = 0


@compiled
class Rows:
    unused: int = 0

    def same(self, row):
        return row

    def one_of(self, row, other, first):
        return row if first else other

    def replaced(self, row, times):
        for i in range(times):
            if i % 2 == 0:
                row = Row(appended(row.cells, i), row.number + 1)
            else:
                row = row._replace(cells=appended(row.cells, i))._replace(number=row.number + 1)
        return row

    def total(self, row):
        total = 0
        for cell in row.cells:
            total += cell
        return total

    def handed_on(self, row, times):
        kept = self.same(row)
        changed = self.replaced(self.one_of(row, kept, times % 2 == 0), times)
        return self.one_of(changed, kept, self.total(self.same(changed)) >= 0)


@kernel
def many_times(rows: Any, row: Any, times: int) -> int:
    total = 0
    for i in range(times):
        made = rows.handed_on(row, i % 5)
        filler = rows.replaced(Row(np.zeros(3, np.int64), 0), i % 3)  # would take the place of what was freed early
        total += rows.total(made) + rows.total(rows.same(row)) + filler.number
    return total


@kernel
def given_back(rows: Any, row: Any) -> Any:
    return rows.handed_on(rows.same(row), 2)


def test_arrays_live_as_long_as_they_are_needed() -> None:
    rows, row = Rows(), Row(np.arange(40), 7)
    many_times(rows, row, 1)
    held = sys.getrefcount(row.cells)
    total = many_times(rows, row, TIMES)
    still_held = sys.getrefcount(row.cells)  # an assertion would hold one more
    assert still_held == held
    assert total == many_times(plain(rows), row, TIMES)
    assert row.cells.tolist() == list(range(40))


def test_arrays_that_come_back() -> None:
    rows, row = Rows(), Row(np.arange(3), 7)
    for lane in (rows, plain(rows)):
        made = given_back(lane, row)
        assert (made.cells.tolist(), made.number) == ([0, 1, 2, 0, 1], 9)

"""Memory over many calls: what methods and generators were given, made and yielded is all given back."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from halfmove.compiled import appended, compiled, kernel, plain

CALLS = 100_000 if os.environ.get("HALFMOVE_DEEP") == "1" else 20_000
CELLS = 512  # of 8 bytes: to keep one array a call would keep 80 MB at least
KEPT_BYTES = 20 << 20  # that may stay in use for other reasons
STATUS = Path("/proc/self/statm")

pytestmark = [pytest.mark.grows, pytest.mark.usefixtures("native")]


class Row(NamedTuple):
    cells: NDArray[np.int64]
    number: int = 0


class Walks:
    """Generators of numbers, pairs and states, over states that hold arrays."""

    size: int = 3

    def same(self, row):
        return row

    def next(self, row, number):
        return Row(appended(row.cells, number), row.number + number)

    def numbers(self, row):
        for i in range(self.size):
            yield i + int(row.cells[i])

    def none(self, row):
        if row.number < 0:
            yield 0

    def changing(self, row):
        """Hold an array of its own at each step, and another one's generator."""
        for number in self.numbers(row):
            row = Row(appended(row.cells, number), row.number)
            yield number + len(row.cells)

    def pairs(self, row):
        for i in range(self.size):
            yield i, float(row.cells[i])

    def rows(self, row):
        for i in range(self.size):
            yield Row(appended(row.cells, i), row.number + i)


@compiled
class Lazy(Walks):
    size: int = 3


@compiled(eager=8)
class Eager(Walks):
    size: int = 3


@kernel
def methods(walks, row):
    return walks.next(walks.same(row), 2).number + len(walks.same(row).cells)


@kernel
def returned(walks, row):
    return walks.next(row, 1)


@kernel
def to_the_end(walks, row):
    total = 0
    for number in walks.numbers(row):
        total += number
    for number in walks.none(row):
        total += number
    for number in walks.changing(walks.next(row, 1)):  # nobody else holds what it is given
        total += number
    return total


@kernel
def left_early(walks, row):
    total = 0
    for number in walks.changing(row):
        total += number
        if number > 1:
            break
    for number in walks.numbers(walks.next(row, 1)):
        if number > 0:
            return total + number
    return total


@kernel
def of_pairs(walks, row):
    total = 0.0
    for number, weight in walks.pairs(row):
        total += number * weight
        if number == 1:
            break
    return total


@kernel
def of_states(walks, row):
    last = row
    for child in walks.rows(row):
        for grandchild in walks.rows(child):
            last = grandchild
            if grandchild.number == 2:
                break
    return last.number + last.cells[-1]


@kernel
def below(walks, row, depth):
    if depth == 0:
        return row.number
    total = 0
    for child in walks.rows(row):
        total += below(walks, child, depth - 1)
        if total > 6:
            return total
    return total


@kernel
def tree(walks, row):
    return below(walks, row, 2)


@kernel
def held(walks, row):
    """A generator with a name, left and taken up again, and two side by side."""
    numbers = walks.changing(row)
    total = 0
    for number in numbers:
        total += number
        break
    for number in numbers:
        total += 10 * number
    for i, number in enumerate(walks.changing(row)):
        total += 100 * i * number
    for one, other in zip(walks.changing(row), walks.numbers(row)):
        total += one * other
        break
    return total


@kernel
def steps(walks, row):
    for child in walks.rows(row):
        yield child.number + len(child.cells)


@kernel
def of_a_kernel(walks, row):
    """A kernel may be a generator too."""
    total = 0
    for step in steps(walks, row):
        total += step
        if total > 200:
            break
    return total


KERNELS = (methods, returned, to_the_end, left_early, of_pairs, of_states, tree, held, of_a_kernel)


@pytest.fixture
def balance() -> Iterator[Callable[[], int]]:
    """Return a function that counts the blocks of memory that machine code holds."""
    from numba.core.registry import cpu_target
    from numba.core.runtime import _nrt_python, rtsys

    rtsys.initialize(cpu_target.target_context)
    _nrt_python.memsys_enable_stats()

    def held_blocks() -> int:
        stats = rtsys.get_allocation_stats()
        return stats.alloc - stats.free

    yield held_blocks
    _nrt_python.memsys_disable_stats()


def resident() -> int:
    """Return the bytes of this process that lie in memory."""
    pages = int(STATUS.read_text().split()[1])
    return pages * 4096


@pytest.mark.parametrize("asked", KERNELS, ids=lambda asked: asked.python.__name__)
@pytest.mark.parametrize("walks", [Lazy(), Eager()], ids=["lazy", "eager"])
def test_nothing_is_kept(walks, asked, balance):
    call: Any = asked.ready(walks, Row(np.arange(CELLS)))
    call(walks, Row(np.arange(CELLS)))
    held, before = Row(np.arange(CELLS)), balance()
    references, memory = sys.getrefcount(held.cells), resident() if STATUS.exists() else 0
    for i in range(CALLS // 2):
        call(walks, held)
        call(walks, Row(np.full(CELLS, i % 3)))
    still_held = sys.getrefcount(held.cells)  # an assertion would hold one more
    assert still_held == references
    assert balance() == before
    if STATUS.exists():
        assert resident() - memory < KEPT_BYTES


@pytest.mark.parametrize("asked", KERNELS, ids=lambda asked: asked.python.__name__)
@pytest.mark.parametrize("walks", [Lazy(), Eager()], ids=["lazy", "eager"])
def test_nothing_is_given_up_early(walks, asked):
    """What is freed too early is soon written over: the lanes would differ."""
    for i in range(50):
        row = Row(np.arange(i, i + 9) % 4, i % 5)
        answers = [asked(lane, row) for lane in (walks, plain(walks))]
        if asked is returned:
            answers = [(answer.cells.tolist(), answer.number) for answer in answers]
        assert answers[0] == answers[1]
        assert row.cells.tolist() == [(i + j) % 4 for j in range(9)]


@compiled
class Holder:
    row: Row
    pair: tuple[Any, ...]
    inner: Lazy
    cells: NDArray[np.int64]

    def total(self, row):
        count = 0
        for number in self.inner.numbers(self.row):
            count += number
        return count + self.row.number + len(self.pair[0]) + len(self.pair[1].cells) + len(self.cells) + row.number


@kernel
def of_members(holder, row):
    return holder.total(row)


def test_objects_are_handed_over_without_a_trace(balance):
    """Members are arrays, states and tuples that hold arrays, other objects: many calls with objects old and new."""
    cells = np.arange(CELLS)

    def holder() -> Holder:
        return Holder(Row(cells, 1), (cells, Row(cells, 2)), Lazy(), cells)

    kept = holder()
    call: Any = of_members.ready(kept, Row(cells))
    assert call(kept, Row(cells)) == of_members(plain(kept), Row(cells))
    references, before = sys.getrefcount(cells), balance()
    for _ in range(CALLS // 2):
        call(kept, Row(cells))
        call(holder(), Row(cells))
    still_held = sys.getrefcount(cells)
    assert still_held == references
    assert balance() == before

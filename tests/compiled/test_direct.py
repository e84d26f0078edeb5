"""Kernels of the plain lane call each other without asking for the lane again, and see what their names stand for."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from halfmove.compiled import compiled, kernel, lane, plain


@compiled
class Unit:
    one: int = 1


@kernel
def double(unit, n):
    return max(n, 0) * 2


@kernel
def count_down(unit, n):
    return 0 if n <= 0 else 1 + count_down(unit, n - unit.one)


@kernel
def sum_of_doubles(unit, n):
    return sum([double(unit, i) for i in range(count_down(unit, n))])


@kernel
def twice(unit, n):
    return sum_of_doubles(unit, n) + sum_of_doubles(unit, n)


@kernel
def with_an_import(unit, n):
    import math

    class Local:
        pass

    assert Local
    return double(unit, math.floor(n))


@pytest.fixture
def asked(monkeypatch) -> list[Any]:
    """The arguments of calls for which it was asked which lane they take."""
    calls, runs_native = [], lane._runs_native
    monkeypatch.setattr(lane, "_runs_native", lambda args: calls.append(args) or runs_native(args))
    return calls


def test_the_lane_is_asked_for_once(asked):
    unit = plain(Unit())
    assert twice(unit, 3) == 12
    assert asked == [(unit, 3)]
    assert sum_of_doubles.prepare(unit, 4)() == 12
    assert len(asked) == 2


@pytest.mark.one_lane
def test_a_text_may_import():
    """Who debugs a kernel writes `import pdb` into it."""
    assert with_an_import(plain(Unit()), 3.5) == 6


@pytest.mark.one_lane
def test_a_kernel_that_is_defined_again_is_called(monkeypatch):
    unit, here, defined_first = plain(Unit()), sys.modules[__name__], double
    assert twice(unit, 3) == 12
    monkeypatch.setattr(here, "double", kernel(lambda unit, n: n * 10))
    assert twice(unit, 3) == 60
    monkeypatch.setattr(here, "double", lambda unit, n: n * 100)  # no kernel any more
    assert twice(unit, 3) == 600
    monkeypatch.setattr(here, "double", defined_first)
    assert twice(unit, 3) == 12
    monkeypatch.setattr(here, "sum", lambda numbers: 5, raising=False)  # which was built in before
    assert twice(unit, 3) == 10
    monkeypatch.delattr(here, "sum")
    assert twice(unit, 3) == 12


@pytest.mark.one_lane
def test_kernels_in_a_function_call_each_other():
    step = 3

    @kernel
    def add(unit, n):
        return n + step

    @kernel
    def add_twice(unit, n):
        return add(unit, add(unit, n)) + double(unit, n)

    unit = plain(Unit())
    assert add_twice(unit, 1) == 9
    step = 5
    assert add_twice(unit, 1) == 13


@pytest.mark.one_lane
def test_a_text_keeps_its_name_and_its_place():
    with pytest.raises(TypeError) as caught:
        twice(plain(Unit()), None)
    frames = [frame for frame in caught.traceback if frame.path.name == "test_direct.py"][1:]
    assert [frame.name for frame in frames] == ["twice", "sum_of_doubles", "count_down"]

"""The next float is the same in both lanes."""

from __future__ import annotations

import math
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.compiled import compiled, kernel, next_float


@compiled
class Anything:
    """Something for kernels to be called with."""

    unused: int = 0


@kernel
def next_in_kernel(anything, value):
    return next_float(value)


@given(st.floats(max_value=sys.float_info.max, allow_nan=False))
def test_the_next_float_is_the_least_greater_one(value):
    assert next_float(value) == next_in_kernel(Anything(), value) == math.nextafter(value, math.inf)


@pytest.mark.parametrize("value", [0.0, -0.0, -math.inf, -5e-324, 5e-324, 1.0, -1.0, 4097.0, -4097.0])
def test_it_passes_zero_and_leaves_infinity(value):
    assert value < next_in_kernel(Anything(), value) == math.nextafter(value, math.inf)

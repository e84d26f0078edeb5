"""Neighbours among the floats, with one meaning in both lanes."""

from __future__ import annotations

from math import inf, nextafter


def next_float(value: float) -> float:
    """Return the least float that is greater than `value`, which is less than infinity."""
    return nextafter(value, inf)

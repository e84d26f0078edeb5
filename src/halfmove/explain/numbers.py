"""Numbers as a reader of trees wants them: short, without powers of ten where possible, and bounds marked as such."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from halfmove.core.text import write_number

if TYPE_CHECKING:
    from halfmove.explain.tree import Node

_LEAST, _MOST = 1e-3, 1e9  # numbers between are written without a power of ten
_LARGEST_DENOMINATOR = 1000


def number(value: float | None) -> str:
    """Write a value briefly: an infinity as its sign, what is not known as a question mark."""
    if value is None or math.isnan(value):
        return "?"
    if math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    if value == int(value) and abs(value) < _MOST:
        return str(int(value))
    if _LEAST <= abs(value) < _MOST:
        return write_number(value, 3)
    return f"{value:.3g}"


def shortest(value: float) -> str:
    """Return the shortest text that is read back as the same number: a fraction, if that is shorter than decimals."""
    value = float(value)
    if value == int(value):
        return str(int(value))
    simple = Fraction(value).limit_denominator(_LARGEST_DENOMINATOR)
    text = repr(value)
    return f"{simple}" if len(f"{simple}") < len(text) and float(simple) == value else text


def interval(low: float, high: float) -> str:
    """Write a window or a range: [low, high]."""
    return f"[{number(low)}, {number(high)}]"


def window(node: Node) -> str:
    """Write the window that a node was entered with: [alpha, beta]."""
    return interval(node.alpha, node.beta)


def vector(values: Sequence[float]) -> str:
    """Write what each player gets, as AIMA does: (1, 2, 6)."""
    return f"({', '.join(map(number, values))})"


def value_of(node: Node) -> str:
    """Write what a node is worth: a number, a bound such as `<= 2`, or what each player gets."""
    if node.vector:
        return vector(node.vector)
    return f"{node.bound} {number(node.value)}".strip()


def visits_of(node: Node) -> str:
    """Write how often a node was visited, and what is proven of it; nothing where visits are not counted."""
    if not node.visits:
        return ""
    known = "proven" if node.low == node.high else "" if is_open(node.low, node.high) else interval(node.low, node.high)
    return f"n={node.visits} {known}".rstrip()


def branch_of(node: Node) -> str:
    """Write what stands beside the branch to a node: its label, and how likely it is where chance decides."""
    if node.probability is None:
        return node.label
    return f"{node.label} ({shortest(node.probability)})"


def is_open(low: float, high: float) -> bool:
    """Tell whether a window is open on both sides."""
    return low == -math.inf and high == math.inf

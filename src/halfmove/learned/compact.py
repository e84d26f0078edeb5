"""Weights in few bytes, for files that are kept and sent: rounded to steps, and deflated.

A table of tuples has millions of weights, of which games meet few: the others are 0 and cost next to nothing. Most
weights are small and a few are large, so steps are the finer the smaller a weight is: its root is rounded. Where even
those that were met are too many, a file keeps some, and tells how far it is from each to the next.
"""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

STEPS: dict[int, Any] = {8: np.int8, 12: np.int16, 16: np.int16}  # bits of a weight, and as what it is kept
DEFLATED, STEP = "deflated", "step"  # the arrays of a file that stand for its weights
GAPS = "gaps"  # and for their places, where only some are kept
REST = "rest"  # what a weight is that never changed, and so every one that is not kept; 0 where it is not said
FAR = 255  # a gap in one byte: so many places further, and none kept there


def compact(
    weights: NDArray[np.float32], bits: int, places: NDArray[np.intp] | None = None, rest: float = 0.0
) -> dict[str, NDArray[Any]]:
    """Return arrays that stand for weights: how far each is from `rest`, in steps; of those at some places only."""
    kept = (weights if places is None else weights[places]) - np.float32(rest)
    kind = STEPS[bits]
    roots = np.sign(kept) * np.sqrt(np.abs(kept))
    step = float(np.abs(roots).max(initial=0.0)) / ((1 << bits - 1) - 1) or 1.0
    rounded = np.rint(roots / step).astype(kind)
    by_byte = (
        rounded.view(np.uint8).reshape(len(rounded), rounded.itemsize).T
    )  # equal bytes side by side deflate better
    arrays: dict[str, NDArray[Any]] = {DEFLATED: _deflated(by_byte), STEP: np.array([step, bits], np.float64)}
    if places is not None:
        arrays[GAPS] = _deflated(gaps_between(places))
    if rest != 0.0:
        arrays[REST] = np.array([rest], np.float32)
    return arrays


def expand(arrays: Any, count: int) -> NDArray[np.float32] | None:
    """Return the weights that arrays stand for; None if they are not `count` weights. No more is unpacked than that."""
    content, step = arrays.get(DEFLATED), arrays.get(STEP)
    if content is None or step is None or step.shape != (2,) or int(step[1]) not in STEPS:
        return None
    rest = arrays.get(REST, np.zeros(1, np.float32))
    if rest.shape != (1,):
        return None
    places = None
    if GAPS in arrays:
        places = places_after(_inflated(arrays[GAPS], count + count // FAR + 1))
        if len(places) > 0 and places[-1] >= count:
            return None
    many = count if places is None else len(places)
    kind = STEPS[int(step[1])]
    width = np.dtype(kind).itemsize
    unpacked = _inflated(content, width * many + 1)
    if len(unpacked) != width * many:
        return None
    rounded = unpacked.reshape(width, many).T.copy().view(kind)[:, 0]
    roots = rounded * step[0]
    kept = np.asarray(roots * np.abs(roots) + rest[0], np.float32)
    if places is None:
        return kept
    weights = np.full(count, rest[0], np.float32)
    weights[places] = kept
    return weights


def gaps_between(places: NDArray[np.intp]) -> NDArray[np.uint8]:
    """Return how far it is from each place to the next, in bytes; `FAR` is part of a longer way."""
    gaps = np.diff(places, prepend=0)
    ends = np.cumsum(gaps // FAR + 1)
    content = np.full(ends[-1] if len(ends) else 0, FAR, np.uint8)
    content[ends - 1] = gaps % FAR
    return content


def places_after(content: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the places that gaps lead to."""
    reached = np.cumsum(content, dtype=np.int64)
    return np.asarray(reached[content != FAR])


def _deflated(content: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.frombuffer(zlib.compress(content.tobytes(), 9), np.uint8)


def _inflated(content: NDArray[np.uint8], most: int) -> NDArray[np.uint8]:
    """Return at most so many bytes of what was deflated; none where it is damaged."""
    try:
        return np.frombuffer(zlib.decompressobj().decompress(content.tobytes(), most), np.uint8)
    except zlib.error:
        return np.zeros(0, np.uint8)

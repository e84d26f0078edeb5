"""Weights in few bytes, for files that are kept and sent: rounded to steps, and deflated.

A table of tuples has millions of weights, of which games meet few: the others are 0 and cost next to nothing. Most
weights are small and a few are large, so steps are the finer the smaller a weight is: its root is rounded.
"""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

STEPS: dict[int, Any] = {8: np.int8, 16: np.int16}  # bits of a weight, and as what it is kept
DEFLATED, STEP = "deflated", "step"  # the arrays of a file that stand for its weights


def compact(weights: NDArray[np.float32], bits: int) -> dict[str, NDArray[Any]]:
    """Return arrays that stand for weights: their bytes, and the size of a step."""
    kind = STEPS[bits]
    roots = np.sign(weights) * np.sqrt(np.abs(weights))
    step = float(np.abs(roots).max()) / np.iinfo(kind).max or 1.0
    rounded = np.rint(roots / step).astype(kind)
    by_byte = rounded.view(np.uint8).reshape(len(rounded), -1).T  # equal bytes side by side deflate better
    content = np.frombuffer(zlib.compress(by_byte.tobytes(), 9), np.uint8)
    return {DEFLATED: content, STEP: np.array([step, bits], np.float64)}


def expand(arrays: Any, count: int) -> NDArray[np.float32] | None:
    """Return the weights that arrays stand for; None if they are not `count` weights. No more is unpacked than that."""
    content, step = arrays.get(DEFLATED), arrays.get(STEP)
    if content is None or step is None or step.shape != (2,) or int(step[1]) not in STEPS:
        return None
    kind = STEPS[int(step[1])]
    width = np.dtype(kind).itemsize
    try:
        unpacked = zlib.decompressobj().decompress(content.tobytes(), width * count + 1)
    except zlib.error:
        return None
    if len(unpacked) != width * count:
        return None
    rounded = np.frombuffer(unpacked, np.uint8).reshape(width, count).T.copy().view(kind)[:, 0]
    roots = rounded * step[0]
    return np.asarray(roots * np.abs(roots), np.float32)

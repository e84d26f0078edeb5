"""Ridge regression: the weights whose sums come nearest to the labels, by conjugate gradients.

Hestenes and Stiefel, "Methods of conjugate gradients for solving linear systems", 1952; each weight is scaled by how
often it counts.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from halfmove.learn.logistic import Features, Vector


def fit(
    features: Features,
    labels: Vector,
    start: Vector,
    counts: Vector,
    *,
    prior: float,
    steps: int,
    report: Callable[[int], None] = lambda step: None,
) -> Vector:
    """Return the weights w near `start` for which (labels - leads(w))^2 + `prior` * (w - start)^2 is least in sum.

    `counts` tells how often each weight counts.
    """
    change = np.zeros_like(start)
    residual = features.sums(labels - features.leads(start))
    scaled = residual / (counts + prior)
    direction, size = scaled.copy(), residual @ scaled
    for step in range(1, steps + 1):
        if size == 0:
            break
        image = features.sums(features.leads(direction)) + prior * direction
        stride = size / (direction @ image)
        change += stride * direction
        residual -= stride * image
        scaled = residual / (counts + prior)
        size, before = residual @ scaled, size
        direction = scaled + size / before * direction
        report(step)
    return start + change

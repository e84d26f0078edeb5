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
    left = features.sums(labels - features.leads(start))
    scaled = left / (counts + prior)
    way, size = scaled.copy(), left @ scaled
    for step in range(1, steps + 1):
        if size == 0:
            break
        pull = features.sums(features.leads(way)) + prior * way
        stride = size / (way @ pull)
        change += stride * way
        left -= stride * pull
        scaled = left / (counts + prior)
        size, before = left @ scaled, size
        way = scaled + size / before * way
        report(step)
    return start + change

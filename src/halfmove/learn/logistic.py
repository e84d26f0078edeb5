"""Logistic regression: weights under which an evaluation predicts results best.

The chance that a game is won is taken to be 1 / (1 + exp(-lead / scale)), where the lead is a weighted sum of
features. What was known before is a prior: without evidence a weight stays where it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

_SCALES = np.geomspace(50, 2000, 200)
_MEAN, _SQUARE, _TINY = 0.9, 0.999, 1e-8  # Adam: how slowly its two averages change (Kingma and Ba, 2015)


class Features(Protocol):
    """The features of many positions: a matrix that need not be written out."""

    def leads(self, weights: Vector) -> Vector:
        """Return the weighted sum of the features of each position."""

    def sums(self, errors: Vector) -> Vector:
        """Return for each feature the sum over all positions, each counted as often as `errors` says."""


def chance(lead: NDArray[np.float64], scale: float) -> Vector:
    """Return the chance to win with a lead."""
    return 1 / (1 + np.exp(-np.clip(lead / scale, -60, 60)))


def loss(features: Features, labels: Vector, weights: Vector, scale: float) -> float:
    """Return the mean cross-entropy, in nats, of what the weights predict about the labels."""
    return _entropy(chance(features.leads(weights), scale), labels)


def _entropy(expected: Vector, labels: Vector) -> float:
    expected = np.clip(expected, _TINY, 1 - _TINY)
    return float(-np.mean(labels * np.log(expected) + (1 - labels) * np.log(1 - expected)))


def best_scale(features: Features, labels: Vector, weights: Vector) -> float:
    """Return the scale under which the weights predict the labels best: how much a lead means in these games.

    A scale that does not suit the games would be made up for by weights that are all too small or too large.
    """
    leads = features.leads(weights)
    return float(min(_SCALES, key=lambda scale: _entropy(chance(leads, scale), labels)))


def fit(
    features: Features,
    labels: Vector,
    start: Vector,
    *,
    scale: float,
    prior: float,
    steps: int = 300,
    rate: float = 2.0,
    report: Callable[[int], None] = lambda step: None,
) -> Vector:
    """Return the weights that fit the labels (0 for a loss, 1 for a win) best, near `start`.

    `prior` is how many positions the belief in each weight of `start` is worth, were it off by `scale`. `rate` is the
    first step in the units of the weights; it falls to nothing.
    """
    weights, mean, square = start.copy(), np.zeros_like(start), np.zeros_like(start)
    for step in range(1, steps + 1):
        gradient = prior * (weights - start) / scale
        gradient += features.sums(chance(features.leads(weights), scale) - labels)
        mean = _MEAN * mean + (1 - _MEAN) * gradient
        square = _SQUARE * square + (1 - _SQUARE) * gradient**2
        unbiased = np.sqrt(square / (1 - _SQUARE**step)) + _TINY
        weights -= rate * (1 - step / (steps + 1)) * mean / (1 - _MEAN**step) / unbiased
        report(step)
    return weights

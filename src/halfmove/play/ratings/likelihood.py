"""How well the results of a match agree with a claim about the players' strength.

The claim fixes one number, a mean or a mean in standard deviations; the probabilities of single results are whatever
makes the observed ones likeliest (empirical likelihood: Owen 1988; Van den Bergh, "Comments on normalized Elo").
Counts are arrays (..., results), worst result first, so many matches are judged at once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from halfmove.play.ratings.score import worths

Array = NDArray[np.float64]

UNSEEN = 1e-3  # games that count for a result that never came up, so that nothing is impossible
_STEPS, _CLOSE = 100, 1e-12  # of Newton's method; the part of the bracket that does not matter
_ROUNDS, _SAME = 50, 1e-9  # of replacing a bent claim by a straight one; the change of a probability that ends them


def observed(counts: Array) -> tuple[Array, Array]:
    """Return the number of samples and the part that each result has of them."""
    padded = np.where(counts > 0, counts, UNSEEN)
    total = padded.sum(-1)
    return total, padded / total[..., None]


def with_mean(seen: Array, mean: float) -> Array:
    """Return the likeliest probabilities under which a sample is worth `mean` points per game."""
    return _balanced(seen, np.broadcast_to(worths(seen.shape[-1]) - mean, seen.shape))


def with_deviations(seen: Array, reference: float, deviations: float) -> Array:
    """Return the likeliest probabilities whose mean lies `deviations` standard deviations above `reference`.

    mean(p) - reference = deviations * sigma(p) is not linear in p. Around a p it is replaced by the linear equation
    that has the same value and slope there, until p stays where it is.
    """
    worth = worths(seen.shape[-1])
    p = np.full(seen.shape, 1 / len(worth))
    for _ in range(_ROUNDS):
        mean = (p @ worth)[..., None]
        sigma = np.sqrt((p * (worth - mean) ** 2).sum(-1, keepdims=True))
        before, p = p, _balanced(seen, worth - reference - deviations * sigma * (1 + ((worth - mean) / sigma) ** 2) / 2)
        if np.abs(p - before).max(initial=0.0) < _SAME:
            break
    return p


def _balanced(seen: Array, weight: Array) -> Array:
    """Return the likeliest probabilities under which `weight` has mean 0; it must take both signs.

    They are seen / (1 + x weight), where sum(seen weight / (1 + x weight)) = 0: that falls in x.
    """
    low, high = -1 / weight.max(-1), -1 / weight.min(-1)
    width, x = high - low, np.zeros(seen.shape[:-1])
    for _ in range(_STEPS):
        ratio = weight / (1 + x[..., None] * weight)
        terms = seen * ratio
        rest = terms.sum(-1)
        low, high = np.where(rest > 0, x, low), np.where(rest < 0, x, high)
        step = rest / (terms * ratio).sum(-1)
        newton, close = x + step, np.abs(step) <= _CLOSE * width
        if close.all():
            break
        inside = (newton > low) & (newton < high)
        x = np.where(close, x, np.where(inside, newton, (low + high) / 2))
    return seen / (1 + x[..., None] * weight)

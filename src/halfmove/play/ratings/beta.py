"""The beta distribution: an interval for the probability behind a share that was observed."""

from __future__ import annotations

import math

_TINY = 1e-300
_EXACT = 1e-15
_TERMS = 1000  # of a continued fraction: enough for counts in the millions
_HALVINGS = 60  # of the interval from 0 to 1


def proportion_interval(share: float, samples: int, confidence: float) -> tuple[float, float]:
    """Return the interval of Clopper and Pearson (1934) for a share of `samples` samples, which need not be whole.

    Of all results with a given mean, wins and losses alone vary most: for others it is on the safe side.
    """
    tail, won = (1 - confidence) / 2, share * samples
    lost = samples - won
    low = beta_quantile(tail, won, lost + 1) if won > 0 else 0.0
    high = beta_quantile(1 - tail, won + 1, lost) if lost > 0 else 1.0
    return low, high


def beta_quantile(probability: float, a: float, b: float) -> float:
    """Return below which value a beta variable lies with this probability."""
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if beta_probability(middle, a, b) < probability else (low, middle)
    return (low + high) / 2


def beta_probability(x: float, a: float, b: float) -> float:
    """Return the probability that a beta variable is at most x: the regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # where the fraction converges fast
        return 1 - beta_probability(1 - x, b, a)
    size = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    return math.exp(size) * _fraction(x, a, b) / a


def _fraction(x: float, a: float, b: float) -> float:
    """Return the continued fraction of the incomplete beta function, by the method of Lentz (1976)."""
    upper, lower = 1.0, 1 / _away(1 - (a + b) * x / (a + 1))
    value = lower
    for m in range(1, _TERMS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            lower, upper = 1 / _away(1 + term * lower), _away(1 + term / upper)
            value *= lower * upper
        if abs(lower * upper - 1) < _EXACT:
            break
    return value


def _away(value: float) -> float:
    """Return a number, kept away from zero."""
    return value if abs(value) > _TINY else _TINY

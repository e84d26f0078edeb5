"""The likeliest ratings and seats, with their covariance.

The expected score of a meeting is logistic in the difference of two ratings and two seats (Bradley and Terry 1952),
so two players come out as `elo` has them. A draw is half a point; how much less results vary for it, and for the
pairing of games, is read off the residuals (quasi-likelihood: Wedderburn 1974).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from halfmove.play.ratings.elo import ELO, EVEN
from halfmove.play.ratings.meetings import SIGNS, Array, Meetings

PRIOR = (
    2000.0  # Elo: the standard deviation of ratings before the first game, so wide that it only decides what is open
)
_PRECISION = (ELO / PRIOR) ** 2
_STEPS, _CLOSE = 100, 1e-9  # of Newton's method; the change of a value that ends it
_LEAST_PART = 1e-6  # of a step


@dataclass(frozen=True)
class Fit:
    """Ratings of the players and then of the seats, in units of log odds."""

    values: Array
    covariance: Array


def fit(meetings: Meetings) -> Fit:
    """Find the likeliest values by Newton's method, with steps halved until they lead up."""
    values = np.zeros(len(meetings.players) + meetings.seats)
    for _ in range(_STEPS):
        slope, curvature = _derivatives(meetings, values)
        step = np.linalg.solve(curvature, slope)
        part, before = 1.0, _likelihood(meetings, values)
        while part > _LEAST_PART and _likelihood(meetings, values + part * step) < before:
            part /= 2
        values = values + part * step
        if np.abs(step).max() < _CLOSE:
            break
    return Fit(values, _covariance(meetings, values))


def _likelihood(meetings: Meetings, values: Array) -> float:
    lead = values[meetings.columns] @ SIGNS
    return float((meetings.points * lead - np.logaddexp(0, lead)).sum() - _PRECISION * (values @ values) / 2)


def _derivatives(meetings: Meetings, values: Array) -> tuple[Array, Array]:
    """Return the slope of the log-likelihood, and its curvature with the sign turned."""
    columns, expected = meetings.columns, _expected(meetings, values)
    slope, curvature = -_PRECISION * values, _PRECISION * np.eye(len(values))
    np.add.at(slope, columns, (meetings.points - expected)[:, None] * SIGNS)
    weight = (expected * (1 - expected))[:, None, None] * np.outer(SIGNS, SIGNS)
    np.add.at(curvature, (columns[:, :, None], columns[:, None, :]), weight)
    return slope, curvature


def _expected(meetings: Meetings, values: Array) -> Array:
    return np.asarray(EVEN * (1 + np.tanh(values[meetings.columns] @ SIGNS / 2)))


def _covariance(meetings: Meetings, values: Array) -> Array:
    """Return the covariance if all games were won or lost, times how much less or more the results vary."""
    _, curvature = _derivatives(meetings, values)
    deviations = np.repeat(np.sqrt(_dispersions(meetings, values)), (len(meetings.players), meetings.seats))
    return np.asarray(np.linalg.inv(curvature) * np.outer(deviations, deviations))


def _dispersions(meetings: Meetings, values: Array) -> Array:
    """Return, for players and for seats, the variance of the samples' results by that of independent wins and losses.

    One more game between equals is counted in, since a few games do not show how much results vary.
    """
    expected = _expected(meetings, values)
    variances = expected * (1 - expected)
    residuals = (meetings.points - expected)[:, None] * SIGNS
    cells, cell = np.unique(meetings.sample[:, None] * len(values) + meetings.columns, return_inverse=True)
    sums = np.bincount(cell.ravel(), residuals.ravel(), len(cells))
    of_seat = cells % len(values) >= len(meetings.players)
    others = meetings.columns[:, 0] != meetings.columns[:, 1]  # a player against itself wins as much as it loses
    seen = np.array([(sums[~of_seat] ** 2).sum(), (sums[of_seat] ** 2).sum()])
    independent = 2 * np.array([variances[others].sum(), variances.sum()])  # each meeting stands in two columns
    one_more = 2 * EVEN**2
    freedom = max(1, meetings.samples - len(meetings.players))  # samples that were not used up by the values
    return (seen + one_more) / (independent + one_more) * max(1, meetings.samples) / freedom

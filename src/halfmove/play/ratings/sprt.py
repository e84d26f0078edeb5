"""The sequential probability ratio test: play on until the results tell two claims about a player apart.

H0 says the difference is `elo0`, H1 that it is `elo1`. The test ends when the logarithm of the likelihood ratio
leaves (lower, upper); then H0 is rejected in error with probability alpha, and H1 with probability beta (Wald 1945;
with likelihoods maximised over what the claims leave open, as Fishtest does it).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from halfmove.errors import HalfmoveError
from halfmove.play.ratings.elo import EVEN, NORMALISED_ELO, score_of
from halfmove.play.ratings.likelihood import Array, observed, with_deviations, with_mean
from halfmove.play.ratings.score import WORST_TO_BEST, Pairs, Score

LOGISTIC, NORMALISED = "logistic", "normalised"  # what elo0 and elo1 are given in
H0, H1, OPEN = "H0", "H1", "open"  # what the test says

ERROR = 0.05  # how often a verdict may be wrong
_SINGLE_RESULTS = 3  # loss, draw, win


@dataclass(frozen=True)
class Evidence:
    """How far a test has come: its log-likelihood ratio, the bounds that end it, and what it says."""

    llr: float  #: log-likelihood ratio of the two hypotheses
    lower: float  #: at which the first is accepted
    upper: float  #: at which the second is accepted
    verdict: str  #: `OPEN`, `H0` or `H1`

    def __str__(self) -> str:
        verdict = {H0: "H0 accepted", H1: "H1 accepted", OPEN: "open"}[self.verdict]
        return f"LLR {self.llr:.2f} ({self.lower:.2f}, {self.upper:.2f}), {verdict}"


def sprt(
    results: Score | Pairs,
    elo0: float,
    elo1: float,
    alpha: float = ERROR,
    beta: float = ERROR,
    model: str = LOGISTIC,
) -> Evidence:
    """Tell whether the difference is rather `elo0` or `elo1`, or that more games are needed."""
    lower, upper = bounds(alpha, beta)
    _check(elo0, elo1, model)
    llr = float(llrs(np.array(results.by_worth, float), elo0, elo1, model)) if results.samples else 0.0
    return Evidence(llr, lower, upper, H1 if llr >= upper else H0 if llr <= lower else OPEN)


def bounds(alpha: float = ERROR, beta: float = ERROR) -> tuple[float, float]:
    """Return the log-likelihood ratios at which a test ends."""
    if not (0 < alpha < 1 and 0 < beta < 1 and alpha + beta < 1):
        raise HalfmoveError(f"error rates of {alpha} and {beta}: both are above 0, and together below 1")
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def llr_curve(points: Sequence[float], elo0: float, elo1: float, model: str = LOGISTIC, *, paired: bool) -> Array:
    """Return the log-likelihood ratio after each sample, given the points that each one brought."""
    _check(elo0, elo1, model)
    results, games_each = (WORST_TO_BEST, Pairs.games_each) if paired else (_SINGLE_RESULTS, Score.games_each)
    steps = np.asarray(points, float) * (results - 1) / games_each
    wrong = (steps != np.round(steps)) | (steps < 0) | (steps >= results)
    if wrong.any():
        raise HalfmoveError(
            f"a {'pair of games' if paired else 'game'} cannot bring {points[int(wrong.argmax())]} points"
        )
    return llrs(np.cumsum(np.eye(results)[steps.astype(int)], 0), elo0, elo1, model)


def llrs(counts: Array, elo0: float, elo1: float, model: str) -> Array:
    """Return log P(counts | H1) - log P(counts | H0) for counts (..., results): three for games, five for pairs."""
    samples, seen = observed(counts)
    if model == LOGISTIC:
        p0, p1 = (with_mean(seen, score_of(elo)) for elo in (elo0, elo1))
    else:
        games_each = Pairs.games_each if counts.shape[-1] == WORST_TO_BEST else Score.games_each
        unit = math.sqrt(games_each) / NORMALISED_ELO  # a pair's mean varies less than a game
        p0, p1 = (with_deviations(seen, EVEN, elo * unit) for elo in (elo0, elo1))
    ratio: Array = samples * (seen * np.log(p1 / p0)).sum(-1)
    return ratio


def _check(elo0: float, elo1: float, model: str) -> None:
    if not (math.isfinite(elo0) and math.isfinite(elo1) and elo0 < elo1):
        raise HalfmoveError(f"a test tells a lower from a higher Elo, not {elo0} from {elo1}")
    if model not in (LOGISTIC, NORMALISED):
        raise HalfmoveError(f"there is no model '{model}' of Elo; there are {LOGISTIC} and {NORMALISED}")

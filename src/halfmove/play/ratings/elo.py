"""The difference in strength between two players, with error bars.

Elo: a score s against each other stands for a difference of 400 log10(s / (1 - s)) (Elo 1978). Normalised Elo
measures the difference in standard deviations of a game's result instead, so it tells how many games it takes to
see it (Van den Bergh, "Normalized Elo", 2020).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from halfmove.errors import HalfmoveError
from halfmove.play.ratings.beta import proportion_interval
from halfmove.play.ratings.score import EVEN_PAIR, Pairs, Score

ELO = 400 / math.log(10)  # points for each unit of the logarithm of the odds
NORMALISED_ELO = 2 * ELO  # points for each standard deviation of a game: equal to Elo where nothing is drawn
CONFIDENCE = 0.95
EVEN = 0.5  # the score of equals
FEW = 5  # samples' worth of points that either side must have for the normal approximation
_LOPSIDED = 0.25  # of half an interval: farther from its middle, a value is written with both ends

_NORMAL = NormalDist()


@dataclass(frozen=True)
class Estimate:
    """A value and the interval that holds the true one as often as the confidence says; either end may be infinite."""

    value: float  #: the likeliest
    low: float  #: the lower end of the interval
    high: float  #: its upper end

    @property
    def margin(self) -> float:
        """Return half the length of the interval."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        if math.isfinite(self.margin) and abs(self.value - (self.low + self.high) / 2) <= _LOPSIDED * self.margin:
            return f"{number_text(self.value)} ± {number_text(self.margin)}"
        return f"{number_text(self.value)} (from {number_text(self.low)} to {number_text(self.high)})"


def number_text(value: float, digits: int = 2) -> str:
    """Write a number that may be infinite."""
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return f"{value:z.{digits}f}"


def elo_of(score: float) -> float:
    """Return the difference in Elo that a score per game stands for; beyond 0 and 1 it is infinite."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - EVEN)
    return ELO * math.log(score / (1 - score))


def score_of(difference: float) -> float:
    """Return the score per game that a difference in Elo lets expect."""
    return EVEN * (1 + math.tanh(difference / ELO / 2))


def elo(results: Score | Pairs, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate by how much Elo a player is stronger than the opponent."""
    share = score_share(results, confidence)
    return Estimate(elo_of(share.value), elo_of(share.low), elo_of(share.high))


def score_share(results: Score | Pairs, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the points per game that a player takes from the opponent.

    Near the ends, where almost all or almost no points were taken, and where all samples came to the same, the normal
    approximation promises too much: there the bars are those of Clopper and Pearson.
    """
    z, mean, samples = quantile(confidence), results.mean, results.samples
    if not samples:
        return Estimate(mean, 0.0, 1.0)
    if results.uniform:  # what never came up in so many samples has at most this probability
        unseen = 1 - ((1 - confidence) / 2) ** (1 / samples)
        return Estimate(mean, mean * (1 - unseen), mean + (1 - mean) * unseen)
    if samples * min(mean, 1 - mean) < FEW:
        return Estimate(mean, *proportion_interval(mean, samples, confidence))
    reach = z * math.sqrt(results.variance / samples)
    return Estimate(mean, mean - reach, mean + reach)


def normalised_elo(results: Score | Pairs, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the difference in standard deviations of a game, on a scale like that of Elo."""
    z, lead = quantile(confidence), results.mean - EVEN
    if results.uniform:
        return Estimate(math.copysign(math.inf, lead) if lead else 0.0, -math.inf, math.inf)
    value = NORMALISED_ELO * lead / math.sqrt(results.variance * results.games_each)
    margin = NORMALISED_ELO * z / math.sqrt(results.games)
    return Estimate(value, value - margin, value + margin)


def superiority(results: Score | Pairs) -> float:
    """Return the likelihood that a player is the stronger one."""
    lead = results.mean - EVEN
    if not results.uniform:
        return probability(lead / math.sqrt(results.variance / results.samples))
    if lead == 0:
        return EVEN
    doubt = EVEN ** (results.samples + 1)  # the chance of a series of equals, every probability being equally likely
    return 1 - doubt if lead > 0 else doubt


def draw_ratio(results: Score | Pairs) -> float:
    """Return the part of the games that were drawn, or of the pairs that brought a point each."""
    even = results.draws if isinstance(results, Score) else results.counts[EVEN_PAIR]
    return even / results.samples if results.samples else 0.0


def quantile(confidence: float) -> float:
    """Return how many standard deviations to both sides hold a normal variable with this probability."""
    if not 0 < confidence < 1:
        raise HalfmoveError(f"a confidence of {confidence} is not between 0 and 1")
    return _NORMAL.inv_cdf((1 + confidence) / 2)


def probability(deviations: float) -> float:
    """Return the probability that a normal variable is at most `deviations` standard deviations above its mean."""
    return math.erfc(-deviations / math.sqrt(2)) / 2

"""Ratings of many players at once, with errors."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from halfmove.errors import UnknownPlayer
from halfmove.play.ratings.elo import CONFIDENCE, ELO, EVEN, Estimate, probability, quantile
from halfmove.play.ratings.fit import Fit, fit
from halfmove.play.ratings.meetings import Array, Meetings
from halfmove.play.ratings.results import Result
from halfmove.play.ratings.score import Score


@dataclass(frozen=True)
class Standing:
    """A player's rating and the score against all others that it rests on."""

    player: str  #: who is rated
    rating: Estimate  #: in Elo, with its error
    score: Score  #: of all his games


@dataclass(frozen=True)
class Ratings:
    """Players by rating, the best first, and what the first seat is worth against the others in Elo.

    A player who took no point from anybody may be as weak as can be, and one who lost none as strong: such an end of
    an interval is infinite.
    """

    standings: tuple[Standing, ...]  #: best first
    first_seat: Estimate  #: what it is worth to begin, in Elo
    confidence: float  #: of the intervals
    _meetings: Meetings = field(repr=False, compare=False)
    _fit: Fit = field(repr=False, compare=False)

    def difference(self, player: str, opponent: str) -> Estimate:
        """Estimate by how much Elo a player is stronger than another."""
        i, j, reaches = self._index(player), self._index(opponent), self._meetings.reaches()
        bounded = bool(reaches[i, j]), bool(reaches[j, i])
        return _estimate(self._fit, self._contrast(player, opponent), bounded, self.confidence)

    def superiority(self, player: str, opponent: str) -> float:
        """Return the likelihood that a player is the stronger one of two."""
        contrast = self._contrast(player, opponent)
        error = _error(self._fit, contrast)
        return probability(float(contrast @ self._fit.values) / error) if error else EVEN

    def _contrast(self, player: str, opponent: str) -> Array:
        unit = np.eye(len(self._fit.values))
        return np.asarray(unit[self._index(player)] - unit[self._index(opponent)])

    def _index(self, player: str) -> int:
        if player not in self._meetings.players:
            raise UnknownPlayer(f"'{player}' has no rating; there are {', '.join(self._meetings.players)}")
        return self._meetings.players.index(player)


def ratings(
    results: Iterable[Result], confidence: float = CONFIDENCE, anchor: str | None = None, origin: float = 0.0
) -> Ratings:
    """Rate all players of finished games; `origin` is the rating of the player `anchor`, or else the mean."""
    meetings = Meetings.of(tuple(results))
    players, reaches, seat_bounded = meetings.players, meetings.reaches(), meetings.first_seat_bounded()
    if anchor is not None and anchor not in players:
        raise UnknownPlayer(f"'{anchor}' cannot be the anchor: nobody of that name has played")
    fitted = fit(meetings if reaches.all() and all(seat_bounded) else meetings.with_draws())
    unit = np.eye(len(fitted.values))
    fixed = unit[: len(players)].sum(0) / max(1, len(players)) if anchor is None else unit[players.index(anchor)]
    standings = []
    for i, player in enumerate(players):
        others = np.arange(len(players)) != i if anchor is None else np.array(players) == anchor
        bounded = bool(reaches[i, others].any()), bool(reaches[others, i].any())
        rating = _estimate(fitted, unit[i] - fixed, bounded, confidence, origin)
        standings.append(Standing(player, rating, meetings.score(i)))
    standings.sort(key=lambda standing: (-standing.rating.value, standing.player))
    seats = np.zeros(len(fitted.values))
    seats[len(players) + 1 :] = -1 / (meetings.seats - 1)
    seats[len(players)] = 1
    first_seat = _estimate(fitted, seats, seat_bounded, confidence)
    return Ratings(tuple(standings), first_seat, confidence, meetings, fitted)


def _estimate(
    fitted: Fit, contrast: Array, bounded: tuple[bool, bool], confidence: float, origin: float = 0.0
) -> Estimate:
    """Estimate a sum of values, each times its part in `contrast`; `bounded` tells of its two ends."""
    value, margin = (
        origin + ELO * float(contrast @ fitted.values),
        quantile(confidence) * ELO * _error(fitted, contrast),
    )
    below, above = bounded
    return Estimate(value, value - margin if below else -math.inf, value + margin if above else math.inf)


def _error(fitted: Fit, contrast: Array) -> float:
    """Return the standard deviation of a sum of values."""
    return math.sqrt(max(0.0, float(contrast @ fitted.covariance @ contrast)))

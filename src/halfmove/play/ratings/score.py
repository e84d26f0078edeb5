"""The result of a match: wins, draws and losses, or pairs of games from one opening with the seats exchanged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from halfmove.errors import HalfmoveError

WORST_TO_BEST = 5  # results of a pair: no points, half a point, ... two points
EVEN_PAIR = 2  # the one in the middle: a point each


class Tally:
    """Equally spaced results, counted from the worst to the best.

    The games of a pair share an opening, so they are not independent of each other, but pairs are: a sample is
    whatever is independent. Before the first sample the mean is that of equals.
    """

    games_each = 1  # games in a sample

    @property
    def by_worth(self) -> tuple[int, ...]:
        """Return how often each result came up, the worst first."""
        raise NotImplementedError

    @property
    def samples(self) -> int:
        return sum(self.by_worth)

    @property
    def games(self) -> int:
        return self.samples * self.games_each

    @property
    def points(self) -> float:
        return self.mean * self.games

    @property
    def mean(self) -> float:
        """Return the points per game, from 0 to 1."""
        return float(self._probabilities @ worths(len(self.by_worth)))

    @property
    def variance(self) -> float:
        """Return the variance of a sample's points per game."""
        return float(self._probabilities @ (worths(len(self.by_worth)) - self.mean) ** 2)

    @property
    def uniform(self) -> bool:
        """Tell whether all samples are the same, so that they say nothing of how results vary."""
        return sum(count > 0 for count in self.by_worth) <= 1

    @property
    def _probabilities(self) -> NDArray[np.float64]:
        counts = np.array(self.by_worth, float)
        return counts / counts.sum() if counts.any() else np.full(len(counts), 1 / len(counts))


def worths(count: int) -> NDArray[np.float64]:
    """Return what each of `count` results is worth in points per game, the worst first."""
    return np.linspace(0.0, 1.0, count)


@dataclass(frozen=True)
class Score(Tally):
    """Single games, from the point of view of one player."""

    wins: int = 0  #: games won
    draws: int = 0  #: games drawn
    losses: int = 0  #: games lost

    def __post_init__(self) -> None:
        _check(self.by_worth)

    @property
    def by_worth(self) -> tuple[int, ...]:
        return self.losses, self.draws, self.wins

    def __add__(self, other: Score) -> Score:
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def __str__(self) -> str:
        return f"+{self.wins} ={self.draws} -{self.losses}"


@dataclass(frozen=True)
class Pairs(Tally):
    """Pairs of games: how many brought one player 0, 1/2, 1, 3/2 and 2 points."""

    counts: tuple[int, ...] = (0,) * WORST_TO_BEST  #: pairs of games that brought 0, 1/2, 1, 3/2 and 2 points
    games_each = 2

    def __post_init__(self) -> None:
        vars(self).update(counts=tuple(self.counts))
        if len(self.counts) != WORST_TO_BEST:
            raise HalfmoveError(f"pairs of games have {WORST_TO_BEST} results, not {len(self.counts)}")
        _check(self.counts)

    @classmethod
    def of(cls, points: Iterable[float]) -> Pairs:
        """Count pairs by the points that each brought: 0, 0.5, 1, 1.5 or 2."""
        counts = [0] * WORST_TO_BEST
        for each in points:
            index = round(2 * each)
            if not 0 <= index < WORST_TO_BEST or index != 2 * each:
                raise HalfmoveError(f"a pair of games cannot bring {each} points")
            counts[index] += 1
        return cls(tuple(counts))

    @property
    def by_worth(self) -> tuple[int, ...]:
        return self.counts

    def __add__(self, other: Pairs) -> Pairs:
        return Pairs(tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)))

    def __str__(self) -> str:
        return " ".join(map(str, self.counts))


def _check(counts: tuple[int, ...]) -> None:
    if any(count < 0 or count != int(count) for count in counts):
        raise HalfmoveError(f"results are counted by whole numbers from 0, not {', '.join(map(str, counts))}")

"""Finished games as arrays: every meeting of two seats, what it brought, and what the meetings leave open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from halfmove.play.ratings.results import DRAW, LOSS, WIN, Result, meetings
from halfmove.play.ratings.score import Score

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

# What a meeting depends on: the two players and their two seats, each for or against the first of them.
SIGNS = np.array([1.0, -1.0, 1.0, -1.0])
_LEAST_SEATS = 2  # that a meeting takes


@dataclass(frozen=True)
class Meetings:
    """Meetings of two seats, one a row."""

    players: tuple[str, ...]
    seats: int
    columns: Indices  # (meetings, 4): both players, then both seats, whose numbers follow those of the players
    points: Array  # of the first of the two
    sample: Indices  # meetings of the same game or pair of games have the same number

    @classmethod
    def of(cls, results: Sequence[Result]) -> Meetings:
        """Gather the meetings of finished games."""
        players = tuple(sorted({player for result in results for player in result.players}))
        seats = max([_LEAST_SEATS, *(len(result.players) for result in results)])
        index = {player: i for i, player in enumerate(players)}
        numbers: dict[object, int] = {}
        columns, points, sample = [], [], []
        for i, result in enumerate(results):
            drawn_from = i if result.pair is None else (result.pair, frozenset(result.players))
            for first, second, scored in meetings(result):
                both = index[result.players[first]], index[result.players[second]]
                columns.append((*both, len(players) + first, len(players) + second))
                points.append(scored)
                sample.append(numbers.setdefault(drawn_from, len(numbers)))
        rows = np.array(columns, np.int64).reshape(-1, len(SIGNS))
        return cls(players, seats, rows, np.array(points, float), np.array(sample, np.int64))

    @property
    def samples(self) -> int:
        return int(self.sample.max(initial=-1)) + 1

    def with_draws(self) -> Meetings:
        """Add one drawn game for each two players who met, in each of the seats in which they did."""
        rows = np.unique(self.columns, axis=0)
        return Meetings(
            self.players,
            self.seats,
            np.concatenate([self.columns, rows]),
            np.concatenate([self.points, np.full(len(rows), DRAW)]),
            np.concatenate([self.sample, self.samples + np.arange(len(rows))]),
        )

    def reaches(self) -> NDArray[np.bool_]:
        """Tell for all i, j whether i took points from j, or from a player who took points from j, and so on.

        Only then do the games say that j is not infinitely stronger than i (Ford 1957).
        """
        reaches = np.eye(len(self.players), dtype=bool)
        first, second, _, _ = self.columns.T
        reaches[first[self.points > LOSS], second[self.points > LOSS]] = True
        reaches[second[self.points < WIN], first[self.points < WIN]] = True
        for _ in range(len(self.players).bit_length()):  # each time for chains twice as long
            reaches = reaches.astype(float) @ reaches.astype(float) > 0
        return reaches

    def first_seat_bounded(self) -> tuple[bool, bool]:
        """Tell whether the first seat ever took a point, and whether it ever lost one."""
        points = self.points[self.columns[:, 2] == len(self.players)]
        return bool((points > LOSS).any()), bool((points < WIN).any())

    def score(self, player: int) -> Score:
        """Count the meetings of a player with others."""
        first, second, _, _ = self.columns.T
        own, others = (first == player) & (second != player), (second == player) & (first != player)
        points = np.concatenate([self.points[own], WIN - self.points[others]])
        return Score(*(int((points == worth).sum()) for worth in (WIN, DRAW, LOSS)))

"""Matches and tournaments: what is missing of a plan is played, here or in worker processes, and stored game by game.

plan = Plan("connect-four", ("alphabeta:depth=4", "alphabeta:depth=6"), games=100, openings="random:4")
with Store.create("results.db", plan) as store:
    match = Match(store)
    match.run(workers=2)
    print(match.score())
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.core.game import Game
from halfmove.errors import HalfmoveError
from halfmove.play.loading import load_game
from halfmove.play.match.plan import LADDER, Round, climbed, first_round, ladder_round
from halfmove.play.match.pool import MOST_WORKERS, Done, gaps, play_in_processes
from halfmove.play.match.rows import half_points_of
from halfmove.play.match.runner import Batch, Runner
from halfmove.play.match.store import Store
from halfmove.play.ratings import OPEN, Evidence, Pairs, Score, sprt
from halfmove.play.trust import check_plan

Watch = Callable[["Match"], None]  # called whenever games are finished

_NOT_PLAYED = -1
_WHOLE = 2  # half points
_PAIR = 2  # games
_RANDOM_OPENINGS = 1000  # openings that random players play before a test is looked at


class Match:
    """A match or a tournament whose results are in a store."""

    def __init__(
        self,
        store: Store,
        game: Game | None = None,
        players: Sequence[Any] | None = None,
        test: tuple[float, float] | None = None,
        watch: Watch | None = None,
    ) -> None:
        if not store.trusted:
            check_plan(store.plan)
        self.store, self.plan, self.test, self.watch = store, store.plan, test, watch
        self.game = load_game(self.plan.game) if game is None else game
        self.given = players
        self.round = first_round(self.plan, self.game.players)
        self.runner = Runner(self.plan, self.game, players)  # a mistake in the plan is noticed before anything begins
        if test and (self.game.players != _PAIR or len(self.round.encounters) != 1):
            raise HalfmoveError("a sequential test is for a match of two players")
        self.played, self.here, self.seconds = 0, 0, 0.0  # games, games of this run, and how long it runs
        self.checked = False  # whether the players can play
        self.order: tuple[int, ...] = ()  # of the players on a ladder, the first on top
        self.half_points: NDArray[np.int8] = np.empty(0, np.int8)
        self._begin(self.round)

    def _begin(self, round: Round) -> None:
        """Begin or resume a round, and count what was played of it."""
        self.round = round
        numbers = round.numbers()
        self.half_points = np.full(len(numbers), _NOT_PLAYED, np.int8)
        for row in self.store.rows(numbers.start, numbers.stop):
            self.half_points[row.number - numbers.start] = half_points_of(row, round)
        self.played = int((self.half_points != _NOT_PLAYED).sum())

    @property
    def wanted(self) -> int:
        """How many games this round has."""
        return len(self.round.numbers())

    @property
    def finished(self) -> bool:
        """Tell whether there is nothing left to play."""
        return self.played == self.wanted or self.evidence().verdict != OPEN

    def run(self, workers: int = 1) -> None:
        """Play what is missing; after Ctrl-C the match can be resumed from its store."""
        if not 1 <= workers <= MOST_WORKERS:
            raise HalfmoveError(f"{workers} workers: there must be from 1 to {MOST_WORKERS}")
        if workers > 1 and self.given is not None:
            raise HalfmoveError("players that are functions play in one process; workers need names of players")
        start = monotonic()
        try:
            self.check_players()
            if self.plan.form == LADDER:
                self._climb(workers, start)
            else:
                self._run_round(workers, start)
        finally:
            self.runner.close()

    def check_players(self) -> None:
        """Refuse players who cannot play, if there is anything to play; once is enough."""
        if self.finished and self.plan.form != LADDER or self.checked:
            return
        self.checked = True
        try:
            self.runner.check_players()
        except BaseException:
            self.runner.close()
            raise

    def _climb(self, workers: int, start: float) -> None:
        """Play as many rounds as there are players: then the last can have become the first."""
        order = tuple(range(len(self.plan.players)))
        for number in range(len(order)):
            round = ladder_round(self.plan, number, order)
            if round.encounters:
                self._begin(round)
                self._run_round(workers, start)
                order = climbed(order, round, self.points())
                self.order = order

    def _run_round(self, workers: int, start: float) -> None:
        numbers = self.round.numbers()
        missing = list(gaps(numbers, self.store.numbers()))

        def done(finished: range, half_points: NDArray[np.int8]) -> None:
            self.half_points[finished.start - numbers.start : finished.stop - numbers.start] = half_points
            self.played += len(finished)
            self.here += len(finished)
            self.seconds = monotonic() - start
            if self.watch is not None:
                self.watch(self)

        if workers > 1 and missing:
            self.runner.close()  # other processes play
            play_in_processes(self.store, self.round, missing, workers, done, lambda: not self.finished)
            return
        for gap in missing:
            at = gap.start
            while at < gap.stop and not self.finished:
                some = range(at, min(at + self._enough(), gap.stop))
                self.runner.play(self.round, some, lambda batch: self._keep(batch, done))
                at = some.stop

    def _enough(self) -> int:
        """Return how many games are played between two looks at the test."""
        if self.test is None:
            return self.wanted
        return self.round.seatings * (_RANDOM_OPENINGS if self.runner.is_random else 1)

    def _keep(self, batch: Batch, done: Done) -> None:
        batch.keep(self.store)
        done(batch.numbers, batch.half_points)

    # The results so far, those of two players from the side of the first.

    def _by_encounter(self, encounter: int) -> NDArray[np.int8]:
        """Return the half points of an encounter by pairs of games."""
        units = self.half_points.reshape(-1, len(self.round.encounters), self.round.seatings)
        return units[:, encounter]

    def score(self, encounter: int = 0) -> Score:
        """Count the games of an encounter of two players."""
        counts = np.bincount(1 + self._by_encounter(encounter).ravel(), minlength=_WHOLE + _PAIR).tolist()
        return Score(counts[3], counts[2], counts[1])

    def pairs(self, encounter: int = 0) -> Pairs:
        """Count the pairs of games of an encounter of two players, those of which both are finished."""
        both = self._by_encounter(encounter)
        complete = both[(both != _NOT_PLAYED).all(1)]
        return Pairs(tuple(np.bincount(complete.sum(1), minlength=_PAIR * _WHOLE + 1).tolist()))

    def points(self) -> dict[int, float]:
        """Return the points of each player in this round."""
        points: dict[int, float] = {}
        for encounter, (first, second) in enumerate(self.round.encounters):
            score = self.score(encounter)
            points[first] = points.get(first, 0.0) + score.points
            points[second] = points.get(second, 0.0) + score.games - score.points
        return points

    def evidence(self) -> Evidence:
        """Return how far the test has come."""
        if self.test is None:
            return Evidence(0.0, 0.0, 0.0, OPEN)
        return sprt(self.pairs(), *self.test)

"""Where the games of a plan are played: players who are made once, and game after game until the numbers are done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.core.game import Game
from halfmove.play.crowd import Crowd, play_crowd
from halfmove.play.endings import LENGTH, OVER, points
from halfmove.play.openings import parse_openings, seeds_of
from halfmove.play.plan import Plan, Round
from halfmove.play.players import HUMAN, RANDOM, Spec, parse_spec, player_of
from halfmove.play.referee import referee
from halfmove.play.sitting import Sitting, Turn
from halfmove.play.store import Row, row_of

EVERY = 0.25  # seconds after which finished games are handed on
_CROWD = 20_000  # games that random players play at once


class Batch(NamedTuple):
    """Finished games, and for each twice the points of the first player of its encounter, if there are two."""

    rows: list[Row]
    halves: list[int]


class Table:
    """Plays games of a plan; `players` are functions where they are not what the plan names."""

    def __init__(self, plan: Plan, game: Game, players: Sequence[Any] | None = None) -> None:
        self.plan, self.game = plan, game
        self.control, self.adjudication = plan.control(), plan.adjudication()
        self.openings = parse_openings(plan.openings, game, plan.seed)
        self.specs = [parse_spec(text) for text in plan.players] if players is None else []
        if any(spec.name == HUMAN for spec in self.specs):
            player_of(Spec(HUMAN))  # refuses
        self.players: list[Any] = list(players or [None] * len(plan.players))
        self.is_crowd = bool(self.specs) and self._is_crowd()

    def _is_crowd(self) -> bool:
        """Tell whether nobody thinks: only random players, and openings that are drawn too."""
        drawn = self.openings.plies > 0 or self.openings(0) == self.openings(1) == ("", ())
        undecided = self.adjudication.resign is self.adjudication.draw is None
        return drawn and undecided and all(spec.name == RANDOM and not spec.options for spec in self.specs)

    def close(self) -> None:
        """Send the players home."""
        for player in self.players:
            if hasattr(player, "close"):
                with suppress(Exception):
                    player.close()

    def play(self, rounds: Round, numbers: range, done: Callable[[Batch], None]) -> None:
        """Play the games of some numbers; hand those that are finished on to `done`, every now and then."""
        batch = Batch([], [])
        last = monotonic()
        try:
            for more in self._crowds(rounds, numbers) if self.is_crowd else self._games(rounds, numbers):
                batch = Batch(batch.rows + more.rows, batch.halves + more.halves)
                if monotonic() - last >= EVERY:
                    ready, batch = batch, Batch([], [])
                    done(ready)
                    last = monotonic()
        finally:
            if batch.rows:
                done(batch)

    def _games(self, rounds: Round, numbers: range) -> Iterator[Batch]:
        for number in numbers:
            row = self.game_of(rounds, number)
            yield Batch([row], [halves_of(row, rounds)])

    def game_of(self, rounds: Round, number: int) -> Row:
        """Play the game of a number."""
        pairing = rounds.pairing(number)
        opening = self.openings(pairing.opening)
        (chance, *seeds) = self._seeds(rounds, range(number, number + 1))[0].tolist()
        sitting = Sitting(self.game, self.game.read(opening.start) if opening.start else None, self.control, chance)
        for action in opening.actions:
            sitting.take(Turn(sitting.mover, action))
        seated = [self._player(player) for player in pairing.seats]
        referee(sitting, seated, self.adjudication, seeds)
        return row_of(sitting, pairing, opening)

    def _seeds(self, rounds: Round, numbers: range) -> NDArray[np.int64]:
        """Return the seeds for chance and for each seat; whoever plays alone has the luck of the others too."""
        count = self.game.players + 1
        if self.game.players > 1:
            return seeds_of(self.plan.seed, "game", numbers, count)
        return self._by_opening(rounds, numbers, "alone", count)

    def _by_opening(self, rounds: Round, numbers: range, kind: str, count: int) -> NDArray[np.int64]:
        """Return seeds that are the same for all games with the same opening."""
        _, _, openings = rounds.place(np.arange(numbers.start, numbers.stop))
        first, last = int(openings[0]), int(openings[-1])
        seeds: NDArray[np.int64] = seeds_of(self.plan.seed, kind, range(first, last + 1), count)[openings - first]
        return seeds

    def _player(self, player: int) -> Any:
        if self.players[player] is None:
            self.players[player] = player_of(self.specs[player], self.plan.seed)
        return self.players[player]

    def _crowds(self, rounds: Round, numbers: range) -> Iterator[Batch]:
        for first in range(numbers.start, numbers.stop, _CROWD):
            some = range(first, min(first + _CROWD, numbers.stop))
            seeds = np.hstack([self._by_opening(rounds, some, "opening", 1), self._seeds(rounds, some)])
            longest = self.adjudication.longest
            crowd = play_crowd(self.game, self.game.initial, self.openings.plies, seeds, longest)
            yield _batch(rounds, some, crowd, longest)


def halves_of(row: Row, rounds: Round) -> int:
    """Return twice the points that the first player of an encounter got; 0 where there are not two."""
    seats = row.players()
    if len(seats) != 2:
        return 0
    got = dict(zip(seats, points(row.outcome().utilities or ()), strict=True))
    return round(2 * got[rounds.encounters[row.encounter][0]])


def _batch(rounds: Round, numbers: range, crowd: Crowd, longest: int) -> Batch:
    """Return the games of a crowd as they are stored."""
    encounters, seatings, openings = rounds.place(np.arange(numbers.start, numbers.stop))
    seats = [
        [" ".join(map(str, players[i:] + players[:i])) for i in range(len(players))] for players in rounds.encounters
    ]
    ends = np.cumsum(crowd.lengths)
    begins = ends - crowd.lengths
    actions, utilities = crowd.actions.astype("<i8").tobytes(), crowd.utilities.astype("<f8").tobytes()
    item, each = np.dtype("<i8").itemsize, crowd.utilities.shape[1] * np.dtype("<f8").itemsize
    columns = (column.tolist() for column in (encounters, seatings, openings, crowd.openings, begins, ends, crowd.over))
    rows = [
        Row(
            number,
            encounter,
            opening,
            seats[encounter][seating],
            "",
            plies,
            actions[begin * item : end * item],
            utilities[i * each : (i + 1) * each],
            OVER if over else LENGTH,
            "" if over else f"{longest} plies",
        )
        for i, (number, encounter, seating, opening, plies, begin, end, over) in enumerate(zip(numbers, *columns))
    ]
    if crowd.utilities.shape[1] != 2:
        return Batch(rows, [0] * len(rows))
    ahead = np.sign(crowd.utilities[:, 0] - crowd.utilities[:, 1]) * np.where(seatings == 0, 1, -1)
    return Batch(rows, (1 + ahead).astype(int).tolist())

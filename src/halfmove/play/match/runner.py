"""Where the games of a plan are played: players who are made once, and game after game until the numbers are done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.core.game import Game
from halfmove.play.game_in_progress import GameInProgress, Turn
from halfmove.play.match.openings import parse_openings, seeds_of
from halfmove.play.match.packed import Packed, half_points_of_batch, pack
from halfmove.play.match.plan import Pairing, Plan, Round
from halfmove.play.match.random_batch import play_random_batch
from halfmove.play.match.rows import Row, half_points_of, row_of
from halfmove.play.match.store import Store
from halfmove.play.players.human import refuse_person
from halfmove.play.players.player import Player, as_player
from halfmove.play.players.seating import check_functions, check_specs, seated
from halfmove.play.players.spec import HUMAN, RANDOM, parse_spec
from halfmove.play.referee import referee, rehearse

EVERY = 0.25  # seconds after which finished games are handed on
_LARGEST_BATCH = 50_000  # games that random players play at once, at most
_FIRST_BATCH = 16  # games, as it is not known yet how long one takes


class Batch(NamedTuple):
    """Finished games: their numbers, twice the points of the first player of each encounter, and the games."""

    numbers: range
    half_points: NDArray[np.int8]
    rows: list[Row]
    packed: Packed | None = None  # instead of rows

    def keep(self, store: Store) -> None:
        """Store the games."""
        if self.packed is None:
            store.add(self.rows)
        else:
            store.add_packed(self.packed)


class Runner:
    """Plays games of a plan; `players` are functions where they are not what the plan names."""

    def __init__(self, plan: Plan, game: Game, players: Sequence[Any] | None = None) -> None:
        self.plan, self.game = plan, game
        self.controls, self.adjudication = plan.controls(), plan.adjudication()
        self.openings = parse_openings(plan.openings, game, plan.seed)
        self.specs = [parse_spec(text) for text in plan.players] if players is None else []
        if any(spec.name == HUMAN for spec in self.specs):
            refuse_person()
        check_specs(self.specs, game)
        check_functions(players or (), game)
        self.rehearsed: set[int] = set()  # players
        self.players: list[Player | None] = [as_player(player) for player in players or ()] or [None] * len(
            plan.players
        )
        self.is_random = bool(self.specs) and self._is_random()
        self.batch_size = _FIRST_BATCH
        self.watch: Callable[[GameInProgress, Pairing], None] | None = None  # called after every turn

    def _is_random(self) -> bool:
        """Tell whether all is random: every player, and the openings too."""
        drawn = self.openings.plies > 0 or self.openings(0) == self.openings(1) == ("", ())
        undecided = self.adjudication.resign is self.adjudication.draw is None
        return drawn and undecided and all(spec.name == RANDOM and not spec.options for spec in self.specs)

    def check_players(self) -> None:
        """Refuse players who cannot play this game, before the first one: programs are started, our searches compiled.

        A player of a user's is loaded and no more: whatever else he does wrong costs him a game.
        """
        game, seen = GameInProgress(self.game).seen_by(0)
        for number in range(len(self.specs)):
            self._player(number).check(game, seen)

    def close(self) -> None:
        """Close all players."""
        for player in self.players:
            if player is not None:
                with suppress(Exception):
                    player.close()

    def play(self, round: Round, numbers: range, done: Callable[[Batch], None]) -> None:
        """Play the games of some numbers; hand those that are finished on to `done`, every now and then."""
        while self.is_random and numbers:
            start = monotonic()
            done(self._random_batch(round, numbers[: self.batch_size]))
            numbers = numbers[self.batch_size :]
            self.batch_size = min(
                _LARGEST_BATCH, self.batch_size * 4 if monotonic() - start < EVERY / 4 else self.batch_size
            )
        rows: list[Row] = []
        last = monotonic()
        try:
            for number in numbers:
                rows.append(self.game_of(round, number))
                if monotonic() - last >= EVERY:
                    ready, rows = rows, []
                    done(_batch(round, ready))
                    last = monotonic()
        finally:
            if rows:
                done(_batch(round, rows))

    def _random_batch(self, round: Round, numbers: range) -> Batch:
        seeds = np.hstack([self._by_opening(round, numbers, "opening", 1), self._seeds(round, numbers)])
        longest = self.adjudication.longest
        batch = play_random_batch(self.game, self.game.initial, self.openings.plies, seeds, longest)
        half_points = half_points_of_batch(round, numbers, batch)
        return Batch(numbers, half_points, [], pack(round, numbers, batch, longest))

    def game_of(self, round: Round, number: int) -> Row:
        """Play the game of a number."""
        pairing = round.pairing(number)
        opening = self.openings(pairing.opening)
        (chance, *seeds) = self._seeds(round, range(number, number + 1))[0].tolist()
        start = self.game.read(opening.start) if opening.start else None
        ongoing = GameInProgress(self.game, start, [self.controls[player] for player in pairing.seats], chance)
        for action in opening.actions:
            ongoing.take(Turn(ongoing.mover, action))
        players = [self._player(player) for player in pairing.seats]
        for seat, number in enumerate(pairing.seats):
            if number not in self.rehearsed:
                self.rehearsed.add(number)
                rehearse(ongoing, seat, players[seat])
        watch = self.watch
        referee(ongoing, players, self.adjudication, seeds, None if watch is None else lambda now: watch(now, pairing))
        return row_of(ongoing, pairing, opening)

    def _seeds(self, round: Round, numbers: range) -> NDArray[np.int64]:
        """Return the seeds for chance and for each seat; players of a game of one all have the same luck."""
        count = self.game.players + 1
        if self.game.players > 1:
            return seeds_of(self.plan.seed, "game", numbers, count)
        return self._by_opening(round, numbers, "alone", count)

    def _by_opening(self, round: Round, numbers: range, kind: str, count: int) -> NDArray[np.int64]:
        """Return seeds that are the same for all games with the same opening."""
        _, _, openings = round.place(np.arange(numbers.start, numbers.stop))
        first, last = int(openings[0]), int(openings[-1])
        seeds: NDArray[np.int64] = seeds_of(self.plan.seed, kind, range(first, last + 1), count)[openings - first]
        return seeds

    def _player(self, number: int) -> Player:
        player = self.players[number]
        if player is None:
            control = self.controls[number]
            player = seated(self.specs[number], self.plan.seed, self.game, self.plan.game, control)
            self.players[number] = player
        return player


def _batch(round: Round, rows: list[Row]) -> Batch:
    half_points = np.array([half_points_of(row, round) for row in rows], np.int8)
    return Batch(range(rows[0].number, rows[-1].number + 1), half_points, rows)

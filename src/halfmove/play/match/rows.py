"""A finished game as it is stored, and back to a record in words."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np

from halfmove.core.game import Game
from halfmove.errors import MalformedText
from halfmove.play.endings import ENDINGS, Outcome, points
from halfmove.play.foreign_text import printable
from halfmove.play.game_in_progress import GameInProgress, Spent, Turn
from halfmove.play.match.openings import Opening
from halfmove.play.match.plan import Pairing, Plan, Round
from halfmove.play.players.spec import called
from halfmove.play.records.records import Note, Record, record_of

ACTION, UTILITY = np.dtype("<i8"), np.dtype("<f8")  # the least byte first, on every machine


class Row(NamedTuple):
    """A finished game as it is stored."""

    number: int
    encounter: int
    opening: int
    seats: str  # players by seat, as numbers of the plan
    start: str  # the state it began in, as the game reads it
    plies: int  # of the opening
    actions: bytes
    utilities: bytes
    ending: str
    detail: str = ""
    notes: str = ""  # JSON, or nothing: see `notes_of`

    def players(self) -> tuple[int, ...]:
        """Return the players by seat."""
        return tuple(map(int, self.seats.split()))

    def outcome(self) -> Outcome:
        """Return how the game ended."""
        return Outcome(self.ending, tuple(np.frombuffer(self.utilities, UTILITY).tolist()), self.detail)

    def spent_by_seat(self) -> list[Spent]:
        """Return how long each seat thought; an empty list for random players."""
        return [Spent(*each) for each in json.loads(self.notes)["spent"]] if self.notes else []


def checked(row: Row, players: int) -> Row:
    """Return a row that was read, if it can be a game of `players` players: the file is not trusted."""
    seats = row.players()
    if row.ending not in ENDINGS or len(row.utilities) != UTILITY.itemsize * len(seats) or not row.number >= 0:
        raise MalformedText(f"game {row.number} has no outcome")
    if not all(0 <= player < players for player in seats):
        raise MalformedText(f"game {row.number} is of players {row.seats}, and there are {players}")
    return row._replace(detail=printable(row.detail))


def row_of(ongoing: GameInProgress, pairing: Pairing, opening: Opening) -> Row:
    """Return a game that was played as it is stored."""
    assert ongoing.outcome is not None
    assert ongoing.outcome.utilities is not None
    return Row(
        pairing.number,
        pairing.encounter,
        pairing.opening,
        " ".join(map(str, pairing.seats)),
        opening.start,
        len(opening.actions),
        np.array([turn.action for turn in ongoing.turns], ACTION).tobytes(),
        np.array(ongoing.outcome.utilities, UTILITY).tobytes(),
        ongoing.outcome.ending,
        ongoing.outcome.detail,
        notes_of(ongoing),
    )


def notes_of(ongoing: GameInProgress) -> str:
    """Return what was thought, as JSON: the `Note` of each action; what each seat spent."""
    turns = [turn[2:] for turn in ongoing.turns]
    return json.dumps({"turns": turns, "spent": ongoing.spent})


def half_points_of(row: Row, round: Round) -> int:
    """Return twice the points that the first player of an encounter got; 0 where there are not two."""
    seats = row.players()
    if len(seats) != 2:
        return 0
    by_player = dict(zip(seats, points(row.outcome().utilities or ()), strict=True))
    return int(2 * by_player[round.encounters[row.encounter][0]])


def record_from(row: Row, plan: Plan, game: Game) -> Record:
    """Return a stored game in words."""
    ongoing = GameInProgress(game, game.read(row.start) if row.start else None)
    actions = np.frombuffer(row.actions, ACTION).tolist()
    notes: list[Any] = json.loads(row.notes)["turns"] if row.notes else [Note()] * len(actions)
    for action, note in zip(actions, notes, strict=True):
        ongoing.take(Turn(ongoing.mover, action, *note))
    if row.detail or ongoing.outcome is None or row.ending != ongoing.outcome.ending:
        ongoing.outcome = row.outcome()  # a batch of random games leaves it to the rules how a game was over
    players = [called(plan.players[player]) for player in row.players()]
    given = dict.fromkeys(str(plan.controls()[player]) for player in row.players())
    control = next(filter(None, given), "")
    facts = {"start": row.start, "opening": row.plies, "control": control, "seed": plan.seed}
    return record_of(ongoing, plan.game, players, **facts)

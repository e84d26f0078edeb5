"""Results in a file of SQLite: the plan, and every finished game under its number, so that none is lost or doubled.

A game is in the file entirely or not at all: SQLite undoes what was not committed when a process is killed.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from halfmove.core.game import Game
from halfmove.errors import HalfmoveError
from halfmove.play.endings import Outcome
from halfmove.play.openings import Opening
from halfmove.play.plan import Pairing, Plan
from halfmove.play.records import Note, Record, record_of
from halfmove.play.sitting import Sitting, Turn

_FORMAT = "halfmove match 1"
_TABLES = (
    "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    """CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    encounter INTEGER NOT NULL,
    opening INTEGER NOT NULL,
    seats TEXT NOT NULL,      -- players by seat, as numbers of the plan
    start TEXT NOT NULL,      -- the state it began in, as the game reads it
    plies INTEGER NOT NULL,   -- of the opening
    actions BLOB NOT NULL,    -- 64-bit integers, the least byte first
    utilities BLOB NOT NULL,  -- 64-bit floats, the least byte first
    ending TEXT NOT NULL,
    detail TEXT NOT NULL,
    notes TEXT NOT NULL       -- JSON: seconds, value, depth and nodes of each action; or nothing
)""",
)
_PATIENCE = 60.0  # seconds that a writer waits for others


class Row(NamedTuple):
    """A finished game as it is stored."""

    number: int
    encounter: int
    opening: int
    seats: str
    start: str
    plies: int
    actions: bytes
    utilities: bytes
    ending: str
    detail: str = ""
    notes: str = ""

    def players(self) -> tuple[int, ...]:
        """Return the players by seat."""
        return tuple(map(int, self.seats.split()))

    def outcome(self) -> Outcome:
        """Return how the game ended."""
        return Outcome(self.ending, tuple(np.frombuffer(self.utilities, "<f8").tolist()), self.detail)


def row_of(sitting: Sitting, pairing: Pairing, opening: Opening) -> Row:
    """Return a game that was played as it is stored."""
    assert sitting.outcome is not None
    assert sitting.outcome.utilities is not None
    notes = [[turn.seconds, turn.value, turn.depth, turn.nodes] for turn in sitting.turns]
    return Row(
        pairing.number,
        pairing.encounter,
        pairing.opening,
        " ".join(map(str, pairing.seats)),
        opening.start,
        len(opening.actions),
        np.array([turn.action for turn in sitting.turns], "<i8").tobytes(),
        np.array(sitting.outcome.utilities, "<f8").tobytes(),
        sitting.outcome.ending,
        sitting.outcome.detail,
        json.dumps(notes),
    )


class Store:
    """The results of one match, in a file."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        try:
            self.base = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as error:
            raise HalfmoveError(f"{path}: {error}") from None

    @classmethod
    def create(cls, path: Path | str, plan: Plan) -> Store:
        """Make a new file; one with something in it is left alone."""
        store = cls(path)
        try:
            if store.base.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,):
                raise HalfmoveError(f"{path}: the file is there already; --resume goes on with the match in it")
            store.base.execute("PRAGMA journal_mode=WAL")
            store.base.execute("BEGIN IMMEDIATE")
            for statement in _TABLES:
                store.base.execute(statement)
            facts = [("format", _FORMAT), ("plan", plan.to_json())]
            store.base.executemany("INSERT INTO facts VALUES (?, ?)", facts)
            store.base.execute("COMMIT")
        except sqlite3.Error as error:
            store.close()
            raise HalfmoveError(f"{path}: {error}") from None
        except HalfmoveError:
            store.close()
            raise
        return store

    @classmethod
    def open(cls, path: Path | str) -> Store:
        """Open a file with a match in it."""
        path = Path(path)
        if not path.is_file():
            raise HalfmoveError(f"{path}: there is no such file")
        store = cls(path)
        try:
            facts = dict(store.base.execute("SELECT name, value FROM facts"))
        except sqlite3.Error as error:
            store.close()
            raise HalfmoveError(f"{path}: this is no file of match results: {error}") from None
        if facts.get("format") != _FORMAT or "plan" not in facts:
            store.close()
            raise HalfmoveError(f"{path}: this is no file of match results that this version reads")
        return store

    def close(self) -> None:
        """Close the file."""
        self.base.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def plan(self) -> Plan:
        """What is to be played."""
        ((text,),) = self.base.execute("SELECT value FROM facts WHERE name = 'plan'")
        return Plan.from_json(text)

    def extend(self, plan: Plan) -> None:
        """Go on with a plan that asks for the same games, or for more; any other is refused."""
        before = self.plan
        if not plan.continues(before):
            differing = [name for name, value in vars(before).items() if getattr(plan, name) != value]
            told = ", ".join(f"{name} {getattr(before, name)!r}" for name in differing)
            raise HalfmoveError(f"{self.path}: the match in it was begun with {told}; it cannot go on with another")
        self.base.execute("UPDATE facts SET value = ? WHERE name = 'plan'", (plan.to_json(),))

    def add(self, rows: Iterable[Row]) -> None:
        """Store games, all or none; a number that is there already is left as it is."""
        places = ", ".join("?" * len(Row._fields))
        self.base.execute("BEGIN IMMEDIATE")
        try:
            self.base.executemany(f"INSERT OR IGNORE INTO games VALUES ({places})", rows)
        except BaseException:
            self.base.execute("ROLLBACK")
            raise
        self.base.execute("COMMIT")

    def numbers(self) -> list[int]:
        """Return the numbers of the games that are finished, in order."""
        return [number for (number,) in self.base.execute("SELECT number FROM games ORDER BY number")]

    def rows(self, first: int = 0, last: int | None = None) -> Iterator[Row]:
        """Yield the finished games by number, from one to before another."""
        where = "WHERE number >= ?" + ("" if last is None else " AND number < ?")
        bounds = (first,) if last is None else (first, last)
        with closing(self.base.execute(f"SELECT * FROM games {where} ORDER BY number", bounds)) as cursor:
            for row in cursor:
                yield Row(*row)

    def records(self, game: Game) -> Iterator[Record]:
        """Yield every finished game as a record."""
        plan = self.plan
        for row in self.rows():
            yield record_from(row, plan, game)


def record_from(row: Row, plan: Plan, game: Game) -> Record:
    """Return a stored game in words."""
    sitting = Sitting(game, game.read(row.start) if row.start else None)
    actions = np.frombuffer(row.actions, "<i8").tolist()
    notes: list[Any] = json.loads(row.notes) if row.notes else [Note()] * len(actions)
    for action, note in zip(actions, notes, strict=True):
        sitting.take(Turn(sitting.mover, action, *note))
    sitting.outcome = row.outcome()
    players = [plan.players[player] for player in row.players()]
    facts = {"start": row.start, "opening": row.plies, "control": plan.time, "seed": plan.seed}
    return record_of(sitting, plan.game, players, **facts)

"""Results in a file of SQLite: the plan, and every finished game under its number, so that none is lost or doubled.

A game is in the file entirely or not at all: SQLite undoes what was not committed when a process is killed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from heapq import merge
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Any

from halfmove.core.game import Game
from halfmove.errors import HalfmoveError
from halfmove.play.match.packed import Packed, checked_batch, stored_numbers, unpack
from halfmove.play.match.plan import Plan
from halfmove.play.match.rows import Row, checked, record_from
from halfmove.play.records.records import Record

_FORMAT = "halfmove match 3"
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
    notes TEXT NOT NULL       -- JSON: what was thought of each action, and what each seat spent
)""",
    """CREATE TABLE batches (         -- many small games in a row, as play/match/packed.py writes them
    first INTEGER PRIMARY KEY,
    last INTEGER NOT NULL,
    round TEXT NOT NULL,
    longest INTEGER NOT NULL,
    width TEXT NOT NULL,
    actions BLOB NOT NULL,
    lengths BLOB NOT NULL,
    plies BLOB NOT NULL,
    utilities BLOB NOT NULL,
    over BLOB NOT NULL
)""",
)
_MADE = "SELECT sql FROM sqlite_master WHERE type = 'trigger' OR name COLLATE NOCASE IN ('facts', 'games', 'batches')"
_NO_END = 1 << 62  # a number that no game has
_LONGEST_QUOTE = 500  # characters of a plan that are quoted
_PATIENCE = 60.0  # seconds that a writer waits for others


class Store:
    """The results of one match, in a file."""

    plan: Plan  # what is to be played
    trusted: bool  # whether the plan comes from the caller; if not, it was read from the file

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        with _refused(f"{path}"):
            self.base = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
            self.base.execute("PRAGMA synchronous=NORMAL")  # a crash of the machine may cost games, of a process none

    @classmethod
    def create(cls, path: Path | str, plan: Plan) -> Store:
        """Make a new file; one with something in it is left alone."""
        store = cls(path)
        store.plan, store.trusted = plan, True
        with _refused(f"{path}", store):
            if store.base.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,):
                raise HalfmoveError("the file is there already; --resume goes on with the match in it")
            store.base.execute("PRAGMA journal_mode=WAL")
            store.base.execute("BEGIN IMMEDIATE")
            for statement in _TABLES:
                store.base.execute(statement)
            facts = [("format", _FORMAT), ("plan", plan.to_json()), ("date", date.today().isoformat())]
            store.base.executemany("INSERT INTO facts VALUES (?, ?)", facts)
            store.base.execute("COMMIT")
        return store

    @classmethod
    def open(cls, path: Path | str) -> Store:
        """Open a file with a match in it."""
        path = Path(path)
        if not path.is_file():
            raise HalfmoveError(f"{path}: there is no such file")
        store = cls(path)
        with _refused(f"{path}: this is no file of match results", store):
            tables = {text for (text,) in store.base.execute(_MADE)}
            if tables - set(_TABLES):  # a view in place of a table, or a trigger, may run for ever
                raise HalfmoveError("its tables are not as this version makes them")
            facts = dict(store.base.execute("SELECT name, value FROM facts"))
        with _refused(f"{path}", store):
            if facts.get("format") != _FORMAT or "plan" not in facts:
                raise HalfmoveError("this is no file of match results that this version reads")
            store.plan, store.trusted = Plan.from_json(facts["plan"]), False
        return store

    def close(self) -> None:
        """Close the file."""
        self.base.close()

    def remove(self) -> None:
        """Close the file and delete it."""
        self.close()
        for file in (self.path, *(self.path.with_name(self.path.name + end) for end in ("-wal", "-shm"))):
            file.unlink(missing_ok=True)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def date(self) -> str:
        """The day on which the match was begun."""
        return self._fact("date")

    def _fact(self, name: str) -> str:
        ((value,),) = self.base.execute("SELECT value FROM facts WHERE name = ?", (name,))
        return str(value)

    def extend(self, plan: Plan) -> None:
        """Go on with a plan that asks for the same games, or for more; any other is refused.

        From then on the plan is the caller's: it is not read back from the file, which may have triggers.
        """
        before = self.plan
        if not plan.continues(before):
            differing = [name for name, value in vars(before).items() if getattr(plan, name) != value]
            differences = ", ".join(f"{name} {getattr(before, name)!r}" for name in differing)[:_LONGEST_QUOTE]
            raise HalfmoveError(
                f"{self.path}: the match in it was begun with {differences}; it cannot go on with another"
            )
        self.base.execute("UPDATE facts SET value = ? WHERE name = 'plan'", (plan.to_json(),))
        self.plan, self.trusted = plan, True

    def add(self, rows: Sequence[Row]) -> None:
        """Store games, all or none; a number that is there already is left as it is."""
        with self._writing():
            self.base.executemany(f"INSERT OR IGNORE INTO games VALUES ({_places(Row)})", rows)

    def add_packed(self, packed: Packed) -> None:
        """Store many small games; of a number that is there already, the game is left as it is."""
        with self._writing():
            there = {row.number for row in self.rows(packed.first, packed.last)}
            if there:
                new = [row for row in unpack(packed) if row.number not in there]
                self.base.executemany(f"INSERT INTO games VALUES ({_places(Row)})", new)
            else:
                self.base.execute(f"INSERT INTO batches VALUES ({_places(Packed)})", packed)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self.base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.base.execute("ROLLBACK")
            raise
        self.base.execute("COMMIT")

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Refuse a file that does not hold what it should in one sentence."""
        try:
            yield
        except (sqlite3.Error, TypeError, ValueError) as error:
            raise HalfmoveError(f"{self.path}: these are no results of a match: {error}") from None

    def _batches(self, first: int, last: int) -> Iterator[Packed]:
        query = "SELECT * FROM batches WHERE first < ? AND last > ? ORDER BY first"
        players = len(self.plan.players)
        yield from (checked_batch(Packed(*row), players) for row in self.base.execute(query, (last, first)))

    def numbers(self) -> list[int]:
        """Return the numbers of the games that are finished, in order."""
        with self._reading():
            single = [number for (number,) in self.base.execute("SELECT number FROM games")]
            batches = self.base.execute("SELECT first, last, length(over) FROM batches")
            return sorted(chain(single, *(stored_numbers(*batch) for batch in batches)))

    def rows(self, first: int = 0, last: int = _NO_END) -> Iterator[Row]:
        """Yield the finished games by number, from one to before another."""
        query = "SELECT * FROM games WHERE number >= ? AND number < ? ORDER BY number"
        players = len(self.plan.players)
        with self._reading():
            single = (checked(Row(*row), players) for row in self.base.execute(query, (first, last)))
            packed = (
                row for batch in self._batches(first, last) for row in unpack(batch) if first <= row.number < last
            )
            yield from merge(single, packed, key=attrgetter("number"))

    def records(self, game: Game) -> Iterator[Record]:
        """Yield every finished game as a record."""
        plan, begun = self.plan, self.date
        for row in self.rows():
            yield replace(record_from(row, plan, game), date=begun)


@contextmanager
def _refused(place: str, store: Store | None = None) -> Iterator[None]:
    """Refuse what cannot be read or written in one sentence that begins with the place, and close the file."""
    try:
        yield
    except (sqlite3.Error, HalfmoveError) as error:
        if store is not None:
            store.close()
        raise HalfmoveError(f"{place}: {error}") from None


def _places(kind: Any) -> str:
    return ", ".join("?" * len(kind._fields))

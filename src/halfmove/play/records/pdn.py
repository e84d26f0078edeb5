"""Draughts records: Portable Draughts Notation 3.0."""

from __future__ import annotations

from halfmove.core.game import Game
from halfmove.errors import MalformedText
from halfmove.play.records.notes import read_note, write_note
from halfmove.play.records.records import Note, Record
from halfmove.play.records.tagged import Tagged, games_in
from halfmove.play.records.tagged_records import Dialect, record_from, record_text

_TYPES = {"20": "draughts", "21": "checkers"}  # the number of a kind of draughts, and our name of it
_COLOURS = {"draughts": ("White", "Black"), "checkers": ("Black", "White")}  # in the order in which they move
_RESULTS = {
    "2-0": (1.0, 0.0),
    "0-2": (0.0, 1.0),
    "1-1": (0.5, 0.5),
    "1-0": (1.0, 0.0),
    "0-1": (0.0, 1.0),
    "1/2-1/2": (0.5, 0.5),
}  # points of the player who begins and of the other


def write(record: Record, game: Game) -> str:
    """Return a game in PDN."""
    kind = record.game.partition(":")[0]
    number = {name: number for number, name in _TYPES.items()}[kind]
    return record_text(record, game, _dialect(kind), {"GameType": number})


def read(text: str, file: str, game: Game | None = None) -> list[Record]:
    """Return the games of a text in PDN."""
    records = []
    for tagged in games_in(text, file):
        kind = _kind(tagged, file)
        records.append(record_from(tagged, kind, _dialect(kind), file, game))
    return records


def _write_comments(record: Record, second_begins: bool) -> list[str]:
    return [write_note(note) for note in record.notes] or [""] * len(record.actions)


def _read_comments(tagged: Tagged) -> list[Note]:
    return [read_note(comment) for comment in tagged.comments]


def _kind(tagged: Tagged, file: str) -> str:
    number = tagged.tags.get("GameType", "20").split(",")[0]
    if number not in _TYPES:
        raise MalformedText(f"{file}:{tagged.line}: draughts of type {number}; known are {', '.join(_TYPES)}")
    return _TYPES[number]


def _dialect(kind: str) -> Dialect:
    return Dialect(kind, _RESULTS, _COLOURS[kind], _write_comments, _read_comments)

"""From tags and actions to a record and back: what PGN and PDN say alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from halfmove.core.game import Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.play.endings import CRASHED, ILLEGAL, LEFT, OVER, RESIGNED, TIME, ended, points
from halfmove.play.game_in_progress import GameInProgress
from halfmove.play.records.records import Note, Record
from halfmove.play.records.tagged import UNKNOWN, Tagged, text_of
from halfmove.play.records.time_tag import control_of, read_time_tag, write_time_tag
from halfmove.play.trust import recorded_game

_TERMINATIONS = {TIME: "time forfeit", ILLEGAL: "rules infraction", CRASHED: "abandoned", LEFT: "unterminated"}
_NORMAL, _ADJUDICATED = "normal", "adjudication"
_DATE = "????.??.??"


class Dialect(NamedTuple):
    """What tells one notation from another."""

    game: str
    results: Mapping[str, tuple[float, float]]  # as points of the players
    colours: tuple[str, str]  # in the order in which they move
    write_comments: Callable[[Record, bool], Sequence[str]]  # of a game in which the second player begins, or not
    read_comments: Callable[[Tagged], Sequence[Note]]


def record_text(record: Record, game: Game, dialect: Dialect, more: Mapping[str, str]) -> str:
    """Return a game as text."""
    utilities = record.outcome.utilities
    result = UNKNOWN if utilities is None else _result(dialect, points(utilities))
    tags = {"Event": "halfmove", "Site": "?", "Date": record.date.replace("-", ".") or _DATE, "Round": "?"}
    names = dict(zip(dialect.colours, record.players, strict=True))
    tags |= {colour: names[colour] for colour in ("White", "Black")}
    tags |= {"Result": result, **more}
    if record.game != dialect.game:
        tags["Game"] = record.game
    if record.start:
        tags |= {"SetUp": "1", "FEN": record.start}
    ending = record.outcome.ending
    tags["TimeControl"] = write_time_tag(control_of(record.control)) if record.control else "?"
    tags["Termination"] = _TERMINATIONS.get(ending, _NORMAL if ending in (OVER, RESIGNED) else _ADJUDICATED)
    facts = {"Ending": ending, "Detail": record.outcome.detail, "Limits": record.control}
    facts |= {"OpeningPlies": str(record.opening or ""), "Seed": "" if record.seed is None else str(record.seed)}
    tags |= {name: value for name, value in facts.items() if value}
    start = GameInProgress(game, game.read(record.start) if record.start else None)
    second_begins = start.mover == 1
    return text_of(tags, record.actions, dialect.write_comments(record, second_begins), second_begins, result)


def _result(dialect: Dialect, scores: tuple[float, ...]) -> str:
    return next(text for text, both in dialect.results.items() if both == scores)


def record_from(tagged: Tagged, kind: str, dialect: Dialect, file: str, game: Game | None) -> Record:
    """Return the record that a text stands for."""
    tags, place = tagged.tags, f"{file}:{tagged.line}"
    name = tags.get("Game", kind)
    if tagged.result != UNKNOWN and tagged.result not in dialect.results:
        raise MalformedText(f"{place}: '{tagged.result}' is not a result in this notation")
    if tags.get("Result", tagged.result) != tagged.result:
        raise MalformedText(f"{place}: the result is {tags['Result']} in its tag and {tagged.result} after the actions")
    try:
        played = game or recorded_game(name)
    except HalfmoveError as error:
        raise MalformedText(f"{place}: {error}") from None
    scores = dialect.results.get(tagged.result)
    outcome = ended(played, scores, tags.get("Ending", ""), tags.get("Detail", ""))
    date = tags.get("Date", _DATE).replace(".", "-")
    notes = tuple(dialect.read_comments(tagged))
    return Record(
        name,
        tuple(tags.get(colour, "?") for colour in dialect.colours),
        tuple(tagged.actions),
        outcome,
        start=tags.get("FEN", ""),
        opening=int(tags["OpeningPlies"]) if tags.get("OpeningPlies", "").isdecimal() else 0,
        control=tags.get("Limits") or read_time_tag(tags.get("TimeControl", "")),
        seed=int(tags["Seed"]) if tags.get("Seed", "").isdecimal() else None,
        notes=notes if any(note != Note() for note in notes) else (),
        date="" if "?" in date else date,
    )

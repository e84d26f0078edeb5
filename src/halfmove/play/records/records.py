"""Records of games: PGN for chess, PDN for draughts, SGF for other games, JSON for all; written, read and replayed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from halfmove.core.game import CHANCE, Game
from halfmove.core.rules import action_named
from halfmove.errors import HalfmoveError, IllegalAction, MalformedText
from halfmove.play.clocks.time_control import UNLIMITED, Control
from halfmove.play.endings import ENDINGS, LEFT, OVER, Outcome, points
from halfmove.play.foreign_text import printable, read_text
from halfmove.play.game_in_progress import GameInProgress, Turn

JSON = "json"
FORMATS = ("pgn", "pdn", "sgf", JSON)  # by the end of a file's name; all but the last have a module here


class Note(NamedTuple):
    """What a player thought of an action, and how long."""

    seconds: float = 0.0  #: that he thought
    value: float | None = None  #: to the player, as he sees it
    depth: int = 0  #: plies
    nodes: int = 0  #: states that he looked at
    plies_to_end: int = 0  #: where the value is proven


@dataclass(frozen=True)
class Record:
    """A game as it was played, in words: everything that is needed to play it again."""

    game: str  #: as it is asked for: connect-four:width=5
    players: tuple[str, ...]  #: what they are called, by seat
    actions: tuple[str, ...]  #: as players write them, those of chance included
    outcome: Outcome  #: how it ended
    start: str = ""  #: the state it began in, as the game reads it; nothing is the initial one
    opening: int = 0  #: how many actions, from the first on, were not the players' own
    control: str = ""  #: the time control
    seed: int | None = None  #: where random numbers began
    notes: tuple[Note, ...] = ()  #: one for each action, or none at all
    date: str = ""  #: YYYY-MM-DD


def record_of(ongoing: GameInProgress, game: str, players: Sequence[str], **facts: Any) -> Record:
    """Return the record of a game that was played, or is being played."""
    names = tuple(
        ongoing.rules.name(turn.action, state) for turn, state in zip(ongoing.turns, ongoing.states, strict=False)
    )
    notes = tuple(Note(*turn[2:]) for turn in ongoing.turns)
    outcome = ongoing.outcome or Outcome(LEFT, None)
    return Record(game, tuple(players), names, outcome, notes=notes if any(map(any, notes)) else (), **facts)


def replay(
    record: Record, game: Game, controls: Sequence[Control] | Control = UNLIMITED, seed: int = 0
) -> GameInProgress:
    """Play a recorded game again, and return it; refuse one that is illegal or does not end as it says.

    Where the rules end the game, they also say how: a record may tell no more than who won.
    One that was left can go on: by these time controls, of which the time that was taken is gone, and with other dice.
    """
    start = game.read(record.start) if record.start else None
    ongoing = GameInProgress(game, start, controls, seed + len(record.actions))
    notes = record.notes or (Note(),) * len(record.actions)
    for number, (name, note) in enumerate(zip(record.actions, notes, strict=True), start=1):
        if ongoing.over:
            raise IllegalAction(f"action {number}, {name}, comes after the end of the game")
        try:
            action = action_named(ongoing.rules, ongoing.state, name)
        except IllegalAction as error:
            raise IllegalAction(f"action {number}: {error}") from None
        if ongoing.mover != CHANCE and number > record.opening:
            ongoing.clocks[ongoing.mover].spend(note.seconds)
        ongoing.take(Turn(ongoing.mover, action, *note))
    _compare(ongoing, record.outcome)
    return ongoing


def _compare(ongoing: GameInProgress, recorded: Outcome) -> None:
    """Refuse an outcome that is not the one of the game; keep one that the rules do not decide."""
    actual = ongoing.outcome
    if actual is None:
        if recorded.ending == OVER:
            raise HalfmoveError("the record says that the game is over, but it is not")
        ongoing.outcome = None if recorded.ending == LEFT else recorded
    elif recorded.utilities != actual.utilities and (recorded.ending == OVER or _points(recorded) != _points(actual)):
        raise HalfmoveError(
            f"the record says that the game ended with {recorded.utilities}, and not {actual.utilities}"
        )


def _points(outcome: Outcome) -> tuple[float, ...]:
    return points(outcome.utilities or ())


def is_record(path: Path) -> bool:
    """Tell whether the name of a file is that of records."""
    return path.suffix.removeprefix(".").casefold() in FORMATS


def format_of(path: Path) -> str:
    """Return the format that the name of a file stands for."""
    if not is_record(path):
        raise HalfmoveError(f"{path}: records are files that end in {', '.join('.' + name for name in FORMATS)}")
    return path.suffix.removeprefix(".").casefold()


def write_records(records: Iterable[Record], form: str, game: Game) -> Iterator[str]:
    """Yield the text of each game in a format."""
    if form == JSON:
        yield from map(to_json, records)
        return
    for record in records:
        yield _module_of(form).write(record, game)


def read_records(path: Path, game: Game | None = None) -> list[Record]:
    """Return the games of a file, all of them of `game` if it is given; what cannot be read is refused with its line.

    Only a replay tells whether they are legal.
    """
    form = format_of(path)
    text = read_text(path)
    if form == JSON:
        lines = enumerate(text.splitlines(), 1)
        return [_printable(from_json(line, f"{path}:{number}")) for number, line in lines if line.strip()]
    try:
        games: list[Record] = _module_of(form).read(text, str(path), game)
    except ValueError as error:  # a number with thousands of digits, ...
        raise error if isinstance(error, HalfmoveError) else MalformedText(f"{path}: {error}") from None
    return [_printable(record) for record in games]


def _module_of(form: str) -> Any:
    """Return the module that reads and writes a format; it needs this one, and so is imported late."""
    from halfmove.play.records import pdn, pgn, sgf

    return {"pgn": pgn, "pdn": pdn, "sgf": sgf}[form]


def _printable(record: Record) -> Record:
    """Return a record that can be shown: a file is not trusted with control characters."""
    players, actions = (tuple(map(printable, texts)) for texts in (record.players, record.actions))
    outcome = replace(record.outcome, detail=printable(record.outcome.detail))
    return replace(record, game=printable(record.game), players=players, actions=actions, outcome=outcome)


def to_json(record: Record) -> str:
    """Return a game as one line of JSON."""
    data = {**vars(record), **vars(record.outcome)}
    data["notes"] = data.pop("notes")  # the longest comes last
    del data["outcome"]
    return json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n"


def from_json(text: str, place: str = "record") -> Record:
    """Read a game from one line of JSON."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MalformedText(f"{place}: this is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise MalformedText(f"{place}: this is not the record of a game: it is not an object of JSON")
    try:
        utilities = data["utilities"]
        ending = str(data["ending"])
        if ending not in ENDINGS:
            raise MalformedText(f"{place}: '{ending}' is not one of {', '.join(ENDINGS)}")
        outcome = Outcome(ending, None if utilities is None else tuple(map(_number, utilities)), str(data["detail"]))
        notes = tuple(_note(note) for note in data["notes"])
        if notes and len(notes) != len(data["actions"]):
            raise MalformedText(f"{place}: {len(notes)} notes for {len(data['actions'])} actions")
        seed = data["seed"] if data["seed"] is None else int(data["seed"])
        texts = {name: str(data[name]) for name in ("start", "control", "date")}
        players, actions = (tuple(map(str, data[name])) for name in ("players", "actions"))
        return Record(
            str(data["game"]), players, actions, outcome, seed=seed, notes=notes, opening=int(data["opening"]), **texts
        )
    except KeyError as error:
        raise MalformedText(f"{place}: the game has no {error}") from None
    except (TypeError, ValueError) as error:
        if isinstance(error, MalformedText):
            raise
        raise MalformedText(f"{place}: this is not the record of a game: {error}") from None


def _note(data: Any) -> Note:
    seconds, value, *counts = data
    return Note(_number(seconds), None if value is None else _number(value), *map(int, counts))


def _number(data: Any) -> float:
    number = float(data)
    if not isfinite(number):
        raise ValueError(f"'{data}' is not a number")
    return number

"""Openings: how the games of a match begin, so that they differ; every one is played with all seatings.

none            the initial state
random:4        four random plies
FILE.epd        positions of chess, or FEN
FILE.obf        positions of Othello
FILE.pgn ...    games, of which the first PLIES are taken: FILE.pgn:8
FILE            any other file: the actions of an opening in a line, by name
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import shake_256
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import kernel
from halfmove.core.game import Game
from halfmove.core.random import random
from halfmove.core.rules import action_named
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.play.foreign_text import read_text
from halfmove.play.game_in_progress import GameInProgress, Turn
from halfmove.play.records.records import FORMATS, JSON, read_records, replay

NONE, RANDOM = "none", "random"
PLIES = 8  # that are taken of a recorded game where nothing else is said

_MOST_DIGITS = 4  # of a number of random plies
_TRIES = 100  # lines that are drawn until one does not end the game
_SEED_BYTES = 8
_BLOCK = 512  # seeds that are made together: one by one takes longer than a small game


class Opening(NamedTuple):
    """How a game begins: a state as the game reads it (nothing is the initial one), and actions."""

    start: str = ""  #: a state as the game reads it; nothing is the initial one
    actions: tuple[int, ...] = ()  #: that are played from there


class Openings(Protocol):
    """Any number of openings, by index."""

    plies: int  # that are drawn at random, or 0

    def __call__(self, index: int) -> Opening: ...


def seeds_of(seed: int, kind: str, indices: range, count: int) -> NDArray[np.int64]:
    """Return `count` seeds for each index, by rows; no seed says anything about another."""
    first, last = indices.start // _BLOCK, (indices.stop - 1) // _BLOCK
    blocks = [_block(seed, kind, block, count) for block in range(first, last + 1)]
    all_seeds = np.concatenate(blocks) if len(blocks) > 1 else blocks[0]
    return all_seeds[indices.start - first * _BLOCK : indices.stop - first * _BLOCK]


@lru_cache
def _block(seed: int, kind: str, block: int, count: int) -> NDArray[np.int64]:
    digest = shake_256(f"{seed}/{kind}/{block}".encode()).digest(_BLOCK * count * _SEED_BYTES)
    return np.frombuffer(digest, np.int64).reshape(_BLOCK, count) & np.iinfo(np.int64).max


class FromList:
    """Openings that are given, again and again."""

    plies = 0

    def __init__(self, openings: list[Opening]) -> None:
        self.openings = openings

    def __call__(self, index: int) -> Opening:
        return self.openings[index % len(self.openings)]


class AtRandom:
    """Openings of random plies."""

    def __init__(self, game: Game, plies: int, seed: int) -> None:
        ongoing = GameInProgress(game)
        self.game, self.state, self.plies, self.seed = ongoing.rules, ongoing.state, plies, seed

    def __call__(self, index: int) -> Opening:
        line = np.zeros(self.plies, np.int64)
        numbers = random(int(seeds_of(self.seed, "opening", range(index, index + 1), 1)[0, 0]))
        played = draw_opening(self.game, self.state, self.plies, numbers, line)
        return Opening("", tuple(int(action) for action in line[:played]))


@kernel
def draw_opening(game: Any, state: Any, plies: int, rng: Any, line: Any) -> int:
    """Put random actions into `line` that do not end the game, and return how many: all, or none."""
    for _ in range(_TRIES):
        here = state
        played = 0
        while played < plies and not game.is_terminal(here):
            action = game.sample(here, rng)
            line[played] = action
            here = game.result(here, action)
            played += 1
        if not game.is_terminal(here):
            return played
    return 0


def parse_openings(text: str, game: Game, seed: int = 0) -> Openings:
    """Return the openings that a text asks for."""
    name, _, rest = text.partition(":")
    if name in ("", NONE):
        return FromList([Opening()])
    if name == RANDOM:
        if not rest.isdecimal() or len(rest) > _MOST_DIGITS:
            raise MalformedText(f"openings '{text}': say how many random plies, up to 9999, as in random:4")
        return AtRandom(game, int(rest), seed) if int(rest) else FromList([Opening()])
    path, plies = Path(text), PLIES
    if not path.exists():
        head, _, tail = text.rpartition(":")
        if not head or not tail.isdecimal() or not Path(head).exists():
            raise HalfmoveError(f"openings '{text}': there is no such file, and it is neither none nor random:PLIES")
        path, plies = Path(head), int(tail)
    return FromList(read_openings(path, game, plies))


def read_openings(path: Path, game: Game, plies: int = PLIES) -> list[Opening]:
    """Return the openings of a file; one that cannot be read, or ends the game, is refused with its line."""
    form = path.suffix.removeprefix(".").casefold()
    if form in FORMATS and form != JSON:
        return _from_records(path, game, plies)
    rules = plain_throughout(game)
    read = {"epd": _position, "fen": _position, "obf": _position}.get(form, _line)
    openings = []
    for number, line in enumerate(read_text(path).splitlines(), 1):
        text = line.partition("#")[0].strip() if read is _line else line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            openings.append(read(rules, text))
        except HalfmoveError as error:
            raise MalformedText(f"{path}:{number}: {error}") from None
    if not openings:
        raise HalfmoveError(f"{path}: there is no opening in this file")
    return openings


def _position(game: Any, text: str) -> Opening:
    """Read a position: a FEN, whose counters may be followed or replaced by the operations of EPD, or OBF."""
    words = text.split(";")[0].split()
    fen, start = 4, text.split(";")[0]  # fields of a FEN without its counters
    if len(words) > fen:
        numbers = [word for word in words[fen : fen + 2] if word.isdecimal()]
        start = " ".join(words[:fen] + (numbers if len(numbers) == 2 else []))
    _check_going(game, game.read(start))
    return Opening(start)


def _line(game: Any, text: str) -> Opening:
    """Read actions by name; numbers of moves such as `1.` are left out."""
    ongoing = GameInProgress(game)
    for word in text.replace(",", " ").split():
        name = word.lstrip("0123456789").lstrip(".") if "." in word else word
        if name:
            action = action_named(ongoing.rules, ongoing.state, name)
            ongoing.take(Turn(ongoing.mover, action))
    if ongoing.over:
        raise MalformedText(f"'{text}' ends the game")
    return Opening("", tuple(turn.action for turn in ongoing.turns))


def _from_records(path: Path, game: Game, plies: int) -> list[Opening]:
    openings = []
    for number, record in enumerate(read_records(path, game), 1):
        try:
            ongoing = replay(record, game)
        except HalfmoveError as error:
            raise MalformedText(f"{path}: game {number}: {error}") from None
        actions = tuple(turn.action for turn in ongoing.turns)[:plies]
        if len(actions) == len(ongoing.turns):
            actions = actions[:-1]
        openings.append(Opening(record.start, actions))
    return openings


def _check_going(game: Game, state: Any) -> None:
    if GameInProgress(game, state).over:
        raise MalformedText("the game is over in this position")

"""What a file may start: our own games, people, `random` and our own searches; nothing else.

A record, a database or a suite may come from anybody. Every name that is read from one passes through here, so that it
can neither start a program nor run a file of Python: whoever wants that repeats the name on the command line.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from halfmove.core.game import Game
from halfmove.errors import HalfmoveError
from halfmove.play.foreign_text import quoted
from halfmove.play.loading import is_file, is_tree, our_game
from halfmove.play.match.plan import Plan
from halfmove.play.players.searches import HIDDEN, SEARCHES
from halfmove.play.players.spec import BOOK, HUMAN, RANDOM, STRONG, TABLE, WEIGHTS, Spec, parse_spec

LONGEST_NAME, LONGEST_TREE = 200, 10_000  # characters
MOST = {  # that a file may ask for
    "hash": 1024,
    "megabytes": 1024,
    "threads": 64,
    "seconds": 3600,
    "simulations": 10**7,
    "iterations": 10**6,
    "worlds": 10**5,
    "games": 10**5,
}
FILE_OPTIONS = (WEIGHTS, TABLE, BOOK)  # that name a file
_OURS = (HUMAN, RANDOM, STRONG, *SEARCHES, *HIDDEN)
_DRAWN = ("", "none", "random")  # openings that are no file


def recorded_text(text: str, longest: int = LONGEST_NAME) -> str:
    """Return a name or another short text that a file has, if it is one."""
    if len(text) > longest or not text.isprintable():
        raise HalfmoveError(f"{quoted(text)} is too long for a name, or cannot be printed")
    return text


@lru_cache
def recorded_game(name: str) -> Game:
    """Return the game that a file names, if it is one of ours or a tree in text."""
    recorded_text(name, LONGEST_TREE if is_tree(name) else LONGEST_NAME)
    if is_file(name):
        raise HalfmoveError(f"the game is a file, and no record runs one: say --game {name} if you trust it")
    return our_game(name)


def recorded_spec(name: str) -> Spec:
    """Return the player that a file names: a person, `random` or one of our searches."""
    if name.partition(":")[0] not in _OURS:
        raise HalfmoveError(
            f"{quoted(name)} is a player that no record may start: name the players after the file,"
            " as in `halfmove play FILE human strong`"
        )
    spec = parse_spec(recorded_text(name))
    if any(option in spec.options for option in FILE_OPTIONS):
        raise HalfmoveError(f"{quoted(name)} reads a file, as no record may: name the players after the file")
    for option, most in MOST.items():
        if option in spec.options and not 0 <= spec.options[option] <= most:
            raise HalfmoveError(
                f"{quoted(name)} asks for more than a record may have, {option}={most}: name the players after the file"
            )
    return spec


def is_recordable(spec: Spec) -> bool:
    """Tell whether a record says enough to start this player again: it has his name, if he was given one."""
    with suppress(HalfmoveError):
        return recorded_spec(spec.called) == spec
    return False


def check_plan(plan: Plan) -> None:
    """Refuse a plan that was read from a file if it names a program or a file."""
    recorded_game(plan.game)
    for player in plan.players:
        recorded_spec(player)
    if plan.openings.partition(":")[0] not in _DRAWN:
        raise HalfmoveError(f"the openings are {quoted(plan.openings)}, and no database may open a file: name it again")

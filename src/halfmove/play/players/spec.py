"""Players as they are asked for: `alphabeta:depth=6`, `random`, `uci:stockfish`, `mine.py:player`, ..."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from halfmove.core.choice import Limit
from halfmove.core.opponents import MODELS
from halfmove.errors import HalfmoveError, MalformedText, did_you_mean
from halfmove.play.clocks.time_control import read_duration
from halfmove.play.players.searches import ENGINES, HIDDEN, SEARCHES, SEED, STRENGTH, Option
from halfmove.search.engine.strength import FULL_STRENGTH

HUMAN, RANDOM, STRONG, POLICY = "human", "random", "strong", "policy"
OURS = {
    HUMAN: "a person at the terminal",
    RANDOM: "any legal action",
    STRONG: "the search that suits the game, ever deeper while time is left",
}
PROGRAMS = {
    "uci": "a chess program: uci:stockfish,Skill Level=3",
    "xboard": "a chess program of another kind: xboard:phalanx",
    "ugi": "a program that speaks UGI",
    "gtp": "a program that speaks GTP: gtp:gnugo --mode gtp",
}
WEIGHTS = "weights"  # a file of weights for the features of the game
ADVICE = "advice"  # whether a search uses what stands beside the rules
MODEL = "model"  # of the other players
TABLE = "table"  # a file of what is known for certain
BOOK = "book"  # a file of openings
PLAYOUTS = "playouts"  # simulated games by which a state is evaluated

_FILE = "FILE.py:NAME"
_POLICY = "a policy that `halfmove equilibrium` has written: policy:kuhn.policy"
_LIMITS = {
    "depth": Option(int, "plies that it looks ahead"),
    "nodes": Option(int, "nodes that it may search for an action"),
    "seconds": Option(float, "time for an action; `time=100ms` says the same with a unit"),
}
_EVALUATION = {
    WEIGHTS: Option(str, "a file of weights that `tune` or `train` wrote; learned: those that come with the game"),
    ADVICE: Option(bool, "no: the evaluation of the rules alone"),
    PLAYOUTS: Option(int, "simulated games by which it evaluates a state"),
}
_KNOWLEDGE = {
    TABLE: Option(str, "a table that it asks before it searches, and while it does; several are joined by +"),
    BOOK: Option(str, "a book of openings"),
}
_MODEL = {MODEL: Option(str, f"what it takes the others for: {', '.join(MODELS)}")}
_WORD_BITS = 63  # of a number that machine code can hold, besides its sign
_TIME = "time"  # seconds, with a unit
_LABEL = "name"  # what reports and records call a player
_YES_OR_NO = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True)
class Spec:
    """A player or a search as it was asked for: its name, what it consists of if it is not ours, and its options."""

    name: str  #: of the search, player or protocol, or a file
    options: Mapping[str, Any] = field(default_factory=dict)  #: that were given
    address: str = ""  #: the command of a program, or what a player is called in a user's file
    label: str = ""  #: what reports and records call it, if that is not what was asked for

    def __str__(self) -> str:
        given = {**self.options, _LABEL: self.label} if self.label else self.options
        options = (f"{name}={value}" for name, value in given.items())
        rest = ",".join([self.address, *options] if self.address else options)
        return f"{self.name}:{rest}" if rest else self.name

    @property
    def called(self) -> str:
        """What reports and records call it."""
        return self.label or str(self)

    @property
    def is_users(self) -> bool:
        """Tell whether it is something in a user's file."""
        return self.name.endswith(".py")

    @property
    def is_search(self) -> bool:
        """Tell whether it is one of our searches, or the one that suits the game."""
        return self.name in (*SEARCHES, *HIDDEN, STRONG)

    @property
    def needs_state(self) -> bool:
        """Tell whether it is a search that has to see everything."""
        return self.name in SEARCHES

    def limited(self, limit: Limit) -> Limit:
        """Return `limit` with what the spec itself says about depth, nodes and seconds."""
        return replace(limit, **{name: self.options[name] for name in _LIMITS if name in self.options})


def parse_spec(text: str) -> Spec:
    """Read `name:option=value,option=value`, `protocol:command,option=value` or `file.py:name`.

    Each may have the option `name`, which is what reports and records call the player: `engine:hash=64,name=Ours`.
    """
    name, _, rest = text.partition(":")
    others, label = _without_label(text, rest)
    return replace(_parse(text, name, others), label=label)


def _without_label(text: str, rest: str) -> tuple[str, str]:
    """Return a spec without the option `name`, and what it says."""
    parts = rest.split(",")
    labels = [part for part in parts if part.strip().startswith(f"{_LABEL}=")]
    if not labels:
        return rest, ""
    label = labels[0].partition("=")[2].strip()
    if len(labels) > 1 or not label or not label.isprintable():
        raise MalformedText(f"{text}: say {_LABEL}=... once, with a text that can be printed")
    return ",".join(part for part in parts if part not in labels), label


def _parse(text: str, name: str, rest: str) -> Spec:
    if name in PROGRAMS:
        return _parse_program(text, name, rest)
    if name == POLICY:
        if not rest:
            raise MalformedText(f"{text}: say the file of the policy, as in {POLICY}:kuhn.policy")
        return Spec(name, address=rest)
    if name.endswith(".py"):
        if not rest:
            raise MalformedText(f"{text}: say which function of the file plays, as {name}:NAME")
        return Spec(name, address=rest)
    kinds = {option: known.kind for option, known in options_of(name).items()}
    options: dict[str, Any] = {}
    for part in filter(None, rest.split(",")):
        option, equals, value = part.partition("=")
        if option == MODEL and option not in kinds and name in SEARCHES:
            others = ", ".join(other for other, search in SEARCHES.items() if search.averages)
            raise HalfmoveError(f"{text}: {name} does not average over what the others may do; use {others}")
        if option not in kinds and not (option == _TIME and "seconds" in kinds):
            raise HalfmoveError(f"{text}: {name} has no option '{option}'{instead(option, kinds)}")
        if not equals:
            raise MalformedText(f"{text}: say {option}=VALUE")
        if ("seconds" if option == _TIME else option) in options:
            raise MalformedText(f"{text}: {option} is said twice")
        try:
            options |= {"seconds": read_duration(value)} if option == _TIME else {option: _value(kinds[option], value)}
        except HalfmoveError as error:
            raise MalformedText(f"{text}: {error}") from None
        except (KeyError, ValueError):
            wanted = {bool: "yes or no", int: "a whole number", float: "a number"}[kinds[option]]
            raise MalformedText(f"{text}: {option} is {wanted}, not '{value}'") from None
        except OverflowError:
            raise MalformedText(f"{text}: {option} is a number of {_WORD_BITS} bits at most, not '{value}'") from None
    return Spec(name, options)


def _parse_program(text: str, name: str, rest: str) -> Spec:
    """Read the command of a program, and after commas the options that it is sent; their names may have spaces."""
    command, *parts = rest.split(",")
    if not command.strip():
        raise MalformedText(f"{text}: say which program, as in {PROGRAMS[name].rpartition(': ')[2]}")
    options = {}
    for part in parts:
        option, equals, value = part.partition("=")
        if not equals:
            raise MalformedText(f"{text}: '{part}' is not an option such as Hash=64")
        options[option.strip()] = value.strip()
    return Spec(name, options, command.strip())


def called(text: str) -> str:
    """Return what a player is called in reports and records: by the option `name`, or else as it was asked for."""
    try:
        return parse_spec(text).called
    except HalfmoveError:  # a function that was handed over under some name
        return text


def limits_itself(text: str) -> bool:
    """Tell whether a player ends its search without a limit of the game: by its options or by its nature."""
    try:
        spec = parse_spec(text)
    except HalfmoveError:  # a function that was handed over under some name
        return False
    limits = (*_LIMITS, _TIME) if spec.is_search or spec.name in PROGRAMS else ()
    weak = spec.name in ENGINES and spec.options.get("strength", FULL_STRENGTH) < FULL_STRENGTH  # by fewer nodes
    known = {**SEARCHES, **HIDDEN}
    ends = spec.name in (RANDOM, POLICY) or spec.name in known and known[spec.name].ends
    return ends or weak or any(option in limits for option in spec.options)


def summaries() -> dict[str, str]:
    """Return every name that a spec can begin with, and what it stands for."""
    searches = {name: search.summary for name, search in SEARCHES.items()}
    searches |= {name: search.summary for name, search in HIDDEN.items()}
    return {
        **searches,
        **OURS,
        POLICY: _POLICY,
        **PROGRAMS,
        _FILE: "a function (game, observation, limit) -> Choice of yours",
    }


def instead(word: str, known: Iterable[str]) -> str:
    """Return what could be said instead of a word that is not known."""
    listed = ", ".join(known)
    return f"{did_you_mean(word, known, '; did you mean {}?') or ';'} there {'are ' + listed if listed else 'is none'}"


def options_of(name: str) -> Mapping[str, Option]:
    """Return the options that a player or a search of ours understands, besides `name`."""
    if name in HIDDEN:
        return {**_LIMITS, **HIDDEN[name].options, "strength": STRENGTH}
    if name in SEARCHES:
        search = SEARCHES[name]
        weights = _EVALUATION if search.evaluates else {}
        model = _MODEL if search.averages else {}
        return {**_LIMITS, **search.options, **weights, **model, **_KNOWLEDGE}
    others: dict[str, Mapping[str, Option]] = {
        HUMAN: {},
        RANDOM: {"seed": SEED},
        STRONG: {**_LIMITS, "strength": STRENGTH._replace(kind=int), **_MODEL, **_KNOWLEDGE},
    }
    if name not in others:
        raise HalfmoveError(f"there is no player '{name}'{instead(name, summaries())}")
    return others[name]


def _value(kind: type, value: str) -> Any:
    if kind is bool:
        return _YES_OR_NO[value.casefold()]
    number = kind(value)
    if kind is int and abs(number) >> _WORD_BITS:
        raise OverflowError
    return number

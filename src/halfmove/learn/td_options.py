"""What can be set for a training by temporal differences, and what suits a game where it is not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from halfmove.compiled import plain
from halfmove.core.advice import Advice
from halfmove.core.encoding import find_encoding
from halfmove.core.game import Game
from halfmove.core.random import random
from halfmove.errors import HalfmoveError, MalformedText, did_you_mean
from halfmove.learned.compact import STEPS
from halfmove.learned.inputs import CATEGORIES, FEATURES, KINDS, LAYER, TABLE, TUPLES

SMALL = 20_000  # states of a game that a table learns soon
LOOKED_AT, PLIES = 300, 200  # random games by which it is judged how large a game is, and the most actions in each
MET_AGAIN = 0.3  # share of the states that come back, at least, in a game that is small


class Options(NamedTuple):
    """What can be set by `--set NAME=VALUE`."""

    kind: str = ""  #: of KINDS
    hidden: int = 64  #: units of a layer
    rate: float = 0.0  #: of learning at first; 0: what suits the kind
    steady: float = 0.0  #: share of the games in which the rate stays as it is, before it falls
    trace: float = 0.5  #: lambda: how much the end of the game counts, against the next state
    explore: float = 0.05  #: share of the actions that are random, in games without chance
    opening: int = 8  #: random actions at most at the beginning of every other game
    start: float = 0.0  #: what tuples add up to at first: points to come, or log-odds; optimism explores
    judge: int = 400  #: games of each measure of strength; 0: it is not measured
    bits: int = 32  #: of a weight in the file: 16, 12 (of tuples) or 8 make it small
    keep: int = 0  #: weights of tuples in a small file, those that changed most; 0: all


POINTS_STEADY = 0.9  # of tuples where points are learned: who plays better sees new states
RATES = {TABLE: 1.0, CATEGORIES: 1.0, FEATURES: 0.1, TUPLES: 1.0, LAYER: 0.03}


def read_options(given: Mapping[str, Any]) -> Options:
    """Return the options that were given as texts."""
    options = Options()
    for name, value in given.items():
        if name not in Options._fields:
            hint = did_you_mean(name, Options._fields)
            raise HalfmoveError(f"--set {name}: there is no such option{hint}; there are {', '.join(Options._fields)}")
        kind = type(getattr(options, name))
        try:
            read = kind(value)
        except ValueError:
            raise MalformedText(f"--set {name}={value}: this is not a number") from None
        if name == "kind" and read not in KINDS:
            raise HalfmoveError(f"--set kind={value}: there is no such kind; there are {', '.join(KINDS)}")
        if name != "kind" and not 0 <= read < 1e9:
            raise HalfmoveError(f"--set {name}={value}: it must not be negative, nor too large")
        options = options._replace(**{name: read})
    if options.bits not in (32, *STEPS):
        raise HalfmoveError(f"--set bits={options.bits}: a weight has 32, 16, 12 or 8 bits")
    if options.keep and options.bits not in STEPS:
        raise HalfmoveError("--set keep: a file that keeps some of the weights is a small one; add bits=12")
    if options.steady >= 1:
        raise HalfmoveError("--set steady: it is a share of the games, less than 1")
    if not 4 <= options.hidden <= 4096 or options.hidden % 4 or options.trace > 1 or options.explore > 1:
        raise HalfmoveError("--set: hidden is a multiple of 4 up to 4096, trace and explore are from 0 to 1")
    return options


def has_features(game: Game) -> bool:
    """Tell whether a game has features of its own."""
    return type(game).features is not Game.features or type(game.advice).features is not Advice.features


def suitable_kind(game: Game) -> str:
    """Return what suits a game: tuples where they stand beside it, a table if it is small, else a layer."""
    if find_encoding(game).tuples():
        return TUPLES
    return TABLE if is_small(game) else LAYER


def why_kind(game: Game, kind: str) -> str:
    """Say why a kind suits a game."""
    return {
        TUPLES: "tuples stand beside the game",
        TABLE: f"random games show that it has few states, about {SMALL:,} at most",
    }.get(kind, "it has too many states for a table")


def is_small(game: Game) -> bool:
    """Tell whether random games meet few states, and mostly the same ones."""
    rules, numbers, keys, met = plain(game), random(0), set[int](), 0
    for _ in range(LOOKED_AT):
        state = rules.initial
        for _ in range(PLIES):
            if rules.is_terminal(state) or len(keys) > SMALL:
                break
            state = rules.result(state, rules.sample(state, numbers))
            keys.add(rules.key(state))
            met += 1
    return len(keys) < (1.0 - MET_AGAIN) * met and len(keys) <= SMALL

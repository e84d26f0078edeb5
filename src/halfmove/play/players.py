"""Players by name: `alphabeta:depth=6`, `random`, ... become functions (game, observation, limit) -> Choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

from halfmove.compiled import plain
from halfmove.core.choice import ESTIMATE, Choice, Limit
from halfmove.core.game import CHANCE, Game
from halfmove.core.random import random
from halfmove.core.rules import legal_actions
from halfmove.errors import HalfmoveError, MalformedText

Player = Callable[[Game, Any, Limit], Choice]

HUMAN, RANDOM, STRONG = "human", "random", "strong"

_LOOKED_AT = 300  # states in which chance is looked for before a search is chosen


class Entry(NamedTuple):
    """Where a search lives and what can be said to it besides depth, nodes and seconds."""

    address: str  # module:function
    summary: str
    options: Mapping[str, type] = MappingProxyType({})
    deepens: bool = True  # it looks a given number of plies ahead, so it can be repeated ever deeper


SEARCHES = {
    "minimax": Entry("minimax:minimax", "every line of play"),
    "alphabeta": Entry("alphabeta:alphabeta", "minimax that skips what cannot matter", {"cut_equal": bool}),
    "memoised": Entry("memo:memoised", "alpha-beta that remembers states", {"megabytes": float}),
    "quiescence": Entry("quiescence:quiescence", "alpha-beta that looks on where it is not quiet", {"extra": int}),
    "beam": Entry("beam:beam", "alpha-beta over the most promising actions only", {"width": int}),
    "expectiminimax": Entry("expectiminimax:expectiminimax", "minimax that averages over chance"),
    "star1": Entry("star:star1", "expectiminimax with cuts at chance nodes"),
    "star2": Entry("star:star2", "the same, probing first"),
    "maxn": Entry("maxn:maxn", "each player for himself, any number of players"),
    "paranoid": Entry("paranoid:paranoid", "all others against the player to move"),
    "montecarlo": Entry("montecarlo:montecarlo", "random games, averaged", {"games": int, "seed": int}, deepens=False),
    "metareason": Entry("metareasoning:metareason", "expand what is likeliest to change the choice", deepens=False),
}
_OTHERS = {
    HUMAN: "a person at the terminal",
    RANDOM: "any legal action",
    STRONG: "the search that suits the game, ever deeper while time is left",
}
_LIMITS: dict[str, type] = {"depth": int, "nodes": int, "seconds": float}


@dataclass(frozen=True)
class Spec:
    """A player or a search as it was asked for: its name and its options."""

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.name}:{options}" if options else self.name

    def limited(self, limit: Limit) -> Limit:
        """Return `limit` with what the spec itself says about depth, nodes and seconds."""
        return replace(limit, **{name: self.options[name] for name in _LIMITS if name in self.options})


def parse_spec(text: str) -> Spec:
    """Read `name:option=value,option=value`."""
    name, _, rest = text.partition(":")
    kinds = _kinds(name)
    options = {}
    for part in filter(None, rest.split(",")):
        option, equals, value = part.partition("=")
        if option not in kinds:
            raise HalfmoveError(f"{text}: {name} has no option '{option}'{_instead(option, kinds)}")
        if not equals:
            raise MalformedText(f"{text}: say {option}=VALUE")
        options[option] = _value(text, option, kinds[option], value)
    return Spec(name, options)


def _kinds(name: str) -> dict[str, type]:
    """Return the options that a player or a search understands."""
    if name in SEARCHES:
        return {**_LIMITS, **SEARCHES[name].options}
    if name in _OTHERS:
        others: dict[str, dict[str, type]] = {HUMAN: {}, RANDOM: {"seed": int}, STRONG: _LIMITS}
        return others[name]
    raise HalfmoveError(f"there is no player '{name}'{_instead(name, (*SEARCHES, *_OTHERS))}")


def _instead(word: str, known: Any) -> str:
    near = get_close_matches(word, known, n=1)
    guess = f"; did you mean {near[0]}?" if near else ";"
    return f"{guess} there {'are ' + ', '.join(known) if known else 'is none'}"


def _value(text: str, option: str, kind: type, value: str) -> Any:
    if kind is bool:
        words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        if value.casefold() in words:
            return words[value.casefold()]
        raise MalformedText(f"{text}: {option} is yes or no, not '{value}'")
    try:
        return kind(value)
    except ValueError:
        kind_name = {int: "a whole number", float: "a number"}[kind]
        raise MalformedText(f"{text}: {option} is {kind_name}, not '{value}'") from None


def summaries() -> dict[str, str]:
    """Return every name that a spec can begin with, and what it stands for."""
    return {name: entry.summary for name, entry in SEARCHES.items()} | _OTHERS


def search_of(spec: Spec, game: Game, state: Any, seed: int = 0) -> tuple[Callable[..., Choice], bool]:
    """Return the search that a spec asks for, with its options, and whether it can be repeated ever deeper."""
    name = suitable(game, state) if spec.name == STRONG else spec.name
    if name not in SEARCHES:
        raise HalfmoveError(f"{name} is a player and not a search{_instead(name, SEARCHES)}")
    entry = SEARCHES[name]
    options = {option: value for option, value in spec.options.items() if option in entry.options}
    if "seed" in entry.options:
        options.setdefault("seed", seed)
    return partial(_load(entry.address), **options), entry.deepens


def _load(address: str) -> Callable[..., Any]:
    module, _, function = address.partition(":")
    found: Callable[..., Any] = getattr(import_module(f"halfmove.search.{module}"), function)
    return found


def suitable(game: Game, state: Any = None) -> str:
    """Return the name of the search that suits a game: by its players and by whether chance takes part."""
    if _has_chance(plain(game), state):
        return "expectiminimax" if game.players <= 2 else "maxn"
    return "memoised" if game.players <= 2 else "maxn"


def _has_chance(game: Game, state: Any) -> bool:
    """Tell whether CHANCE is to move in one of the states that are nearest."""
    queue = [game.initial if state is None else state]
    for i in range(_LOOKED_AT):
        if i == len(queue):
            break
        if game.is_terminal(queue[i]):
            continue
        if game.to_move(queue[i]) == CHANCE:
            return True
        if len(queue) < _LOOKED_AT:
            queue.extend(game.result(queue[i], action) for action in game.actions(queue[i]))
    return False


def choices(spec: Spec, game: Game, state: Any, limit: Limit, seed: int = 0) -> Iterator[Choice]:
    """Yield choices, each better founded than the one before.

    A given depth is searched once; without one, a search under a limit goes ever deeper until its value is proven.
    """
    search, deepens = search_of(spec, game, state, seed)
    limit = spec.limited(limit)
    if not deepens:
        yield search(game, state, limit=limit)
    elif limit.depth is not None or limit == Limit():
        yield search(game, state, limit.depth, limit=limit)
    else:
        for choice in _load("deepening:deepen")(search, game, state, limit):
            yield choice
            if choice.exact:
                return


def player_of(spec: Spec, seed: int = 0) -> Player:
    """Return the player that a spec asks for; a person is asked elsewhere."""
    if spec.name == HUMAN:
        raise HalfmoveError("a person cannot be asked here; play at the terminal with `halfmove play`")
    if spec.name == RANDOM:
        return _random_player(spec.options.get("seed", seed))

    def play(game: Game, observation: Any, limit: Limit) -> Choice:
        *_, last = choices(spec, game, observation, limit, seed)
        return last

    return play


def _random_player(seed: int) -> Player:
    numbers = random(seed)

    def play(game: Game, observation: Any, limit: Limit) -> Choice:
        actions = legal_actions(game, observation)
        action = actions[numbers.below(len(actions))]
        return Choice(action, sum(game.utilities) / 2, (action,), 1, 1, kind=ESTIMATE, game=game, state=observation)

    return play

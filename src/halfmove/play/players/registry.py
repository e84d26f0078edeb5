"""Players by name: `alphabeta:depth=6`, `random`, `mine.py:player`, ... become functions of what they may see.

A player is called as (game, observation, limit) and returns a Choice; no action means that he resigns. He may also have
    prepare(game, observation)  a game is about to begin, and no clock runs yet
    seeded(seed)                random numbers of the next game begin with this
    begin(game, state)          it begins in this state; only told where nothing is secret, as is
    played(action)              somebody acted
    stop()                      from another thread: answer now
    close()                     no more games
    processes                   numbers of other processes that think for him
A player of a user's who has no `prepare` is called once before his first game, and the answer is forgotten: what is
compiled or loaded at a first call is not on his clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from halfmove.compiled import plain
from halfmove.core.choice import ESTIMATE, Choice, Limit
from halfmove.core.game import CHANCE, Game
from halfmove.core.random import random
from halfmove.core.secrets import require_no_secrets
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.play.clocks.time_control import read_duration
from halfmove.play.loading import import_file
from halfmove.play.players.engine import EnginePlayer
from halfmove.play.players.weights import weighted_by_file
from halfmove.search.engine.strength import FULL_STRENGTH

Player = Callable[[Game, Any, Limit], Choice]

HUMAN, RANDOM, STRONG = "human", "random", "strong"

_LOOKED_AT = 300  # states in which chance is looked for before a search is chosen
_RESERVE = 0.02  # seconds that a search leaves of the time for an action, to be back in time
_RESERVED = 0.2  # of that time, if this is less
_FIRST_NODES = 200  # of a search that is made only to compile it


class Entry(NamedTuple):
    """Where a search lives and what can be said to it besides depth, nodes and seconds."""

    address: str  # module:function
    summary: str
    options: Mapping[str, type] = MappingProxyType({})
    deepens: bool = True  # it looks a given number of plies ahead, so it can be repeated ever deeper
    ends: bool = False  # soon by itself, also where no limit is given


ENGINE = "engine"
SEARCHES = {
    ENGINE: Entry(
        "engine.spoken:engine",
        "all that makes alpha-beta strong, and a memory",
        {"hash": float, "threads": int, "lines": int, "strength": float, "off": str, "seed": int},
        deepens=False,
    ),
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
    "montecarlo": Entry(
        "montecarlo:montecarlo", "random games, averaged", {"games": int, "seed": int}, deepens=False, ends=True
    ),
    "metareason": Entry(
        "metareasoning:metareason", "expand what is likeliest to change the choice", deepens=False, ends=True
    ),
}
_OTHERS = {
    HUMAN: "a person at the terminal",
    RANDOM: "any legal action",
    STRONG: "the search that suits the game, ever deeper while time is left",
}
OUTSIDE = {
    "uci": "a chess program: uci:stockfish,Skill Level=3",
    "xboard": "a chess program of another kind: xboard:phalanx",
    "ugi": "a program that speaks UGI",
    "gtp": "a program that speaks GTP: gtp:gnugo --mode gtp",
}
_FILE = "FILE.py:NAME"
_LIMITS: dict[str, type] = {"depth": int, "nodes": int, "seconds": float}
WEIGHTS = "weights"  # a file of weights for the features of the game
_TIME = "time"  # seconds, with a unit


@dataclass(frozen=True)
class Spec:
    """A player or a search as it was asked for: its name, what it consists of if it is not ours, and its options."""

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    address: str = ""  # the command of a program, or what a player is called in a user's file

    def __str__(self) -> str:
        options = (f"{name}={value}" for name, value in self.options.items())
        rest = ",".join([self.address, *options] if self.address else options)
        return f"{self.name}:{rest}" if rest else self.name

    @property
    def is_users(self) -> bool:
        """Tell whether it is something in a user's file."""
        return self.name.endswith(".py")

    def limited(self, limit: Limit) -> Limit:
        """Return `limit` with what the spec itself says about depth, nodes and seconds."""
        return replace(limit, **{name: self.options[name] for name in _LIMITS if name in self.options})


def parse_spec(text: str) -> Spec:
    """Read `name:option=value,option=value`, `protocol:command,option=value` or `file.py:name`."""
    name, _, rest = text.partition(":")
    if name in OUTSIDE:
        return _parse_outside(text, name, rest)
    if name.endswith(".py"):
        if not rest:
            raise MalformedText(f"{text}: say which function of the file plays, as {text}:NAME")
        return Spec(name, address=rest)
    kinds = _kinds(name)
    options = {}
    for part in filter(None, rest.split(",")):
        option, equals, value = part.partition("=")
        if option not in kinds and not (option == _TIME and "seconds" in kinds):
            raise HalfmoveError(f"{text}: {name} has no option '{option}'{_instead(option, kinds)}")
        if not equals:
            raise MalformedText(f"{text}: say {option}=VALUE")
        if option == _TIME:
            options["seconds"] = _duration(text, value)
        else:
            options[option] = _value(text, option, kinds[option], value)
    return Spec(name, options)


def _parse_outside(text: str, name: str, rest: str) -> Spec:
    """Read the command of a program, and after commas the options that it is told; their names may have spaces."""
    command, *parts = rest.split(",")
    if not command.strip():
        raise MalformedText(f"{text}: say which program, as in {OUTSIDE[name].rpartition(': ')[2]}")
    options = {}
    for part in parts:
        option, equals, value = part.partition("=")
        if not equals:
            raise MalformedText(f"{text}: '{part}' is not an option such as Hash=64")
        options[option.strip()] = value.strip()
    return Spec(name, options, command.strip())


def limits_itself(text: str) -> bool:
    """Tell whether a player comes to an end where nobody limits him: by his options or by his nature."""
    try:
        spec = parse_spec(text)
    except HalfmoveError:  # a function that was handed over under some name
        return False
    limits = (*_LIMITS, _TIME) if spec.name in (*SEARCHES, *OUTSIDE, STRONG) else ()
    weak = spec.name == ENGINE and spec.options.get("strength", FULL_STRENGTH) < FULL_STRENGTH  # by fewer nodes
    ends = spec.name == RANDOM or spec.name in SEARCHES and SEARCHES[spec.name].ends
    return ends or weak or any(option in limits for option in spec.options)


def _kinds(name: str) -> dict[str, type]:
    """Return the options that a player or a search understands."""
    if name in SEARCHES:
        weights: dict[str, type] = {} if name == "montecarlo" else {WEIGHTS: str}  # which evaluates nothing
        return {**_LIMITS, **SEARCHES[name].options, **weights}
    if name in _OTHERS:
        others: dict[str, dict[str, type]] = {HUMAN: {}, RANDOM: {"seed": int}, STRONG: _LIMITS}
        return others[name]
    raise HalfmoveError(f"there is no player '{name}'{_instead(name, summaries())}")


def _instead(word: str, known: Any) -> str:
    near = get_close_matches(word, known, n=1)
    guess = f"; did you mean {near[0]}?" if near else ";"
    return f"{guess} there {'are ' + ', '.join(known) if known else 'is none'}"


def _duration(text: str, value: str) -> float:
    try:
        return read_duration(value)
    except MalformedText as error:
        raise MalformedText(f"{text}: {error}") from None


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
    searches = {name: entry.summary for name, entry in SEARCHES.items()}
    return {**searches, **_OTHERS, **OUTSIDE, _FILE: "a function (game, observation, limit) -> Choice of yours"}


def search_of(spec: Spec, game: Game, state: Any, seed: int = 0) -> tuple[partial[Choice], bool]:
    """Return the search that a spec asks for, with its options, and whether it can be repeated ever deeper."""
    if spec.name in (*SEARCHES, STRONG):
        require_no_secrets(game, spec.name)
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
    require_no_secrets(game, "every search here")
    if _has_chance(plain(game), state):
        return "expectiminimax" if game.players <= 2 else "maxn"
    return ENGINE if game.players <= 2 else "maxn"


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
    if WEIGHTS in spec.options:
        game = weighted_by_file(game, spec.options[WEIGHTS])
    if search.func is _load(SEARCHES[ENGINE].address):
        yield from _load("engine.spoken:engine_choices")(game, state, limit, **search.keywords)
    elif not deepens:
        yield search(game, state, limit=limit)
    elif limit.depth is not None or limit == Limit():
        yield search(game, state, limit.depth, limit=limit)
    else:
        for choice in _load("iterative_deepening:deepen")(search, game, state, limit):
            yield choice
            if choice.exact:
                return


def player_of(spec: Spec, seed: int = 0) -> Player:
    """Return the player that a spec asks for; a person is asked elsewhere."""
    if spec.name == HUMAN:
        raise HalfmoveError("a person cannot be asked here; play at the terminal with `halfmove play`")
    if spec.name == RANDOM:
        return RandomPlayer(spec.options.get("seed"), seed)
    if spec.name in OUTSIDE:
        return _outside_player(spec)
    if spec.is_users:
        return _users_player(spec)
    if spec.name == STRONG:
        return StrongPlayer(spec, seed)
    return _searching_player(spec, seed)


def check_player(spec: Spec, player: Any, game: Game, observation: Any) -> None:
    """Refuse one of our searches or a program that cannot play a game, or not with these options."""
    if spec.name in OUTSIDE:
        player.begin(game, observation)
    elif not spec.is_users and hasattr(player, "prepare"):
        player.prepare(game, observation)


def _searching_player(spec: Spec, seed: int) -> EnginePlayer | SearchPlayer:
    if spec.name != ENGINE or WEIGHTS in spec.options:
        return SearchPlayer(spec, seed)
    known = SEARCHES[ENGINE].options
    options = {option: spec.options[option] for option in spec.options if option in known}
    return EnginePlayer(options, spec.limited, seed)


class SearchPlayer:
    """Lets a search choose."""

    def __init__(self, spec: Spec, seed: int = 0) -> None:
        self.spec, self.seed = spec, seed
        self.compiled_for: Any = None

    def __call__(self, game: Game, observation: Any, limit: Limit) -> Choice:
        *_, last = choices(self.spec, game, observation, in_time(limit), self.seed)
        return last

    def seeded(self, seed: int) -> None:
        """Draw other random numbers."""
        self.seed = seed

    def prepare(self, game: Game, observation: Any) -> None:
        """Compile, by a search that is as small as can be; once for all games that wrap the same."""
        told = getattr(game, "game", game)
        if told is not self.compiled_for and not plain(game).is_terminal(observation):
            self.compiled_for = told
            *_, _ = choices(self.spec, game, observation, Limit(depth=1, nodes=_FIRST_NODES), self.seed)


class StrongPlayer:
    """Plays by the search that suits the game, the engine wherever it can."""

    def __init__(self, spec: Spec, seed: int = 0) -> None:
        self.spec, self.seed = spec, seed
        self.game: Game | None = None
        self.player: EnginePlayer | SearchPlayer = SearchPlayer(spec, seed)

    def __call__(self, game: Game, observation: Any, limit: Limit) -> Choice:
        return self._player_for(game, observation)(game, observation, limit)

    def seeded(self, seed: int) -> None:
        """Draw other random numbers."""
        self.seed = seed
        self.player.seeded(seed)

    def prepare(self, game: Game, observation: Any) -> None:
        """Compile."""
        self._player_for(game, observation).prepare(game, observation)

    def begin(self, game: Game, state: Any) -> None:
        """Forget the last game."""
        player = self._player_for(game, state)
        if isinstance(player, EnginePlayer):
            player.begin(game, state)

    def played(self, action: int) -> None:
        """Note how the game went on."""
        if isinstance(self.player, EnginePlayer):
            self.player.played(action)

    def stop(self) -> None:
        """Answer now."""
        if isinstance(self.player, EnginePlayer):
            self.player.stop()

    def _player_for(self, game: Game, state: Any) -> EnginePlayer | SearchPlayer:
        if self.game is not game:
            name = suitable(game, state)
            self.game, self.player = game, _searching_player(replace(self.spec, name=name), self.seed)
        return self.player


def in_time(limit: Limit) -> Limit:
    """Return the limit of one search that leaves a reserve of its time; clocks are turned into a share of them."""
    share = limit.share()
    seconds = None if share is None else share - min(_RESERVE, share * _RESERVED)
    return Limit(limit.depth, limit.nodes, seconds)


class RandomPlayer:
    """Takes any legal action."""

    def __init__(self, fixed: int | None = None, seed: int = 0) -> None:
        self.fixed = fixed is not None
        self.numbers = random(seed if fixed is None else fixed)

    def __call__(self, game: Game, observation: Any, limit: Limit) -> Choice:
        action = int(plain_throughout(game).sample(observation, self.numbers))
        return Choice(action, sum(game.utilities) / 2, (action,), 1, 1, kind=ESTIMATE, game=game, state=observation)

    def seeded(self, seed: int) -> None:
        """Draw other random numbers, unless they were asked for by the spec."""
        if not self.fixed:
            self.numbers = random(seed)


def _outside_player(spec: Spec) -> Player:
    try:
        engines = import_module("halfmove.play.players.external")
    except ModuleNotFoundError:
        raise HalfmoveError(f"{spec}: this version cannot run programs that speak {spec.name.upper()}") from None
    player: Player = engines.player_of(spec)
    return player


def _users_player(spec: Spec) -> Player:
    """Return a function of a user's file, or an object of a class there that can be called."""
    path = Path(spec.name)
    found = vars(import_file(path)).get(spec.address)
    if not callable(found):
        raise HalfmoveError(f"{path}: there is no player '{spec.address}', a function (game, observation, limit)")
    player: Player = found() if isinstance(found, type) else found
    return player

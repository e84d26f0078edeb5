"""Analysts: an engine where one suits the game, and otherwise a search of the book, behind the same few methods.

`analyst_of` makes one for a game, `think` asks one once, and `SearchPlayer` plays by one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from halfmove.compiled import plain
from halfmove.core.advice import Advice
from halfmove.core.choice import ESTIMATE, EXACT, Choice, Limit
from halfmove.core.game import Game
from halfmove.core.knowledge import View
from halfmove.core.opponents import PERFECT, modelled
from halfmove.core.rules import for_other, legal_actions, mover
from halfmove.core.secrets import has_secrets, require_no_secrets
from halfmove.core.wrapper import Advised
from halfmove.errors import HalfmoveError
from halfmove.learned.nets.network import Network
from halfmove.play.players.hidden import HiddenAnalyst
from halfmove.play.players.modelled import ModelledAnalyst
from halfmove.play.players.player import Player
from halfmove.play.players.searches import ENGINES, HIDDEN, MCTS, SEARCHES, options_to_make, suitable
from halfmove.play.players.spec import ADVICE, MODEL, PLAYOUTS, STRONG, WEIGHTS, Spec, instead, options_of
from halfmove.play.players.tables_and_books import TableAnalyst, knowledge_of, own_book
from halfmove.play.players.weights import (
    LEARNED,
    comes_with_network,
    comes_with_weights,
    network_by_file,
    weighted_by_file,
)
from halfmove.running.run import Stop
from halfmove.search.engine import Engine, Progress
from halfmove.search.engine.strength import FULL_STRENGTH, weakened
from halfmove.search.iterative_deepening import deepen
from halfmove.search.mcts import TreeSearch
from halfmove.search.playouts import playout_evaluation

_RESERVE = 0.02  # seconds that a search leaves of the time for an action, to be back in time
_RESERVED = 0.2  # of that time, if this is less
BY_NETWORK = "puct"  # the policy of a tree whose priors a network tells
_FIRST_NODES = 200  # of a search that is made only to compile it


def analyst_of(
    game: Game,
    spec: Spec | None = None,
    *,
    megabytes: float | None = None,
    threads: int | None = None,
    every_depth: bool = True,
    plays: bool = False,
) -> Analyst:
    """Return the analyst of a game: the search that the spec names, or the strongest there is.

    `megabytes` and `threads` are for an engine, where they are not as in the spec. One who `plays` asks the book that
    comes with the game; one who explains does not.
    """
    spec = spec or Spec(STRONG)
    if PLAYOUTS in spec.options and (threads or spec.options.get("threads", 1)) > 1:
        raise HalfmoveError(f"{spec}: an evaluation by {PLAYOUTS} serves one thread only")
    searched, knows = knowledge_of(game, spec)
    model = spec.options.get(MODEL, PERFECT)
    of_game = partial(_analyst_of, spec=spec, megabytes=megabytes, threads=threads, every_depth=every_depth)

    def make(game: Game) -> Any:
        game = _evaluated(spec, game)
        return of_game(game) if model == PERFECT else ModelledAnalyst(game, model, of_game)

    own = own_book(game, spec) if plays else None
    return TableAnalyst(game, searched, knows, make, own) if knows or own else make(searched)


def at_full_strength(spec: Spec, game: Game) -> Spec:
    """Return the spec of a player who is to play as well as he can: with the weights that come with a game, if any.

    They tell nobody why, so whoever explains keeps the evaluation of the game. So does a weaker player: strengths were
    measured with it.
    """
    weaker = spec.options.get("strength", FULL_STRENGTH) < FULL_STRENGTH
    if spec.name != STRONG or weaker or not comes_with_weights(game):
        return spec
    return replace(spec, options={**spec.options, WEIGHTS: LEARNED})


def _analyst_of(game: Game, spec: Spec, megabytes: float | None, threads: int | None, every_depth: bool) -> Any:
    """Return the analyst of a game that has the evaluation which is asked for, and takes the others as it wants."""
    if spec.name in HIDDEN or spec.name == STRONG and has_secrets(game):
        return HiddenAnalyst(game, spec)
    if spec.name == STRONG:
        spec = replace(spec, name=suitable(game))
        if spec.name == MCTS and comes_with_network(game):
            spec = replace(spec, options={**spec.options, WEIGHTS: LEARNED})
    if spec.name == MCTS:
        return tree_search_of(game, spec, {"megabytes": megabytes, "threads": threads})
    if spec.name not in ENGINES:
        return SearchAnalyst(game, spec, every_depth)
    given = {"hash": megabytes, "threads": threads}
    options = {name: spec.options[name] for name in options_to_make(spec.name) if name in spec.options}
    return ENGINES[spec.name](game, **options | {name: value for name, value in given.items() if value is not None})


def tree_search_of(game: Game, spec: Spec, given: dict[str, Any]) -> TreeSearch:
    """Return the tree search that a spec asks for; what is `given` counts instead of what the spec says."""
    kept = set(SEARCHES[MCTS].options) - {"lines", "strength", "seed"}  # which are about one search, and not the tree
    options = {name: value for name, value in spec.options.items() if name in kept}
    options |= {name: value for name, value in given.items() if value is not None}
    network = _network(spec, game)
    if network is not None:
        options = {"policy": BY_NETWORK} | options | {"model": network}
    return TreeSearch(game, **options)


def _network(spec: Spec, game: Game) -> Network | None:
    """Return the network that a tree search is to ask, if its spec names a file that holds one."""
    asks = spec.name == MCTS and WEIGHTS in spec.options
    return network_by_file(game, spec.options[WEIGHTS]) if asks else None


def _evaluated(spec: Spec, game: Game) -> Game:
    """Return a game with the evaluation that a spec asks for."""
    if not spec.options.get(ADVICE, True):
        game = Advised(game, Advice(game))
    if WEIGHTS in spec.options and _network(spec, game) is None:
        game = Advised(game, weighted_by_file(game, spec.options[WEIGHTS]))
    if PLAYOUTS in spec.options:
        game = Advised(game, playout_evaluation(game, spec.options[PLAYOUTS]))
    return game


def considered(spec: Spec, game: Game, state: Any) -> Game:
    """Return a game as a search sees it that is asked about a state: with its evaluation and its model of others."""
    return modelled(_evaluated(spec, game), mover(game, state), spec.options.get(MODEL, PERFECT))


def think(spec: Spec, game: Game, state: Any, limit: Limit, seed: int = 0) -> Iterator[Progress]:
    """Yield what a search knows, each time more than before.

    A given depth is searched once; without one, a search under a limit goes ever deeper until its value is proven.
    """
    analyst = analyst_of(game, spec, every_depth=False)
    return analyst.think(state, spec.limited(limit), lines=spec.options.get("lines", 1), **_weakness(spec, seed))


def choices(spec: Spec, game: Game, state: Any, limit: Limit, seed: int = 0) -> Iterator[Choice]:
    """Yield the best actions that `think` knows of, each better founded than the one before."""
    return (progress.best for progress in think(spec, game, state, limit, seed))


def _weakness(spec: Spec, seed: int) -> dict[str, Any]:
    """Return the strength that a spec asks for, and what decides which actions are overlooked."""
    return {"strength": spec.options.get("strength", FULL_STRENGTH), "seed": spec.options.get("seed", seed)}


def search_of(spec: Spec, game: Game, seed: int = 0) -> tuple[partial[Choice], bool]:
    """Return the search that a spec asks for, with its options, and whether it can be repeated ever deeper."""
    if spec.is_search:
        require_no_secrets(game, spec.name)
    name = suitable(game) if spec.name == STRONG else spec.name
    if name not in SEARCHES:
        raise HalfmoveError(f"{name} is a player and not a search{instead(name, SEARCHES)}")
    search = SEARCHES[name]
    options = {option: value for option, value in spec.options.items() if option in search.options}
    if "seed" in search.options:
        options.setdefault("seed", seed)
    return partial(search.function, **options), search.deepens


def in_time(limit: Limit) -> Limit:
    """Return the limit of one search that leaves a reserve of its time; clocks are turned into a share of them."""
    share = limit.share()
    seconds = None if share is None else share - min(_RESERVE, share * _RESERVED)
    return Limit(limit.depth, limit.nodes, seconds)


class SearchAnalyst:
    """Thinks by the search that a spec names; nothing is kept between two searches.

    To a given depth it goes by way of every smaller one, or else at once.
    """

    def __init__(self, game: Game, spec: Spec, every_depth: bool = True) -> None:
        self.game, self.spec, self.every_depth = game, spec, every_depth
        self._search, self._deepens = search_of(spec, game)
        self._stop = Stop()
        self._lines: tuple[Choice, ...] = ()  # of the last search

    def think(
        self,
        state: Any = None,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        path: Iterable[Any] = (),
        only: Collection[int] = (),
        strength: float = FULL_STRENGTH,
        seed: int = 0,
    ) -> Iterator[Progress]:
        """Search ever deeper; the path is left to games that remember it."""
        self._stop = Stop()
        self._search, _ = search_of(self.spec, self.game, seed=seed)
        if "lines" in options_of(self.spec.name):
            self._search = partial(self._search, lines=lines)
        state = self.game.initial if state is None else state
        limit, only = weakened(self.game, state, self.spec.limited(in_time(limit or Limit())), strength, seed, only)
        return self._think(self.game, state, limit, lines, only)

    def _think(self, game: Game, state: Any, limit: Limit, lines: int, only: Collection[int]) -> Iterator[Progress]:
        ranks = only or lines > 1 and self._deepens
        search = partial(self._ranked, lines=lines, only=only) if ranks else self._best
        at_once = not self.every_depth and (limit.depth is not None or limit == Limit())
        with self._stop:
            if at_once or not self._deepens:
                yield self._progress(search(game, state, limit.depth, limit=limit))
                return
            for choice in deepen(search, game, state, limit):
                yield self._progress(choice)

    def _progress(self, choice: Choice) -> Progress:
        lines = self._lines if len(self._lines) > 1 else (choice, *choice.others)
        deepest = max(choice.depth, *(len(line.line) for line in lines))
        return Progress(choice.depth, deepest, lines, choice.nodes, choice.seconds, 0)

    def _best(self, game: Game, state: Any, depth: int | None, limit: Limit) -> Choice:
        self._lines = ()
        return self._search(game, state, limit=replace(limit, depth=depth))

    def _ranked(
        self, game: Game, state: Any, depth: int | None, limit: Limit, lines: int, only: Collection[int]
    ) -> Choice:
        """Search below each action, keep the best few lines, and return the best with the cost of all."""
        rules, player = plain(game), mover(game, state)
        actions = only or legal_actions(rules, state)
        limit = _shared(limit, len(actions))
        ranked = []
        for action in actions:
            child = rules.result(state, action)
            if rules.is_terminal(child):
                choice = Choice(None, float(rules.utility(child, player)), nodes=1)
            elif depth == 1:
                choice = Choice(None, float(rules.advice.evaluate(child, player)), nodes=1, kind=ESTIMATE)
            else:
                choice = self._search(game, child, limit=replace(limit, depth=depth and depth - 1))
                choice = replace(choice, value=_value_for(player, game, child, choice))
            line = (action, *choice.line)
            ranked.append(
                replace(choice, action=action, line=line, depth=depth or choice.depth, game=game, state=state)
            )
        ranked.sort(key=lambda choice: -choice.value)
        self._lines = tuple(ranked[:lines])
        return replace(
            ranked[0],
            nodes=sum(choice.nodes for choice in ranked),
            seconds=sum(choice.seconds for choice in ranked),
            kind=EXACT if all(choice.exact for choice in ranked) else ESTIMATE,
            stopped=any(choice.stopped for choice in ranked),
        )

    def stop(self) -> None:
        self._stop.now()

    def forget(self) -> None:
        """Nothing is kept between searches."""

    def prepare(self) -> None:
        """Compile, by a search that is as small as can be."""
        if not plain(self.game).is_terminal(self.game.initial):
            state = self.game.initial
            self._best(self.game, state, 1, Limit(nodes=_FIRST_NODES))


Analyst: TypeAlias = Engine | TreeSearch | SearchAnalyst | ModelledAnalyst | TableAnalyst | HiddenAnalyst
MakeAnalyst: TypeAlias = Callable[..., Analyst]


def _value_for(player: int, game: Game, child: Any, choice: Choice) -> float:
    if choice.vector:
        return choice.vector[player]
    return choice.value if mover(game, child) == player else for_other(game, choice.value)


def _shared(limit: Limit, count: int) -> Limit:
    """Return the part of a limit that each of `count` searches has."""
    nodes = None if limit.nodes is None else max(1, limit.nodes // count)
    return replace(limit, nodes=nodes, seconds=None if limit.seconds is None else limit.seconds / count)


class SearchPlayer(Player):
    """Plays by the analyst that a spec names, and remembers the path of the game for it."""

    def __init__(self, spec: Spec, seed: int = 0) -> None:
        self.spec, self._seed = spec, seed
        self._game: Game | None = None
        self._analyst: Analyst | None = None
        self._path: list[Any] = []
        self._view: View | None = None
        self._compiled_for: Any = None

    def choose(self, game: Game, observation: Any, limit: Limit) -> Choice:
        analyst = self._analyst_for(game)
        limit, path = self.spec.limited(limit), self._path[:-1]
        known = observation if self._view is None else self._view
        *_, last = analyst.think(known, limit, path=path, **_weakness(self.spec, self._seed))
        return last.best

    def know(self, view: View) -> None:
        self._view = view

    def check(self, game: Game, observation: Any) -> None:
        self.prepare(game, observation)

    def seed(self, seed: int) -> None:
        self._seed = seed

    def prepare(self, game: Game, observation: Any) -> None:
        """Compile, once for all games that wrap the same; refuse a limit or a strength that there is not."""
        weakened(game, observation, self.spec.limited(Limit()), self.spec.options.get("strength", FULL_STRENGTH))
        analyst, wrapped = self._analyst_for(game), getattr(game, "game", game)
        if wrapped is not self._compiled_for or not isinstance(analyst, SearchAnalyst):
            self._compiled_for = wrapped
            analyst.prepare()

    def begin(self, game: Game, state: Any) -> None:
        self._analyst_for(game).forget()
        self._path = [state]

    def played(self, action: int) -> None:
        if self._game is not None and self._path:
            self._path.append(plain(self._game).result(self._path[-1], action))

    def stop(self) -> None:
        if self._analyst is not None:
            self._analyst.stop()

    def _analyst_for(self, game: Game) -> Analyst:
        if self._analyst is None or self._game is not game:
            spec = at_full_strength(self.spec, game)
            self._analyst = analyst_of(game, spec, every_depth=False, plays=True)
            self._game, self._path = game, []
        return self._analyst

"""Who thinks: the engine where it can, and otherwise the search that suits the game, behind the same few methods."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

from halfmove.compiled import plain
from halfmove.core.choice import ESTIMATE, TO_THE_END, Choice, Limit
from halfmove.core.game import Game
from halfmove.core.rules import for_other, legal_actions, mover
from halfmove.play.players.registry import ENGINE, STRONG, SearchPlayer, Spec, choices, in_time, search_of, suitable
from halfmove.running.clock import Clock
from halfmove.running.run import Stop
from halfmove.search.engine.spoken import engine_of
from halfmove.search.win_probability import win_probability

_MOMENT = 0.001  # seconds: the least that a search is given


class Progress(NamedTuple):
    """What a search has found so far."""

    depth: int  # plies
    deepest: int  # plies
    lines: tuple[Choice, ...]  # best first
    nodes: int
    seconds: float
    full: int  # of the table, in thousandths
    win_probability: float | None  # of the player to move, a draw counted half; None where nobody knows


class Analyst(Protocol):
    """Searches states of one game, and can be stopped from another thread."""

    def think(
        self,
        state: Any = None,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        path: Iterable[Any] = (),
        only: Collection[int] = (),
    ) -> Iterator[Any]:
        """Yield a Progress each time that more is known, of all actions or of those that `only` names."""

    def stop(self) -> None:
        """Make the search that is under way yield its last, soon."""

    def forget(self) -> None:
        """A new game begins."""

    def prepare(self) -> None:
        """Compile."""


MakeAnalyst = Callable[..., Analyst]


def analyst_of(game: Game, spec: Spec | None = None, megabytes: float = 64, threads: int = 1) -> Analyst:
    """Return who thinks about a game: the search that is asked for, or the strongest there is."""
    name = suitable(game) if spec is None or spec.name == STRONG else spec.name
    if name != ENGINE:
        return Searcher(game, spec or Spec(STRONG))
    given = spec.options if spec and spec.name == ENGINE else {}
    return engine_of(game, hash=megabytes, threads=threads, off=given.get("off", ""))


class Searcher:
    """Any search by its spec."""

    def __init__(self, game: Game, spec: Spec, seed: int = 0) -> None:
        self.game, self.spec, self.seed = game, spec, seed
        self._stop = Stop()

    def think(
        self,
        state: Any = None,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        path: Iterable[Any] = (),
        only: Collection[int] = (),
    ) -> Iterator[Progress]:
        """Search ever deeper; the path is left to games that remember it."""
        self._stop = Stop()
        return self._think(self.game.initial if state is None else state, in_time(limit or Limit()), lines, only)

    def _think(self, state: Any, limit: Limit, lines: int, only: Collection[int]) -> Iterator[Progress]:
        limit = self.spec.limited(limit)
        _, deepens = search_of(self.spec, self.game, state)
        clock, nodes = Clock(limit.seconds), 0
        with self._stop:
            if not deepens:
                found = (
                    self._ranked(state, _shared(limit, len(only)), lines, only) if only else self._best(state, limit)
                )
                yield self._progress(found, sum(choice.nodes for choice in found), clock.seconds)
                return
            for depth in range(1, (limit.depth or TO_THE_END) + 1):
                left = Limit(depth, _left(limit.nodes, nodes, 1), _left(limit.seconds, clock.seconds, _MOMENT))
                found = self._ranked(state, left, lines, only) if lines > 1 or only else self._best(state, left)
                nodes += sum(choice.nodes for choice in found)
                stopped = any(choice.stopped for choice in found)
                if stopped and depth > 1:
                    return
                yield self._progress(found, nodes, clock.seconds)
                over = clock.left == 0.0 or limit.nodes is not None and nodes >= limit.nodes
                if stopped or over or self._stop.asked or all(choice.exact for choice in found):
                    return

    def _best(self, state: Any, limit: Limit) -> list[Choice]:
        *_, last = choices(self.spec, self.game, state, limit, self.seed)
        return [last]

    def _ranked(self, state: Any, limit: Any, lines: int, only: Collection[int]) -> list[Choice]:
        """Return the best few actions, from a search below each."""
        rules, player = plain(self.game), mover(self.game, state)
        found = []
        for action in only or legal_actions(rules, state):
            child = rules.result(state, action)
            if rules.is_terminal(child):
                choice = Choice(None, float(rules.utility(child, player)), nodes=1)
            elif limit.depth == 1:
                choice = Choice(None, float(rules.evaluate(child, player)), nodes=1, kind=ESTIMATE)
            else:
                choice = self._best(child, replace(limit, depth=limit.depth and limit.depth - 1))[0]
                choice = replace(choice, value=self._value_for(player, child, choice))
            line = (action, *choice.line)
            depth = limit.depth or choice.depth
            found.append(replace(choice, action=action, line=line, depth=depth, game=self.game, state=state))
        return sorted(found, key=lambda choice: -choice.value)[:lines]

    def _value_for(self, player: int, child: Any, choice: Choice) -> float:
        if choice.vector:
            return choice.vector[player]
        return choice.value if mover(self.game, child) == player else for_other(self.game, choice.value)

    def _progress(self, found: list[Choice], nodes: int, seconds: float) -> Progress:
        probability = win_probability(self.game, found[0], certain=suitable(self.game) == ENGINE)
        deepest = max(len(choice.line) for choice in found)
        return Progress(found[0].depth, max(found[0].depth, deepest), tuple(found), nodes, seconds, 0, probability)

    def stop(self) -> None:
        self._stop.now()

    def forget(self) -> None:
        """Nothing is kept between searches."""

    def prepare(self) -> None:
        SearchPlayer(self.spec).prepare(self.game, self.game.initial)


def _left(given: Any, used: Any, least: Any) -> Any:
    return None if given is None else max(least, given - used)


def _shared(limit: Limit, count: int) -> Limit:
    """Return the part of a limit that each of `count` searches has."""
    nodes = None if limit.nodes is None else max(1, limit.nodes // count)
    return replace(limit, nodes=nodes, seconds=None if limit.seconds is None else limit.seconds / count)

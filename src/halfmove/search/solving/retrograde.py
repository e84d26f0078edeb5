"""Dynamic programming: solve the ends of the game first and work backwards (Chapter 9, algorithm 32, corrected).

The printed form takes all parents of the solved states as the next level and looks their children up, but a parent may
have a child that is not solved yet. Here a state counts its unsolved children and is solved when none is left, or
earlier when the player to move has found the best there is; states that are never solved are draws by cycle
(Bellman 1965; Thompson 1986). Where chance has turns, values are iterated until they no longer change.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from halfmove.core.choice import ESTIMATE, EXACT, Choice
from halfmove.core.drawing import html
from halfmove.core.game import CHANCE, ILLEGAL, Game
from halfmove.core.naming import player_name
from halfmove.core.rules import for_other, legal_actions, mover
from halfmove.core.secrets import require_no_secrets
from halfmove.core.text import write_number
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.explain.notebook import table
from halfmove.running.clock import Clock
from halfmove.running.states import States
from halfmove.search.solving.backward import UNKNOWN
from halfmove.search.solving.graph import MEMORY, Graph, Progress

_DIGITS = 9  # to which averages are compared


@dataclass(frozen=True)
class Solution:
    """The value of every state that can be reached, for the first player, and how many plies the end is away."""

    game: Game  #: that was solved
    root: Any  #: the state from which all others are reached
    states: States  #: every state that can be reached, by number; of symmetric ones, the canonical one
    values: np.ndarray  #: of the states by number, to the first player
    distances: np.ndarray  #: see `distance`; UNKNOWN where there is none
    has_chance: bool  #: whether chance is ever to move
    kind: str  #: what is known of the values: `EXACT` or `ESTIMATE`
    seconds: float  #: that it took

    def __len__(self) -> int:
        return self.states.count()

    def value(self, state: Any = None, player: int | None = None) -> float:
        """Return what `state` is worth to `player`, by default to the one to move."""
        state = self.root if state is None else state
        player = mover(self.game, state) if player is None else player
        value = float(self.values[self._number(state)])
        return value if player == 0 else for_other(self.game, value)

    def is_draw(self, state: Any = None) -> bool:
        """Tell whether neither of two players is better off."""
        return self.game.players == 2 and self.value(state, 0) == sum(self.game.utilities) / 2

    def distance(self, state: Any = None) -> int | None:
        """Return how many plies it is to the end with best play; None if nobody can force one, or chance has turns.

        Both play best actions only: whoever is better off hurries, the other delays. In a draw, the one who can end
        the game sooner hurries.
        """
        distance = int(self.distances[self._number(self.root if state is None else state)])
        return distance if distance != UNKNOWN else None

    def best(self, state: Any = None) -> tuple[int, ...]:
        """Return the best actions: all that are equally good, in the order of the game, as `best_actions` does."""
        values = self._values_of_actions(self.root if state is None else state)
        return tuple(action for action, value in values.items() if value == max(values.values()))

    def preferred(self, state: Any = None) -> tuple[int, ...]:
        """Return those of the best actions that win soonest or lose latest; in a draw, all of them."""
        state = self.root if state is None else state
        best = self.best(state)
        if not best or self.is_draw(state):
            return best
        plies = {action: int(self.distances[self._number(self.game.result(state, action))]) for action in best}
        wins = self.value(state) > sum(self.game.utilities) / 2
        wanted = (min if wins else max)(plies.values())
        return tuple(action for action in best if plies[action] == wanted)

    def _values_of_actions(self, state: Any) -> dict[int, float]:
        """Return what each action is worth to the player who takes it; nothing where chance moves."""
        if self.game.to_move(state) == CHANCE:
            return {}
        player = mover(self.game, state)
        values = {}
        for action in legal_actions(self.game, state):
            value = self.value(self.game.result(state, action), player)
            values[action] = round(value, _DIGITS) if self.has_chance else value
        return values

    def choice(self, state: Any = None) -> Choice:
        """Return the action to prefer, with its line of play."""
        state = self.root if state is None else state
        line, here, seen = [], state, set()
        while (best := self.preferred(here)) and here not in seen:
            seen.add(here)
            line.append(best[0])
            here = self.game.result(here, best[0])
        return Choice(
            line[0] if line else None,
            self.value(state),
            tuple(line),
            len(line),
            len(self),
            self.seconds,
            self.kind,
            game=self.game,
            state=state,
        )

    def _repr_html_(self) -> str:
        best = self.choice()
        heading = f"{type(self.game).__name__}: {len(self):,} states solved"
        values = sorted(self._values_of_actions(self.root).items(), key=lambda item: -item[1])
        rows = [(self.game.name(action, self.root), write_number(value, 3)) for action, value in values]
        whose = player_name(self.game, mover(self.game, self.root))
        page = html(heading, f"for {whose}: {best.worth()}", self.game, self.root, best.action)
        return page + table(("action", f"value for {whose}"), rows)

    def _number(self, state: Any) -> int:
        number = self.states.find(self.game.bounds.canonical(state))
        if number < 0:
            raise HalfmoveError(f"{self.game.show(state)!r} cannot be reached from the state that was solved")
        return number


def solve(
    game: Game,
    state: Any = None,
    *,
    parents: bool = False,
    progress: Progress | None = None,
    megabytes: float | None = None,
    seconds: float | None = None,
) -> Solution:
    """Solve every state that can be reached from `state`.

    With `parents`, predecessors come from `game.bounds`; without, they are derived from the actions. `progress` is
    called from time to time with how far the listing of states has come. Play without end counts as a draw. A game that
    does not fit in `megabytes`, or is not listed after `seconds`, raises `Unsolved`; Ctrl-C, `SolvingInterrupted`.
    """
    require_no_secrets(game, "solving")
    state = game.initial if state is None else state
    if game.players > 2:
        raise WrongGame(f"{type(game).__name__} has {game.players} players: use maxn")
    if game.repetition == ILLEGAL:
        raise WrongGame(
            f"in {type(game).__name__} what is legal depends on the path, so a state has no value of its own"
        )
    graph = Graph(game, state, megabytes)
    clock = Clock()
    try:
        lacking = graph.explore(seconds, progress)
        if lacking:
            given = f"{megabytes:,.0f} MB" if lacking == MEMORY else f"{seconds:g} s"
            known = known_of(graph, state)
            raise Unsolved(f"{type(game).__name__}: its states are more than can be listed in {given}", lacking, known)
        graph.link(parents)
        acyclic, has_chance = graph.is_acyclic, graph.has_chance
        if has_chance:
            graph.iterate()
        else:
            graph.attract()
            graph.count_plies()
    except KeyboardInterrupt:
        raise SolvingInterrupted(known_of(graph, state)) from None
    kind = ESTIMATE if has_chance and not acyclic else EXACT
    return Solution(game, state, graph.states, graph.values, graph.distances, has_chance, kind, clock.seconds)


class Known(NamedTuple):
    """What is known of a state that was not solved: bounds on its value for the player to move."""

    low: float
    high: float
    action: int | None  # the one that is sure of the most, if any is sure of more than the least
    states: int  # that were listed


class Unsolved(HalfmoveError):
    """There was not enough memory or time to solve a game."""

    def __init__(self, text: str, lacking: str, known: Known) -> None:
        super().__init__(text)
        self.lacking, self.known = lacking, known


class SolvingInterrupted(KeyboardInterrupt):
    """Ctrl-C while a game was solved."""

    def __init__(self, known: Known) -> None:
        super().__init__("solving was interrupted")
        self.known = known


def known_of(graph: Graph, state: Any) -> Known:
    """Return what the states listed so far tell of the first one."""
    game = graph.game
    player = mover(game, state)
    low, high = graph.bounds()

    def for_mover(number: int) -> tuple[float, float]:
        bounds = float(low[number]), float(high[number])
        return bounds if player == 0 else (for_other(game, bounds[1]), for_other(game, bounds[0]))

    sure: dict[int, float] = {}
    if graph.done and game.to_move(state) != CHANCE:
        for action in legal_actions(game, state):
            child = game.bounds.canonical(game.result(state, action))
            sure[action] = for_mover(graph.states.find(child))[0]
    surest = max(sure, key=lambda action: sure[action], default=None)
    if surest is not None and sure[surest] <= game.utilities[0]:
        surest = None
    return Known(*for_mover(0), surest, graph.states.count())

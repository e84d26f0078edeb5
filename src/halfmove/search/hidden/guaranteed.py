"""Guaranteed plans: they come to their goal in every world, whatever the others do and know (AIMA 5.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from halfmove.compiled import lane_of, plain
from halfmove.core.choice import Limit
from halfmove.core.game import Game
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError
from halfmove.running.clock import Clock
from halfmove.running.node_counter import allowed_nodes
from halfmove.running.run import run
from halfmove.search.hidden.belief_search import (
    NoWatch,
    Search,
    action_wins,
    find_slot,
    is_at,
    new_search,
    refusals,
    wins,
)
from halfmove.search.hidden.plans import ConditionalPlan, Percepts, followed, goal_of, require_alike, worlds_at_start
from halfmove.search.hidden.world_graph import BITS, Listing, list_worlds, prepared

MOST_MOVES = 100
MEGABYTES = 128  # of the table of beliefs


class Answer(NamedTuple):
    """What a search for a plan found."""

    plan: ConditionalPlan | None  #: None where there is none in so many moves
    moves: int  #: in which the plan succeeds, or in which there is none
    beliefs: int  #: that were looked into
    states: int  #: of the game that were listed
    finished: bool = True  #: whether it came to an end within its limit


class Planner:
    """Finds guaranteed plans from many beliefs of one game; what it finds out about one serves the others.

    `states` are all those in which plans are to begin. A plan succeeds if it is worth `goal` or more to the player, by
    default a win. States more than `plies` away are not listed, and no plan goes there; a game that is not listed in
    so many `seconds` is refused.
    """

    def __init__(
        self,
        game: Game,
        player: int = 0,
        states: Iterable[Any] = (),
        *,
        goal: float | None = None,
        plies: int | None = None,
        seconds: float | None = None,
        megabytes: float = MEGABYTES,
        watch: Any = None,
    ) -> None:
        self.game, self.player = planned(game), player
        self.goal = goal_of(game, goal)
        rules = plain_throughout(self.game)
        self.roots = [simplified(self.game, state) for state in (list(states) or worlds_at_start(game, player))]
        if not self.roots:
            raise HalfmoveError(f"{type(game).__name__}: there is no state to begin a plan in")
        self.rules = rules
        game = self.game if watch is None else plain(self.game)
        self.native = lane_of(game) == "compiled"
        self.listing: Listing = list_worlds(game, player, self.roots, self.goal, plies, seconds)
        self.search: Search = new_search(self.listing.graph, megabytes, self.native)
        self.watch = watch or (NoWatch() if self.native else plain(NoWatch()))

    def plan(
        self,
        worlds: Iterable[Any] | None = None,
        moves: int = MOST_MOVES,
        limit: Limit | None = None,
        *,
        tree: bool = True,
    ) -> Answer:
        """Return a plan with the fewest moves for the belief that one of these states is the true one, if there is one.

        Without `tree`, the plan is only its first step.
        """
        limit = limit or Limit()
        clock = Clock(limit.seconds)
        given = self.roots if worlds is None else [simplified(self.game, world) for world in worlds]
        if not given:
            raise HalfmoveError("a plan needs a state that may be the true one")
        found, ends = followed(self.rules, self.player, given, None)
        if any(self.rules.utility(end, self.player) < self.goal for end in ends):
            return Answer(None, moves, 0, self.states)
        beliefs = {heard: self._numbers(states) for heard, states in found.items()}
        self.search.nodes, self.search.stopped = 0, 0
        self.search.allowed = allowed_nodes(limit.nodes)
        first = max((self._distance(numbers) for numbers in beliefs.values()), default=0)
        for count in range(max(1, first), moves + 1):
            won = True
            for numbers in beliefs.values():
                if not self._wins(numbers, count, clock):
                    won = False
                    break
            if self.search.stopped:
                return Answer(None, count - 1, int(self.search.nodes), self.states, False)
            if won:
                steps = self._begin(found, beliefs, count, tree)
                return Answer(steps, count, int(self.search.nodes), self.states)
        return Answer(None, moves, int(self.search.nodes), self.states)

    @property
    def states(self) -> int:
        """How many states are listed."""
        return self.listing.states.count()

    def _numbers(self, states: Iterable[Any]) -> list[int]:
        numbers = [self.listing.states.find(state) for state in states]
        if min(numbers) < 0:
            raise HalfmoveError("a plan begins in a state that cannot be reached from those that were listed")
        return numbers

    def _distance(self, numbers: list[int]) -> int:
        return max(int(self.listing.graph.distances[number]) for number in numbers)

    def _wins(self, numbers: list[int], moves: int, clock: Clock | None = None) -> bool:
        search, graph, clock = self.search, self.listing.graph, clock or Clock()
        search.sets[0] = 0
        search.groups[0] = graph.groups[numbers[0]]
        for number in numbers:
            if graph.groups[number] != graph.groups[numbers[0]]:
                raise HalfmoveError("the worlds of a belief do not look the same: `halfmove check` says why")
            word, bit = divmod(int(graph.places[number]), BITS)
            search.sets[0, word] |= 1 << bit
        search.flag.clear()
        won: bool = run(prepared(clock, wins, search, self.watch, 0, moves, 1), search.flag, clock.left)
        if search.flag.is_set():
            search.stopped = 1
        return won

    def _begin(
        self,
        found: dict[Percepts, list[Any]],
        beliefs: dict[Percepts, list[int]],
        moves: int,
        tree: bool,
    ) -> ConditionalPlan:
        known: dict[tuple[frozenset[int], int], ConditionalPlan] = {}
        if list(found) == [()]:
            return self._step(found[()], beliefs[()], moves, tree, known)
        plans = {heard: self._step(found[heard], beliefs[heard], moves, tree, known) for heard in found}
        return ConditionalPlan(tuple(state for states in found.values() for state in states), None, moves, plans)

    def _step(
        self,
        worlds: list[Any],
        numbers: list[int],
        moves: int,
        tree: bool,
        known: dict[tuple[frozenset[int], int], ConditionalPlan],
    ) -> ConditionalPlan:
        """Return the plan for a belief that is won in so many moves, as the table remembers it, by the fewest."""
        while moves > 1 and self._wins(numbers, moves - 1):
            moves -= 1
        place = frozenset(numbers), moves
        if place in known:
            return known[place]
        if not self._wins(numbers, moves):
            raise HalfmoveError("a belief that was won is not won any more")
        action = self._best(numbers, moves)
        plan = ConditionalPlan(tuple(worlds), action, moves)
        if tree:
            found, _ = followed(self.rules, self.player, worlds, action)
            for heard, after in found.items():
                after_numbers = self._numbers(after)
                refused = len(after) < len(worlds) and len(heard) <= 1 and self._wins(after_numbers, moves)
                left = moves if refused else moves - 1
                plan.branches[heard] = self._step(after, after_numbers, left, tree, known)
        known[place] = plan
        return plan

    def _best(self, numbers: list[int], moves: int) -> int:
        """Return the action that the table gives for a belief; it is asked again if the table has lost it."""
        search, graph = self.search, self.listing.graph
        slot = find_slot(search, 0)
        choice = int(search.best[slot])
        if not is_at(search, slot, 0) or search.won[slot] > moves:
            for choice in range(int(graph.starts[numbers[0] + 1] - graph.starts[numbers[0]])):
                search.refuter = -1
                if refusals(search, 0, choice, moves) >= 0 and action_wins(search, self.watch, 0, choice, moves, 1):
                    break
        return int(graph.actions[graph.starts[numbers[0]] + choice])


def planned(game: Game) -> Game:
    """Return the game in which plans are looked for: what the others remember, and counts of moves, do not matter."""
    return game.for_plans() if hasattr(game, "for_plans") else game


def simplified(game: Game, state: Any) -> Any:
    """Return a state of a game as one of the game for plans."""
    return game.planned_state(state) if hasattr(game, "planned_state") else state


def guaranteed(
    game: Game,
    worlds: Iterable[Any] = (),
    player: int = 0,
    *,
    goal: float | None = None,
    moves: int = MOST_MOVES,
    limit: Limit | None = None,
    **options: Any,
) -> Answer:
    """Look for a plan that comes to its goal in all these worlds, by default from the start of the game.

    A limit of time is one for the list of states, and then another one for the search.
    """
    seconds = None if limit is None else limit.seconds
    planner = Planner(game, player, worlds, goal=goal, seconds=seconds, **options)
    require_alike(planner.rules, player, planner.roots)
    return planner.plan(None, moves, limit)

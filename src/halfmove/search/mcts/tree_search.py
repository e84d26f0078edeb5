"""Monte Carlo tree search as an object that remembers: it thinks about one state after another of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from halfmove.compiled import Flag, lane_of, plain
from halfmove.core.advice import Advice
from halfmove.core.choice import ESTIMATE, EXACT, Choice, Limit
from halfmove.core.game import ALLOWED, CHANCE, Game
from halfmove.core.history import StateWithHistory, advice_for, with_history
from halfmove.core.naming import refusal
from halfmove.core.random import random
from halfmove.core.rules import for_other, legal_actions, mover
from halfmove.core.secrets import require_no_secrets
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError, IllegalAction
from halfmove.running.clock import Clock
from halfmove.running.node_counter import ANY_NUMBER_OF_NODES
from halfmove.running.run import run
from halfmove.search.decide import Interrupted
from halfmove.search.engine.deepening import Progress
from halfmove.search.engine.strength import FULL_STRENGTH, weakened
from halfmove.search.engine.timing import Timekeeper
from halfmove.search.mcts.policies import UCB1
from halfmove.search.mcts.recycle import make_room
from halfmove.search.mcts.root import line_of, ranked
from halfmove.search.mcts.simulate import simulate
from halfmove.search.mcts.tree import grow, new_tree, rows_in
from halfmove.search.mcts.worker import CELLS, MOST_PLIES, Worker

SIMULATIONS = 10_000  # where nothing limits a search
LONGEST = 10_000  # plies: a playout may never end
EXPLORATION = 1.4  # of half the range of utilities, sqrt(2) rounded
MEGABYTES = 256  # of which the system gives only what is used
_BETWEEN = 0.5  # seconds from one progress to the next, once they are so long
_OF_ENOUGH = 1.5  # times what the engine takes for enough is what a search without depths takes


class TreeSearch:
    """Monte Carlo tree search for any game: any number of players, chance, extra turns.

    `simulations` bounds each search; without it and without a limit there are `SIMULATIONS`. `exploration` is the
    factor of the bonus for what was tried little, `playout_plies` after how many plies a playout is cut off and
    evaluated, `patience` how often a leaf is visited before it is expanded.
    """

    def __init__(
        self,
        game: Game,
        *,
        advice: Advice | None = None,
        simulations: int | None = None,
        exploration: float = EXPLORATION,
        playout_plies: int | None = None,
        patience: int = 1,
        megabytes: float = MEGABYTES,
    ) -> None:
        require_no_secrets(game, "mcts")
        for what, number, least in (
            ("simulations", simulations, 1),
            ("plies of a playout", playout_plies, 0),
            ("visits before a leaf is expanded", patience, 1),
            ("exploration", exploration, 0),
        ):
            if number is not None and not number >= least:
                raise HalfmoveError(f"mcts: {what} of {number}: it must be {least} or more")
        self.game, self.advice = game, game.advice if advice is None else advice
        self.simulations, self.patience = simulations, patience
        self.playout_plies = LONGEST if playout_plies is None else playout_plies
        self.native = lane_of(game) == "compiled" and lane_of(self.advice) == "compiled"
        half = (game.utilities[1] - game.utilities[0]) / 2
        in_lane = (lambda each: each) if self.native else plain
        self.policy = in_lane(UCB1(np.array([exploration * half])))
        self.players = game.players if game.players > 2 else 1
        self.rows = rows_in(megabytes, self.players)
        self.tree = new_tree(self.players, self.rows, self.native)
        self.flag = Flag()
        self.timekeeper = Timekeeper()

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
        """Simulate, and yield what is known after each doubling of the simulations; the last is final.

        The options are those of the engine; the random numbers begin with `seed`.
        """
        if lines < 1:
            raise HalfmoveError(f"a search for {lines} lines: there must be one at least")
        self.flag = Flag()
        state = self.game.initial if state is None else state
        limit, only = weakened(self.game, state, limit or Limit(), strength, seed, only)
        return _Search(self, state, tuple(path), limit, lines, only, seed).run()

    def choose(self, state: Any = None, limit: Limit | None = None, **options: Any) -> Choice:
        """Return the best action that can be found within the limit; the options are those of `think`."""
        *_, last = self.think(state, limit, **options)
        return last.best

    def stop(self) -> None:
        """Let the search that is running come to its end at once; called from another thread."""
        self.flag.set()

    def forget(self) -> None:
        """Forget everything, as for a new game."""
        self.timekeeper.forget()

    def prepare(self) -> None:
        """Make the machine code now, so that no search has to wait for it."""
        _Search(self, self.game.initial, (), Limit(), 1, (), 0).prepare()


def mcts(
    game: Game,
    state: Any = None,
    depth: int | None = None,
    *,
    limit: Limit | None = None,
    lines: int = 1,
    strength: float = FULL_STRENGTH,
    seed: int = 0,
    **options: Any,
) -> Choice:
    """Choose an action by Monte Carlo tree search; the options are those of `TreeSearch`.

    A tree of `depth` plies grows no deeper. A limit of nodes counts the states of playouts too, and the last playout
    may go beyond it.
    """
    limit = limit or Limit()
    limit = limit if depth is None else replace(limit, depth=min(depth, limit.depth or depth))
    return TreeSearch(game, **options).choose(state, limit, lines=lines, strength=strength, seed=seed)


class _Search:
    """A search from one state."""

    def __init__(
        self,
        owner: TreeSearch,
        state: Any,
        path: tuple[Any, ...],
        limit: Limit,
        lines: int,
        only: Collection[int],
        seed: int,
    ) -> None:
        self.owner, self.game, self.state, self.limit, self.lines = owner, owner.game, state, limit, lines
        self.tree, self.flag = owner.tree, owner.flag
        self.rules, advice, self.root = rooted(owner.game, owner.advice, state, path)
        if not owner.native:
            self.rules, advice = plain_throughout(self.rules), plain_throughout(advice)
        self.plain_rules = plain_throughout(self.rules)
        self.actions = _wanted(self.plain_rules, self.root, only)
        self.tree.clear(0, *(float(bound) for bound in self.game.utilities))
        self.worker = self._worker(advice, only, random(seed))
        self.done = 0

    def _worker(self, advice: Any, only: Collection[int], rng: Any) -> Worker:
        owner = self.owner

        def room(count: int, kind: Any) -> Any:
            return np.zeros(count, kind) if owner.native else [kind(0).item()] * count

        made = Worker(
            np.zeros(CELLS, np.int64),
            self.flag,
            self.rules,
            advice,
            owner.policy,
            self.tree,
            rng,
            np.array(sorted(only), np.int64),
            room(MOST_PLIES + 1, np.int64),
            room(MOST_PLIES + 1, np.int64),
            room(owner.players, np.float64),
        )
        worker = made if owner.native else plain(made)
        worker.next_row, worker.end_row = 1, len(self.tree.visits)
        worker.allowed = self.limit.nodes or ANY_NUMBER_OF_NODES
        worker.tree_plies = min(self.limit.depth or MOST_PLIES, MOST_PLIES)
        worker.playout_plies, worker.patience = owner.playout_plies, owner.patience
        return worker

    def prepare(self) -> Any:
        return simulate.ready(self.worker, self.root, 1)

    def run(self) -> Iterator[Progress]:
        """Simulate ever more."""
        if not self.actions:
            value = float(self.plain_rules.utility(self.root, mover(self.game, self.state)))
            choice = Choice(None, value, game=self.game, state=self.state)
            yield Progress(0, 0, (choice,), 0, 0.0, 0)
            return
        act = self.prepare()
        clock, player = Clock(), mover(self.game, self.state)
        plan = self.owner.timekeeper.plan(self.limit, player)
        most = plan.most if plan.enough is None else min(plan.most or plan.enough, plan.enough * _OF_ENOUGH)
        goal = self._goal(most)
        pause = 1
        try:
            while not self._is_over(goal, clock, most):
                pause = min(pause, goal - self.done)
                before = clock.seconds
                left = None if most is None else max(0.0, most - clock.seconds)
                self.done += run(partial(act, self.worker, self.root, pause), self.flag, left)
                if self.worker.is_full():
                    self._make_room()
                yield self._progress(clock)
                if clock.seconds - before < _BETWEEN:
                    pause *= 2
        except KeyboardInterrupt:
            raise Interrupted(self._choices(clock)[0]) from None
        finally:
            self.owner.timekeeper.answered(self.limit, player, plan, clock.seconds)
        if not self.done:
            yield self._progress(clock)

    def _goal(self, seconds: float | None) -> int:
        """Return how many simulations there are to be."""
        if self.owner.simulations is not None:
            return self.owner.simulations
        return SIMULATIONS if seconds is None and self.limit.nodes is None else ANY_NUMBER_OF_NODES

    def _is_over(self, goal: int, clock: Clock, most: float | None) -> bool:
        if self.done >= goal or self.flag.is_set() or self.worker.nodes >= self.worker.allowed:
            return True
        forced = self.limit.remaining is not None and len(self.actions) == 1 and self.done > 0
        return forced or self.tree.is_proven(0) or most is not None and clock.seconds >= most

    def _make_room(self) -> None:
        """Let the lists of a plain tree grow; a tree that has all its rows loses the nodes that were visited least."""
        rows = len(self.tree.visits)
        if rows < self.owner.rows:
            grow(self.tree, min(2 * rows, self.owner.rows))
            self.worker.end_row = len(self.tree.visits)
        else:
            self.worker.next_row = make_room(self.tree, rows, self.worker.next_row)

    def _progress(self, clock: Clock) -> Progress:
        choices = self._choices(clock)
        depth = choices[0].depth
        full = 1000 * self.worker.next_row // self.owner.rows
        return Progress(depth, self.worker.deepest, choices, self.worker.nodes, clock.seconds, full)

    def _choices(self, clock: Clock) -> tuple[Choice, ...]:
        """Return the best actions, best first."""
        rules, tree, worker = self.plain_rules, self.tree, self.worker
        player, depth = mover(self.game, self.state), round(worker.depths / max(1, worker.simulations))
        common: dict[str, Any] = {
            "depth": depth,
            "nodes": worker.nodes,
            "seconds": clock.seconds,
            "game": self.game,
            "state": self.state,
        }
        k = tree.players
        exact = tree.is_proven(0)
        if rules.to_move(self.root) == CHANCE:
            at = player if k > 1 else 0
            value = float(tree.means[at])
            value = for_other(self.game, value) if k == 1 and player == 1 else value
            kind = EXACT if exact else ESTIMATE
            return (Choice(None, value, kind=kind, vector=self._vector(0), visits=self.done, **common),)
        choices: list[Choice] = []
        for child in ranked(self.game, tree, 0, player)[: self.lines]:
            below = rules.result(self.root, child.action)
            line = (child.action, *line_of(rules, tree, below, child.node))
            proven = exact if not choices else child.low == child.high
            choices.append(
                Choice(
                    child.action,
                    (child.low if proven else child.value) + 0.0,
                    line,
                    kind=EXACT if proven else ESTIMATE,
                    vector=self._vector(child.node),
                    visits=child.visits,
                    **common,
                )
            )
        if not choices:
            value = float(plain_throughout(self.owner.advice).evaluate(self.state, player))
            choices = [Choice(self.actions[0], value, (self.actions[0],), kind=ESTIMATE, stopped=True, **common)]
        return tuple(choices)

    def _vector(self, node: int) -> tuple[float, ...]:
        k = self.tree.players
        return tuple(float(self.tree.means[node * k + i]) for i in range(k)) if k > 1 else ()


def rooted(game: Game, advice: Advice, state: Any, path: tuple[Any, ...]) -> tuple[Game, Advice, Any]:
    """Return the game that keeps its rule of repetition, its advice, and the state with the states before it."""
    if game.repetition == ALLOWED:
        return game, advice, state
    searched, _ = with_history(game, state)
    keys = np.array([game.repetition_key(each) for each in (*path, state)], np.int64)
    return searched, advice_for(searched, advice), StateWithHistory(state, keys)


def _wanted(game: Game, state: Any, only: Collection[int]) -> list[int]:
    """Return the legal actions, or those of them that alone are to be thought of."""
    legal = legal_actions(game, state)
    for action in only:
        if action not in legal:
            raise IllegalAction(refusal(game, state, game.name(action, state)))
    return [action for action in legal if action in only] if only else legal

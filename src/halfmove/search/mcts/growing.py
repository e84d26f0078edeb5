"""One search: the tree grows by ever more simulations, until it is proven, stopped, or out of time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any

import numpy as np

from halfmove.compiled import mix, plain
from halfmove.core.choice import ESTIMATE, EXACT, Choice, Limit
from halfmove.core.game import CHANCE
from halfmove.core.random import random, random_ahead
from halfmove.core.rules import legal_among, mover
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError
from halfmove.running.clock import Clock
from halfmove.running.node_counter import allowed_nodes
from halfmove.running.run import run
from halfmove.running.table import NO_ACTION
from halfmove.search.decide import Interrupted
from halfmove.search.engine.deepening import Progress
from halfmove.search.mcts.batch import Batches, descend, receive
from halfmove.search.mcts.bounds import bounds_of
from halfmove.search.mcts.halving import Halving
from halfmove.search.mcts.holding import HELD
from halfmove.search.mcts.keeping import action_between, find_kept, rooted
from halfmove.search.mcts.options import GUMBEL, ROOT
from halfmove.search.mcts.recycle import make_room
from halfmove.search.mcts.root import Child, is_proven, known_of, line_of, ranked, values_for, vector_of
from halfmove.search.mcts.simulate import simulate
from halfmove.search.mcts.tree import MOST_CHILDREN, MOST_VISITS, grow
from halfmove.search.mcts.worker import ANY_CHILD, CELLS, MARKED, MOST_PLIES, Worker
from halfmove.search.playouts import is_cut_off

if TYPE_CHECKING:
    from halfmove.search.mcts.tree_search import TreeSearch

_MANY_VISITS = 128  # for each simulation that is under way: of a node where virtual losses hardly matter
SIMULATIONS = 10_000  # where nothing limits a search
_FIRST = 8  # simulations before the first progress
_BETWEEN = 0.5  # seconds from one progress to the next, once they are so long
_STEPS = 10  # of a time that is known: a progress after each
_WITH_THREADS = 0.01  # seconds from one progress to the next at least, where threads have to meet for it
_WORTH_THREADS = 0.002  # seconds of simulations: it takes a part of a millisecond until another thread runs
_OF_ENOUGH = 2.0  # times what the engine takes for enough is what a search without depths takes, if it is undecided


class Search:
    """A search from one state; `root` is this state with what the rules of repetition need."""

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
        self.options, self.trees, self.flag = owner.options, owner.trees, owner.flag
        self.roots = [(tree, 0) for tree in owner.trees]
        rules, advice, self.root = rooted(owner.game, owner.advice, state, path)
        self.rules = plain_throughout(rules)
        self.actions = legal_among(self.rules, self.root, only)
        if len(self.actions) > MOST_CHILDREN and self.rules.to_move(self.root) != CHANCE:
            raise HalfmoveError(f"mcts: {len(self.actions):,} actions to choose from: it can compare {MOST_CHILDREN:,}")
        self.only = tuple(sorted(only))
        begun = Clock()
        kept = self._keep(path)
        self.keeping = begun.seconds  # which are a part of the time for the search
        self.before = sum(int(tree.visits[0]) for tree in self.trees)  # simulations of earlier searches
        begin = mix(seed, self.before) if kept else seed
        if not owner.native:
            rules, advice = self.rules, plain_throughout(advice)
        parallel = self.options.threads if owner.model is None else self.options.batch
        self.workers = [self._worker(rules, advice, i, begin, parallel) for i in range(parallel)]
        self._share_rows()
        self.took = 0.0  # seconds, for the last simulations
        self.halving: Halving | None = None

    def _keep(self, path: tuple[Any, ...]) -> bool:
        """Let the trees go on from the root of this search, if it is in them; otherwise empty them."""
        owner, nodes = self.owner, list[int]()
        if owner.kept is not None and not self.only and not owner.kept_only:
            found = [find_kept(self.rules, tree, owner.kept, path, self.root) for tree in self.trees]
            nodes = [node for node in found if node is not None]
        kept = len(nodes) == len(self.trees)
        for i, tree in enumerate(self.trees):
            if kept:
                owner.used[i] = make_room(tree, owner.rows, owner.used[i], nodes[i])
                self._prove_by_children(tree)
            else:
                tree.clear(0, *(float(bound) for bound in self.game.utilities))
                tree.actions[0] = action_between(self.game, path[-1], self.state) if path else NO_ACTION
                owner.used[i] = 1
        for table in owner.tables:
            table.forget()
        owner.rules, owner.kept, owner.kept_only = self.rules, self.root, self.only
        return kept

    def _prove_by_children(self, tree: Any) -> None:
        """Let the root be proven only by children that the tree still has: an action is to be chosen among them."""
        low, high = (float(bound) for bound in self.game.utilities)
        for player in range(tree.players):
            if tree.children[0]:
                low, high = bounds_of(self.rules, plain(tree), 0, self.rules.to_move(self.root), player)
            tree.lows[player], tree.highs[player] = low, max(low, high)

    def _worker(self, rules: Any, advice: Any, number: int, seed: int, parallel: int) -> Worker:
        owner, options, room = self.owner, self.options, self.owner.room
        own = number if options.parallel == ROOT else 0
        numbers = random(seed if number == 0 else mix(number, seed))
        made = Worker(
            room(CELLS, np.int64),
            self.flag,
            rules,
            advice,
            owner.policy,
            self.trees[min(own, len(self.trees) - 1)],
            numbers if owner.native else random_ahead(numbers),
            np.array(self.only, np.int64),
            room(MOST_PLIES + 1, np.int64),
            room(MOST_PLIES + 1, np.int64),
            room(owner.players, np.float64),
            room(MARKED if owner.policy.amaf else 1, np.int64),
            owner.tables[min(own, len(self.trees) - 1)],
            np.zeros(MOST_CHILDREN if owner.model else 1),
            room(HELD, np.int64),
            room(HELD, np.int64),
            room(HELD * owner.players, np.float64),
            room(HELD * owner.players, np.float64),
            parallel > 1 and len(self.trees) == 1,
            owner.model is not None,
        )
        worker = made if owner.native else plain(made)
        worker.allowed = max(1, allowed_nodes(self.limit.nodes) // (parallel if owner.model is None else 1))
        worker.tree_plies = min(self.limit.depth or MOST_PLIES, MOST_PLIES)
        worker.playout_plies, worker.patience = options.playout_plies, options.patience or owner.policy.patience
        worker.root_patience, worker.forced = int(owner.model is not None), ANY_CHILD
        worker.many_visits = _MANY_VISITS * parallel
        return worker

    def _share_rows(self) -> None:
        """Give each worker rows of its own to fill."""
        if self.owner.model is not None:
            self.workers[0].next_row, self.workers[0].end_row = self.owner.used[0], len(self.trees[0].visits)
            return
        for i, tree in enumerate(self.trees):
            workers = self.workers if len(self.trees) == 1 else self.workers[i : i + 1]
            free = len(tree.visits) - self.owner.used[i]
            for j, worker in enumerate(workers):
                worker.next_row = self.owner.used[i] + free * j // len(workers)
                worker.end_row = self.owner.used[i] + free * (j + 1) // len(workers)

    def prepare(self) -> Callable[[Any, Any, int], int]:
        """Return what simulates, ready to run."""
        if self.owner.model is None:
            return simulate.ready(self.workers[0], self.root, 1)
        descend.ready(self.workers[0], self.root)
        receive.ready(self.workers[0], self.root)
        return Batches(self.workers, self.rules, self.owner.model)

    @property
    def done(self) -> int:
        """Simulations of this search."""
        return sum(int(tree.visits[0]) for tree in self.trees) - self.before

    @property
    def nodes(self) -> int:
        """States that were looked at."""
        return int(self.workers[0].nodes) if self.owner.model else sum(int(worker.nodes) for worker in self.workers)

    def run(self) -> Iterator[Progress]:
        """Simulate ever more."""
        if not self.actions:
            value = float(self.rules.utility(self.root, mover(self.game, self.state)))
            choice = Choice(None, value, game=self.game, state=self.state)
            yield Progress(0, 0, (choice,), 0, 0.0, 0)
            return
        act = self.prepare()
        clock, player = Clock(), mover(self.game, self.state)
        clock.start -= self.keeping
        plan = self.owner.timekeeper.plan(self.limit, player)
        most = plan.most if plan.enough is None else min(plan.most or plan.enough, plan.enough * _OF_ENOUGH)
        between = _BETWEEN if most is None else min(_BETWEEN, most / _STEPS)
        between = between if len(self.workers) == 1 else max(between, _WITH_THREADS)
        goal, pause, shown = self._goal(most), _FIRST, -1
        try:
            while not self._is_over(goal, clock, most):
                before = clock.seconds
                left = None if most is None else max(0.0, most - clock.seconds)
                count = min(pause, goal - self.done)
                run(partial(self._simulate, act, self._forced(count)), self.flag, left)
                self.took = clock.seconds - before
                self._make_room()
                if self.halving is None or clock.seconds - before > between:
                    shown = self.done
                    yield self._progress(clock)
                if clock.seconds - before < between:
                    pause *= 2
        except KeyboardInterrupt:
            raise Interrupted(self._choices(clock)[0]) from None
        finally:
            self._note_used()
            self.owner.timekeeper.answered(self.limit, player, plan, clock.seconds)
        if self.done != shown:
            yield self._progress(clock)

    def _simulate(self, act: Callable[[Any, Any, int], int], count: int) -> None:
        """Let all threads simulate, this one too; where that takes no time, this one does the work of all.

        Two threads that expand a node at once each make a block of children, of which one is lost, and what was proven
        by it has no action any more. That must not happen to the root, so one thread alone expands it.
        """
        threads = 1 if self.owner.model else len(self.workers)
        if threads > 1 and self.workers[0].shares and not self.trees[0].children[0]:
            count -= act(self.workers[0], self.root, 1)
        shares = [count // threads + (i < count % threads) for i in range(threads)]
        failures: list[BaseException] = []

        def help_out(worker: Worker, share: int) -> None:
            try:
                act(worker, self.root, share)
            except (Exception, SystemExit) as error:  # noqa: BLE001 - of the game, and raised in the thread that waits
                failures.append(error)

        shared = [each for each in zip(self.workers[1:threads], shares[1:], strict=True) if each[1]]
        if self.took < _WORTH_THREADS:
            for worker, share in shared:
                act(worker, self.root, share)
            shared = []
        helpers = [Thread(target=help_out, args=each) for each in shared]
        for helper in helpers:
            helper.start()
        try:
            act(self.workers[0], self.root, shares[0])
        finally:
            for helper in helpers:
                helper.join()
        if failures:
            raise failures[0]

    def _forced(self, count: int) -> int:
        """Return how many simulations to make next; at the root of Gumbel search, force an action on them."""
        if self.options.root != GUMBEL or not self.trees[0].children[0] or self.rules.to_move(self.root) == CHANCE:
            return 1 if self.options.root == GUMBEL else count
        tree, player = self.trees[0], mover(self.game, self.state)
        rows = {int(tree.actions[row]): row for row in range(tree.first(0), tree.first(0) + tree.count(0))}
        low, high = (float(bound) for bound in self.game.utilities)
        first = tree.first(0)
        for row in range(first + int(tree.opened[first]), first + tree.count(0)):
            tree.clear(row, low, high)
        tree.opened[first] = tree.count(0)

        def value(action: int) -> float:
            mean, least, most = values_for(self.game, tree, rows[action], player)
            return (min(max(mean, least), most) - low) / (high - low)

        if self.halving is None:
            priors = {action: float(tree.priors[row]) for action, row in rows.items()}
            self.halving = Halving(priors, self.options.simulations or SIMULATIONS, self.workers[0].rng)
        action, share = self.halving.next(value, lambda action: int(tree.visits[rows[action]]))
        self.workers[0].forced = rows[action]
        return min(share, (self.options.simulations or SIMULATIONS) - self.done)

    def _goal(self, seconds: float | None) -> int:
        """Return how many simulations there are to be; the tree cannot count more than `MOST_VISITS`."""
        limited = seconds is not None or self.limit.nodes is not None
        wanted = self.options.simulations or (MOST_VISITS if limited else SIMULATIONS)
        return min(wanted, MOST_VISITS - self.before)

    def _is_over(self, goal: int, clock: Clock, most: float | None) -> bool:
        used_up = self.limit.nodes is not None and any(worker.nodes >= worker.allowed for worker in self.workers)
        if self.done >= goal or self.flag.is_set() or used_up:
            return True
        if is_proven(self.roots):
            return True
        return most is not None and (clock.seconds >= most or self._is_decided(clock, most))

    def _is_decided(self, clock: Clock, most: float) -> bool:
        """Tell whether no other action can have more visits in the end; then a clock need not run any longer.

        How many simulations there will be is known well enough after half of the time.
        """
        if self.limit.remaining is None or not self.done or self.rules.to_move(self.root) == CHANCE:
            return False
        if len(self.actions) == 1:
            return True
        seconds = clock.seconds
        children = ranked(self.game, self.roots, mover(self.game, self.state))
        first, second, *_ = sorted((*(child.visits for child in children), 0, 0), reverse=True)
        return seconds > most / 2 and first - second > self.done / seconds * (most - seconds)

    def _make_room(self) -> None:
        """Let the lists of a plain tree grow; a tree that has all its rows loses the nodes that were visited least."""
        if not any(worker.is_full() for worker in self._filling()):
            return
        self._note_used()
        for i, tree in enumerate(self.trees):
            rows = len(tree.visits)
            if rows < self.owner.rows:
                grow(tree, min(2 * rows, self.owner.rows))
            else:
                self.owner.used[i] = make_room(tree, rows, self.owner.used[i])
        for table in self.owner.tables:
            table.forget()
        self._share_rows()

    def _filling(self) -> list[Worker]:
        """Return the workers that fill rows: of those that hold the leaves of a batch, the first one does."""
        return self.workers[:1] if self.owner.model else self.workers

    def _note_used(self) -> None:
        for i, tree in enumerate(self.trees):
            ends = [worker.next_row for worker in self._filling() if worker.tree is tree]
            self.owner.used[i] = max(ends)

    def _progress(self, clock: Clock) -> Progress:
        choices = self._choices(clock)
        self._note_used()
        full = 1000 * sum(self.owner.used) // (self.owner.rows * len(self.trees))
        deepest = max(int(worker.deepest) for worker in self.workers)
        return Progress(choices[0].depth, deepest, choices, self.nodes, clock.seconds, full)

    def _choices(self, clock: Clock) -> tuple[Choice, ...]:
        """Return the best actions, best first."""
        player, simulations = mover(self.game, self.state), sum(int(worker.simulations) for worker in self.workers)
        depths = sum(int(worker.depths) for worker in self.workers)
        common: dict[str, Any] = {
            "depth": round(depths / max(1, simulations)),
            "nodes": self.nodes,
            "seconds": clock.seconds,
            "cut_off": self.owner.model is not None or is_cut_off(self.game, self.options.playout_plies),
            "game": self.game,
            "state": self.state,
        }
        if self.rules.to_move(self.root) == CHANCE:
            known, vector = known_of(self.game, self.roots, player), vector_of(self.game, self.roots)
            kind = EXACT if is_proven(self.roots) else ESTIMATE
            return (Choice(None, known.value + 0.0, kind=kind, vector=vector, visits=known.visits, **common),)
        children, exact = ranked(self.game, self.roots, player), is_proven(self.roots)
        if not children:
            value = float(plain_throughout(self.owner.advice).evaluate(self.state, player))
            kind = EXACT if exact else ESTIMATE  # exact where all utilities are the same
            return (Choice(self.actions[0], value, (self.actions[0],), kind=kind, stopped=not exact, **common),)
        if self.halving is not None and not exact:
            children = _left_first(children, self.halving.actions[0])
        return tuple(
            self._choice(child, exact if i == 0 else child.low == child.high, common)
            for i, child in enumerate(children[: self.lines])
        )

    def _choice(self, child: Child, exact: bool, common: dict[str, Any]) -> Choice:
        below = self.rules.result(self.root, child.action)
        return Choice(
            child.action,
            (child.low if exact else child.value) + 0.0,  # there is no -0.0 for people
            (child.action, *line_of(self.rules, below, *child.places[0])),
            kind=EXACT if exact else ESTIMATE,
            vector=vector_of(self.game, child.places),
            visits=child.visits,
            **common,
        )


def _left_first(children: list[Child], left: int) -> list[Child]:
    """Return the children with the one first that sequential halving left, if nothing better is proven."""
    least = max(child.low for child in children)
    return sorted(children, key=lambda child: not (child.action == left and child.value >= least))

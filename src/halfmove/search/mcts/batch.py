"""Leaves that a model evaluates, many at a time: a learned network is called once for a whole batch.

Each leaf of a batch has a worker of its own, which holds its path. While a leaf waits for its value, it counts as lost
for whoever chose it (virtual loss), so that the others look elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from halfmove.compiled import kernel
from halfmove.errors import HalfmoveError
from halfmove.search.mcts.simulate import back_up, expand, select

# Of states: the weights of the actions of each in their order, and what each is worth to its mover, or to each player.
Model: TypeAlias = Callable[[list[Any]], tuple[Sequence[Sequence[float]], Sequence[Any]]]


@kernel
def descend(worker: Any, root: Any) -> Any:
    """Return the state of the leaf that the next simulation comes to."""
    return select(worker, root)


@kernel
def receive(worker: Any, leaf: Any) -> int:
    """Expand a leaf by the weights of the model, and back up its outcome; both lie in the worker."""
    node = worker.path[worker.depth]
    if worker.tree.children[node] == 0 and not worker.tree.is_proven(node) and worker.depth < worker.tree_plies:
        expand(worker, leaf, node)
    worker.nodes += 1
    back_up(worker)
    return worker.depth


class Batches:
    """Simulations in batches, as many at a time as there are workers."""

    def __init__(self, workers: list[Any], rules: Any, model: Model) -> None:
        self.workers, self.rules, self.model = workers, rules, model

    def __call__(self, main: Any, root: Any, simulations: int) -> int:
        """Add so many simulations, as `simulate` does."""
        done = 0
        while done < simulations:
            if main.flag.is_set() or main.nodes >= main.allowed or main.is_full() or main.tree.is_proven(0):
                break
            done += self._batch(main, root, self.workers[: simulations - done])
        return done

    def _batch(self, main: Any, root: Any, workers: list[Any]) -> int:
        waiting = []
        for worker in workers:
            leaf = descend(worker, root)
            node = int(worker.path[worker.depth])
            if main.tree.is_proven(node):
                for i in range(main.tree.players):
                    worker.outcome[i] = main.tree.lows[node * main.tree.players + i]
                self._receive(main, worker, leaf)
            else:
                waiting.append((worker, leaf))
        if waiting:
            priors, values = self.model([leaf for _, leaf in waiting])
            if len(priors) != len(waiting) or len(values) != len(waiting):
                raise HalfmoveError(f"the model was asked about {len(waiting)} states and answers about {len(values)}")
            for (worker, leaf), weights, value in zip(waiting, priors, values, strict=True):
                worker.weights[: len(weights)] = weights
                self._note(worker, leaf, value)
                self._receive(main, worker, leaf)
        return len(workers)

    def _note(self, worker: Any, leaf: Any, value: Any) -> None:
        """Write what a leaf is worth to its mover, or to each player, as the tree counts it."""
        if worker.tree.players > 1:
            for i, each in enumerate(value):
                worker.outcome[i] = float(each)
        else:
            mine = self.rules.to_move(leaf) != 1
            worker.outcome[0] = float(value) if mine else sum(self.rules.utilities) - float(value)

    def _receive(self, main: Any, worker: Any, leaf: Any) -> None:
        worker.next_row, worker.end_row, before = main.next_row, main.end_row, worker.nodes
        receive(worker, leaf)
        main.next_row = worker.next_row
        if worker is not main:
            main.nodes += worker.nodes - before
            main.simulations += 1
            main.depths += worker.depth
            main.deepest = max(main.deepest, worker.depth)

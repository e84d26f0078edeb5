"""Leaves that a model evaluates, many at a time: a learned network is called once for a whole batch.

Each leaf of a batch has a worker of its own, which holds its path. While a leaf waits for its value, it counts as lost
for whoever chose it (virtual loss), so that the others look elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np

from halfmove.compiled import kernel
from halfmove.core.game import CHANCE
from halfmove.core.rules import legal_actions
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
            for (worker, leaf), weights, value in self._asked(waiting):
                count = self._note_weights(worker, leaf, weights)
                self._note_value(worker, leaf, value)
                node = int(worker.path[worker.depth])
                is_new = main.tree.children[node] == 0 and self.rules.to_move(leaf) != CHANCE
                self._receive(main, worker, leaf)
                actions = main.tree.count(node)
                if is_new and actions not in (0, count):
                    raise HalfmoveError(f"the model gives {count} weights for the {actions} actions of a state")
        return len(workers)

    def _asked(self, waiting: list[tuple[Any, Any]]) -> Iterator[tuple[tuple[Any, Any], Any, Any]]:
        """Yield each worker and its leaf with what the model says about it."""
        answer = self.model([leaf for _, leaf in waiting])
        if not isinstance(answer, (tuple, list)) or len(answer) != 2:
            raise HalfmoveError(
                f"the model returns {type(answer).__name__}: it must return two lists, weights and values"
            )
        priors, values = answer
        if len(priors) != len(waiting) or len(values) != len(waiting):
            raise HalfmoveError(f"the model was asked about {len(waiting)} states and answers about {len(values)}")
        return zip(waiting, priors, values, strict=True)

    def _note_weights(self, worker: Any, leaf: Any, weights: Sequence[float]) -> int:
        """Write the weights of the actions that are thought of, and return how many there are."""
        numbers = np.asarray(weights, np.float64)
        if numbers.ndim != 1 or not (numbers >= 0).all() or not np.isfinite(numbers).all():
            raise HalfmoveError(f"the model gives the weights {numbers.tolist()}: they are numbers, 0 or more")
        if worker.depth == 0 and len(worker.only):
            actions = legal_actions(self.rules, leaf)
            numbers = numbers[[i for i, action in enumerate(actions[: len(numbers)]) if action in worker.only]]
        room = len(worker.weights)  # a node with more actions is not expanded
        worker.weights[: len(numbers)] = numbers[:room]
        return len(numbers)

    def _note_value(self, worker: Any, leaf: Any, value: Any) -> None:
        """Write what a leaf is worth to its mover, or to each player, as the tree counts it."""
        players, (low, high) = worker.tree.players, self.rules.utilities
        values = np.asarray(value, np.float64).reshape(-1)
        if len(values) != players or not (low <= values.min() and values.max() <= high):
            wanted = f"{players} numbers" if players > 1 else "a number"
            raise HalfmoveError(
                f"the model says that a state is worth {value}: it must be {wanted} from {low} to {high}"
            )
        if players == 1 and self.rules.to_move(leaf) == 1:
            values = low + high - values
        for i in range(players):
            worker.outcome[i] = float(values[i])

    def _receive(self, main: Any, worker: Any, leaf: Any) -> None:
        worker.next_row, worker.end_row, before = main.next_row, main.end_row, worker.nodes
        receive(worker, leaf)
        main.next_row = worker.next_row
        if worker is not main:
            main.nodes += worker.nodes - before
            main.simulations += 1
            main.depths += worker.depth
            main.deepest = max(main.deepest, worker.depth)

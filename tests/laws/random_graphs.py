"""Random games: trees, graphs without and with cycles, with chance, for any number of players - one class for all.

Values are few whole numbers, so ties are common; evaluations may be wrong, and may reach the bounds of utility.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled
from halfmove.core.advice import Advice, Bounds
from halfmove.core.game import ALLOWED, CHANCE, Game

MOST = 2  # the greatest utility; the least is the opposite


class Node(NamedTuple):
    number: int = 0


@compiled
class Graph(Game):
    """Go from node to node; arrays are members at run time, so that each search is compiled once."""

    movers: NDArray[np.int64]
    first: NDArray[np.int64]  # where the children of a node begin; one more entry for the end
    children: NDArray[np.int64]
    weights: NDArray[np.float64]  # probabilities, where chance moves
    values: NDArray[np.float64]  # of each node for each player: utility of a leaf, evaluation elsewhere
    quiet: NDArray[np.bool_]
    extremes: NDArray[np.float64]
    players: int = 2
    repetition: str = ALLOWED
    initial = Node()

    @property
    def utilities(self):
        return float(self.extremes[0]), float(self.extremes[1])

    def to_move(self, node):
        return int(self.movers[node.number])

    def actions(self, node):
        for i in range(int(self.first[node.number + 1] - self.first[node.number])):
            yield i

    def result(self, node, action):
        return Node(int(self.children[self.first[node.number] + action]))

    def is_terminal(self, node):
        return bool(self.first[node.number] == self.first[node.number + 1])

    def utility(self, node, player):
        return float(self.values[node.number, player])

    def evaluate(self, node, player):
        return float(self.values[node.number, player])

    def chances(self, node):
        for i in range(int(self.first[node.number + 1] - self.first[node.number])):
            yield i, float(self.weights[self.first[node.number] + i])


@compiled
class GraphAdvice(Advice):
    def is_quiet(self, node):
        return bool(self.game.quiet[node.number])


@compiled
class GraphBounds(Bounds):
    def parents(self, node):
        for parent in range(len(self.game.movers)):
            for i in range(self.game.first[parent], self.game.first[parent + 1]):
                if self.game.children[i] == node.number:
                    yield Node(parent)


Rows = list[list[int]]


def tree(seed: int, size: int, *, chance: float = 0.0, players: int = 2) -> Graph:
    """Return a tree of at most `size` nodes."""
    rng = Random(f"tree {seed} {size}")
    rows: Rows = [[]]
    open_nodes = [0]
    while open_nodes and len(rows) < size:
        node = open_nodes.pop(rng.randrange(len(open_nodes)))
        for _ in range(rng.choice((1, 2, 2, 3, 4))):
            rows[node].append(len(rows))
            open_nodes.append(len(rows))
            rows.append([])
    return _graph(rng, rows, chance, players, ALLOWED)


def dag(seed: int, size: int, *, chance: float = 0.0, players: int = 2, repetition: str = ALLOWED) -> Graph:
    """Return a graph without cycles; several actions may lead to one node."""
    rng = Random(f"dag {seed} {size}")
    near = 6  # nodes after its own to which a node may lead
    rows: Rows = [[] for _ in range(size)]
    for node in range(size - 1):
        if node == 0 or rng.random() < 0.85:
            rows[node] = [min(size - 1, node + rng.randint(1, near)) for _ in range(rng.choice((1, 2, 2, 3)))]
    return _graph(rng, rows, chance, players, repetition)


def cyclic(seed: int, size: int, *, chance: float = 0.0, players: int = 2, repetition: str = ALLOWED) -> Graph:
    """Return a graph in which play can go round in circles."""
    rng = Random(f"cyclic {seed} {size}")
    rows: Rows = [
        [rng.randrange(size) for _ in range(rng.choice((1, 2, 2, 3)))] if node == 0 or rng.random() < 0.7 else []
        for node in range(size)
    ]
    return _graph(rng, rows, chance, players, repetition)


KINDS: dict[str, Callable[..., Graph]] = {"tree": tree, "dag": dag, "cyclic": cyclic}


def _graph(rng: Random, rows: Rows, chance: float, players: int, repetition: str) -> Graph:
    size = len(rows)
    alternating = rng.random() < 0.5
    depths = [0] * size
    for node, row in enumerate(rows):
        for child in row:
            depths[child] = max(depths[child], depths[node] + 1)
    movers = [depths[node] % players if alternating else rng.randrange(players) for node in range(size)]
    movers = [CHANCE if rng.random() < chance else mover for mover in movers]
    most_estimated = rng.choice((0, MOST - 1, MOST - 1, MOST))  # so that some estimates look like wins
    most_won = rng.choice((1, MOST))
    values = np.zeros((size, players))
    for node in range(size):
        most = most_estimated if rows[node] else most_won
        values[node] = [rng.randint(-most, most) for _ in range(players)]
    bounds = np.array([-most_won, most_won], np.float64)
    values = np.clip(values, *bounds)
    if players == 2:
        values[:, 1] = -values[:, 0]
        if rng.random() < 0.25:  # a game of which the sum is not 0: a win counts 1, a draw 1/2, a loss 0
            values, bounds = (values / most_won + 1) / 2, np.array([0.0, 1.0])
    weights: list[float] = []
    for row in rows:
        parts = [rng.choice((0, 1, 1, 2, 3)) for _ in row]
        parts = parts if sum(parts) else [1] * len(row)
        weights += [part / sum(parts) for part in parts]
    return Graph(
        np.array(movers),
        np.cumsum([0, *map(len, rows)]),
        np.array([child for row in rows for child in row], np.int64),
        np.array(weights, np.float64),
        values,
        np.array([rng.random() < 0.6 for _ in rows]),
        bounds,
        players,
        repetition,
    )


def written(game: Graph) -> str:
    """Return a graph as text, for the report of a failure."""
    lines = [f"players {game.players}, repetition {game.repetition}, utilities {game.utilities}"]
    for node in range(len(game.movers)):
        row = slice(game.first[node], game.first[node + 1])
        who = "end" if game.first[node] == game.first[node + 1] else f"mover {game.movers[node]}"
        lines.append(
            f"  {node}: {who}, worth {game.values[node].tolist()}, quiet {bool(game.quiet[node])}, "
            f"children {game.children[row].tolist()}, weights {game.weights[row].tolist()}"
        )
    return "\n".join(lines)

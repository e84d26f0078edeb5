"""Random explicit games from a seed, for the laws: few different values, so that ties are common."""

from __future__ import annotations

from random import Random

from halfmove.core.game import ALLOWED, CHANCE
from halfmove.errors import HalfmoveError
from halfmove.games.trees.explicit import ExplicitGame

VALUES = (-2, -1, 0, 1, 2)
_LEAF_EARLY = 0.2  # how often a branch ends before the full depth
_LEAVES = 0.3  # of a graph's nodes
_CHANCE = 0.35  # of the inner nodes, where chance takes part
_EXTRA_TURN = 0.2  # how often the mover moves again
MOST_NODES, DEEPEST, MOST_PLAYERS = 100_000, 200, 26


def random_tree(seed: int = 0, depth: int = 4, width: int = 3) -> ExplicitGame:
    """Return a tree of MAX and MIN, at most `depth` plies deep, with 1 to `width` branches; some turns are extra."""
    return _tree(seed, depth, width, 2, 0.0)


def random_chance_tree(seed: int = 0, depth: int = 4, width: int = 3) -> ExplicitGame:
    """Return a tree of MAX, MIN and chance."""
    return _tree(seed, depth, width, 2, _CHANCE)


def random_vector_tree(
    seed: int = 0, depth: int = 4, width: int = 3, players: int = 3, chance: bool = False
) -> ExplicitGame:
    """Return a tree for any number of players, each with a utility of his own."""
    return _tree(seed, depth, width, players, _CHANCE if chance else 0.0)


def random_dag(seed: int = 0, depth: int = 4, width: int = 3, chance: bool = False) -> ExplicitGame:
    """Return a graph of `depth` layers below the root, `width` nodes each, whose branches lead to lower layers."""
    _check(depth, width)
    _check_size(depth * width * width)  # branches at most
    rng = Random(seed)
    layers = [0, *(layer for layer in range(1, depth + 1) for _ in range(width))]
    movers, children = _movers(rng, len(layers), _CHANCE if chance else 0.0), []
    for node, layer in enumerate(layers):
        below = range(layer * width + 1, len(layers))
        is_leaf = not below or node > 0 and rng.random() < _LEAF_EARLY
        near = below[: 2 * width]  # some branches skip a layer
        children.append([] if is_leaf else [rng.choice(near) for _ in range(rng.randint(1, width))])
    return _graph(rng, movers, children)


def random_graph(
    seed: int = 0, nodes: int = 12, width: int = 3, chance: bool = False, repetition: str = ALLOWED
) -> ExplicitGame:
    """Return a graph of MAX and MIN whose branches lead anywhere, so that play can go round in circles."""
    _check(nodes - 1, width)
    _check_size(nodes * width)
    rng = Random(seed)
    movers = _movers(rng, nodes, _CHANCE if chance else 0.0)
    children = []
    for node in range(nodes):
        is_leaf = node > 0 and rng.random() < _LEAVES
        children.append([] if is_leaf else [rng.randrange(nodes) for _ in range(rng.randint(1, width))])
    return _graph(rng, movers, children, repetition)


def _tree(seed: int, depth: int, width: int, players: int, chance: float) -> ExplicitGame:
    _check(depth, width)
    if depth > DEEPEST or not 1 <= players <= MOST_PLAYERS:
        raise HalfmoveError(f"a random tree {depth} plies deep for {players}: at most {DEEPEST} for {MOST_PLAYERS}")
    rng = Random(seed)
    movers: list[int | None] = []
    children: list[list[int]] = []

    def grow(left: int, player: int) -> int:
        node = len(movers)
        _check_size(node)
        is_leaf = left == 0 or node > 0 and rng.random() < _LEAF_EARLY
        movers.append(CHANCE if rng.random() < chance else player)
        children.append([])
        if not is_leaf:
            after = player if rng.random() < _EXTRA_TURN else (player + 1) % players
            children[node] = [grow(left - 1, after) for _ in range(rng.randint(1, width))]
        return node

    grow(depth, 0)
    return _graph(rng, movers, children, players=players)


def _check(depth: int, width: int) -> None:
    if depth < 0 or width < 1:
        raise HalfmoveError(f"a random game {depth} plies deep and {width} wide")


def _check_size(size: int) -> None:
    if size > MOST_NODES:
        raise HalfmoveError(f"a random game of this depth and width can have more than {MOST_NODES} nodes")


def _movers(rng: Random, nodes: int, chance: float) -> list[int | None]:
    return [CHANCE if rng.random() < chance else rng.randrange(2) for _ in range(nodes)]


def _graph(
    rng: Random, movers: list[int | None], children: list[list[int]], repetition: str = ALLOWED, players: int = 2
) -> ExplicitGame:
    """Give every node a value, which is the utility of a leaf and an evaluation elsewhere, and chance probabilities."""
    if players == 2:
        values: list[float | list[float]] = [float(rng.choice(VALUES)) for _ in movers]
    else:
        values = [[float(rng.choice(VALUES)) for _ in range(players)] for _ in movers]
    probabilities = [_weights(rng, len(row)) if mover == CHANCE and row else [] for mover, row in zip(movers, children)]
    return ExplicitGame.graph(
        movers, children, values, probabilities=probabilities, players=players, repetition=repetition
    )


def _weights(rng: Random, count: int) -> list[float]:
    parts = [rng.randint(1, 3) for _ in range(count)]
    return [part / sum(parts) for part in parts]

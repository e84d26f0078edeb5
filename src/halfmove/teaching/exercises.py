"""Trees for exercises: small, players strictly in turn, no evaluations; fixed ones and random ones from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from halfmove.core.game import CHANCE
from halfmove.errors import HalfmoveError
from halfmove.explain.numbers import shortest
from halfmove.games.trees.explicit import ExplicitGame, Place

MOVERS = ("max", "min")
CHANCE_MOVER = "chance"
MOST_LEAVES = 100  # of an exercise: more is no exercise
_LEAF_EARLY = 0.15  # how often a branch ends before the full depth
_FEW_VALUES = 0.4  # how often a tree has so few different values that ties are common

# Each is a case of its own: the figures of the textbooks, ties, one branch, branches of different depth, extremes.
FIXED = (
    "max(5)",
    "max(1 2)",
    "max(2 1)",
    "max(0 0)",
    "max(-1 -1)",
    "max(min(3 12 8) min(2 4 6) min(14 5 2))",
    "max(min(2 3) min(2 1))",
    "max(min(2 1) min(2 3))",
    "max(0.7 min(0.5 max(0.9 0.1)))",
    "max(min(99 1000 1000 1000) min(100 101 102 100))",
    "max(min(max(min(1 2) 3) 4) min(5 max(6 min(7 8))))",
    "max(min(max(3 5) max(6 9)) min(max(1 2) max(0 -1)))",
    "max(min(max(-1000 1000) max(-1000 -1000)) 0)",
)
FIXED_WITH_CHANCE = (
    "max(chance(1/2: 1, 1/2: 3) 1.5)",
    "max(chance(0.9: min(2 2), 0.1: min(3 3)) chance(0.9: min(1 1), 0.1: min(4 4)))",
    "max(chance(0.9: min(20 20), 0.1: min(30 30)) chance(0.9: min(1 1), 0.1: min(400 400)))",
    "max(0.5 chance(1/2: min(-1 0), 1/2: 1))",
)


@dataclass(frozen=True)
class Tree:
    """A tree of an exercise, as nested data; a leaf has no children."""

    mover: str = ""
    children: tuple[Tree, ...] = ()
    value: float = 0.0
    probabilities: tuple[float, ...] = field(default=())

    def __str__(self) -> str:
        if not self.children:
            return shortest(self.value)
        given = [f"{shortest(chance)}: " for chance in self.probabilities] or [""] * len(self.children)
        return f"{self.mover}({' '.join(chance + str(child) for chance, child in zip(given, self.children))})"

    @property
    def size(self) -> int:
        return 1 + sum(child.size for child in self.children)

    def leaves(self) -> Iterator[float]:
        if not self.children:
            yield self.value
        for child in self.children:
            yield from child.leaves()


def tree_of(game: ExplicitGame, place: Place | None = None) -> Tree:
    """Return the tree of a game of MAX, MIN and chance; a node that several branches lead to is copied."""
    place = game.initial if place is None else place
    if game.is_terminal(place):
        return Tree(value=game.utility(place, 0))
    mover = game.to_move(place)
    below = tuple(tree_of(game, game.result(place, action)) for action in game.actions(place))
    chances = tuple(chance for _, chance in game.chances(place)) if mover == CHANCE else ()
    return Tree(CHANCE_MOVER if mover == CHANCE else MOVERS[mover], below, probabilities=chances)


def random_exercise(rng: Random, depth: int = 3, width: int = 3, chance: bool = False, ties: bool = True) -> Tree:
    """Return a random tree of at most `depth` plies; with `chance`, chance moves after each player.

    With `ties`, some trees have few different values.
    """
    if depth < 1 or width < 1:
        raise HalfmoveError(f"a random tree {depth} plies deep and {width} wide has nothing to ask about")
    if width**depth > MOST_LEAVES:
        raise HalfmoveError(f"a tree {depth} plies deep and {width} wide can have more than {MOST_LEAVES} leaves")
    values = range(-1, 2) if ties and rng.random() < _FEW_VALUES else range(-9, 20)
    movers = ("max", CHANCE_MOVER, "min", CHANCE_MOVER) if chance else MOVERS

    def grow(ply: int) -> Tree:
        if ply == depth or ply > 0 and rng.random() < _LEAF_EARLY:
            return Tree(value=float(rng.choice(values)))
        mover = movers[ply % len(movers)]
        count = rng.randint(min(2, width), width) if rng.random() > _LEAF_EARLY else rng.randint(1, width)
        parts = [rng.randint(1, 3) for _ in range(count)]
        chances = tuple(part / sum(parts) for part in parts) if mover == CHANCE_MOVER else ()
        return Tree(mover, tuple(grow(ply + 1) for _ in range(count)), probabilities=chances)

    return grow(0)


def smaller(tree: Tree) -> Iterator[Tree]:
    """Yield trees that are a little simpler: a part of it, one branch less, a leaf for a node, smaller numbers."""
    yield from _parts(tree)
    yield from _pruned(tree)
    ranks = {value: float(rank) for rank, value in enumerate(sorted(set(tree.leaves())))}
    ranked = _mapped(tree, ranks)
    if ranked != tree and sum(map(abs, ranked.leaves())) < sum(map(abs, tree.leaves())):
        yield ranked


def _parts(tree: Tree) -> Iterator[Tree]:
    """Yield the subtrees whose mover is that of the root, the largest last."""
    parts: list[Tree] = []

    def walk(node: Tree) -> None:
        for child in node.children:
            if child.children and child.mover == tree.mover:
                parts.append(child)
            walk(child)

    walk(tree)
    yield from sorted(parts, key=lambda part: part.size)


def _pruned(tree: Tree) -> Iterator[Tree]:
    for i, child in enumerate(tree.children):
        if child.children:
            for value in dict.fromkeys(child.leaves()):
                yield _replaced(tree, i, Tree(value=value))
        if len(tree.children) > 1:
            yield _without(tree, i)
        for simpler in _pruned(child):
            yield _replaced(tree, i, simpler)


def _replaced(tree: Tree, i: int, child: Tree) -> Tree:
    return Tree(tree.mover, (*tree.children[:i], child, *tree.children[i + 1 :]), probabilities=tree.probabilities)


def _without(tree: Tree, i: int) -> Tree:
    left = [chance for j, chance in enumerate(tree.probabilities) if j != i]
    chances = tuple(chance / sum(left) for chance in left)
    return Tree(tree.mover, tree.children[:i] + tree.children[i + 1 :], probabilities=chances)


def _mapped(tree: Tree, values: dict[float, float]) -> Tree:
    if not tree.children:
        return Tree(value=values[tree.value])
    below = tuple(_mapped(child, values) for child in tree.children)
    return Tree(tree.mover, below, probabilities=tree.probabilities)

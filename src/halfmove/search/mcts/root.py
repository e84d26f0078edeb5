"""What trees say about their root: the actions, best first, each with its value, its visits and its line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from halfmove.core.game import CHANCE, Game
from halfmove.core.rules import for_other

LONGEST_LINE = 200  # plies: where states transpose, a line may go round in circles


class Child(NamedTuple):
    """A child as the player sees it who moves at its parent."""

    node: int
    action: int
    visits: int
    value: float  # the mean of the simulations, as far as what is proven allows it
    low: float
    high: float
    tree: Any  # that it is in


def ranked(game: Game, trees: Iterable[Any], node: int, mover: int) -> list[Child]:
    """Return the children that were visited, best first, with what all the trees know of them.

    That is the one with the most visits, for a mean of many simulations is worth more than one of few; but what is
    proven to be as good is better, and what is proven to be worse than another is out of the question.
    """
    known: dict[int, Child] = {}
    for tree in trees:
        for row in range(tree.first(node), tree.first(node) + tree.count(node)):
            if tree.visits[row]:
                child = _child(game, tree, row, mover)
                other = known.get(child.action)
                known[child.action] = child if other is None else _together(child, other)
    children = list(known.values())
    if not children:
        return []
    safest = max(children, key=lambda child: (child.low, child.visits))
    children.sort(key=lambda child: (child.high >= safest.low, child.visits, child.value), reverse=True)
    if safest.low >= children[0].value and safest.low > children[0].low:
        children.remove(safest)
        children.insert(0, safest)
    return children


def _together(one: Child, other: Child) -> Child:
    """Return what two trees know of one child."""
    more = max(one, other, key=lambda child: child.visits)
    visits, low, high = one.visits + other.visits, max(one.low, other.low), min(one.high, other.high)
    value = (one.visits * one.value + other.visits * other.value) / visits
    return more._replace(visits=visits, value=min(max(value, low), high), low=low, high=high)


def _child(game: Game, tree: Any, row: int, mover: int) -> Child:
    value, low, high = values_for(game, tree, row, mover)
    return Child(row, int(tree.actions[row]), int(tree.visits[row]), min(max(value, low), high), low, high, tree)


def values_for(game: Game, tree: Any, row: int, player: int) -> tuple[float, float, float]:
    """Return the mean of a node and its bounds as a player sees them."""
    at = row * tree.players + (player if tree.players > 1 else 0)
    value, low, high = float(tree.means[at]), float(tree.lows[at]), float(tree.highs[at])
    if tree.players == 1 and player == 1:
        return for_other(game, value), for_other(game, high), for_other(game, low)
    return value, low, high


def vector_of(tree: Any, node: int) -> tuple[float, ...]:
    """Return the means of all players, where there are more than two."""
    k = tree.players
    return tuple(float(mean) for mean in tree.means[node * k : node * k + k]) if k > 1 else ()


def line_of(game: Game, tree: Any, state: Any, node: int) -> tuple[int, ...]:
    """Return the play that the tree thinks best from a node on, as far as players decide."""
    line: list[int] = []
    while tree.children[node] and game.to_move(state) != CHANCE and len(line) < LONGEST_LINE:
        children = ranked(game, (tree,), node, game.to_move(state))
        if not children:
            break
        node = children[0].node
        line.append(children[0].action)
        state = game.result(state, children[0].action)
    return tuple(line)

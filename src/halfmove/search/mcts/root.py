"""What a tree says about its root: the actions, best first, each with its value, its visits and its line."""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.core.game import CHANCE, Game
from halfmove.core.rules import for_other


class Child(NamedTuple):
    """A child as the player sees it who moves at its parent."""

    node: int
    action: int
    visits: int
    value: float  # the mean of the simulations, as far as what is proven allows it
    low: float
    high: float


def ranked(game: Game, tree: Any, node: int, mover: int) -> list[Child]:
    """Return the children that were visited, best first.

    That is the one with the most visits, for a mean of many simulations is worth more than one of few; but what is
    proven to be as good is better, and what is proven to be worse than another is out of the question.
    """
    first, count = tree.first(node), tree.count(node)
    children = [_child(game, tree, row, mover) for row in range(first, first + count) if tree.visits[row]]
    if not children:
        return []
    safest = max(children, key=lambda child: (child.low, child.visits))
    children.sort(key=lambda child: (child.high >= safest.low, child.visits, child.value), reverse=True)
    if safest.low >= children[0].value and safest.low > children[0].low:
        children.remove(safest)
        children.insert(0, safest)
    return children


def _child(game: Game, tree: Any, row: int, mover: int) -> Child:
    k = tree.players
    at = row * k + (mover if k > 1 else 0)
    value, low, high = float(tree.means[at]), float(tree.lows[at]), float(tree.highs[at])
    if k == 1 and mover == 1:
        value, low, high = for_other(game, value), for_other(game, high), for_other(game, low)
    return Child(row, int(tree.actions[row]), int(tree.visits[row]), min(max(value, low), high), low, high)


def line_of(game: Game, tree: Any, state: Any, node: int) -> tuple[int, ...]:
    """Return the play that the tree thinks best from a node on, as far as players decide."""
    line: list[int] = []
    while tree.children[node] and game.to_move(state) != CHANCE:
        children = ranked(game, tree, node, game.to_move(state))
        if not children:
            break
        node = children[0].node
        line.append(children[0].action)
        state = game.result(state, children[0].action)
    return tuple(line)

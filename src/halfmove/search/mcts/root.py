"""What trees say about their root: the actions, best first, each with its value, its visits and its line.

A node has a place in each tree that it is in: the tree and its row. What all of them know of it counts together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from halfmove.core.game import CHANCE, Game
from halfmove.core.rules import for_other

LONGEST_LINE = 200  # plies: where states transpose, a line may go round in circles

Place = tuple[Any, int]


class Known(NamedTuple):
    """What is known of a node, as a player sees it."""

    visits: int
    value: float  # the mean of the simulations, as far as what is proven allows it
    low: float
    high: float


class Child(NamedTuple):
    """A child as the player sees it who moves at its parent."""

    action: int
    visits: int
    value: float
    low: float
    high: float
    places: tuple[Place, ...]  # the most visited first


def ranked(game: Game, places: Iterable[Place], mover: int) -> list[Child]:
    """Return the children of a node that were visited, best first.

    That is the one with the most visits, for a mean of many simulations is worth more than one of few; but what is
    proven to be as good is better, and what is proven to be worse than another is out of the question.
    """
    children = [
        Child(action, *known_of(game, found, mover), tuple(found)) for action, found in children_of(places).items()
    ]
    if not children:
        return []
    safest = max(children, key=lambda child: (child.low, child.visits))
    children.sort(key=lambda child: (child.high >= safest.low, child.visits, child.value), reverse=True)
    if safest.low >= children[0].value and safest.low > children[0].low:
        children.remove(safest)
        children.insert(0, safest)
    return children


def children_of(places: Iterable[Place]) -> dict[int, list[Place]]:
    """Return the places of the children that were visited, by their actions; the most visited place first."""
    found: dict[int, list[Place]] = {}
    for tree, node in places:
        for row in range(tree.first(node), tree.first(node) + tree.count(node)):
            if tree.visits[row]:
                found.setdefault(int(tree.actions[row]), []).append((tree, row))
    for each in found.values():
        each.sort(key=lambda place: -place[0].visits[place[1]])
    return found


def known_of(game: Game, places: Sequence[Place], player: int) -> Known:
    """Return what all the trees know of a node."""
    visits, value, low, high = 0, 0.0, *(float(bound) for bound in game.utilities)
    for tree, row in places:
        count, (mean, least, most) = int(tree.visits[row]), values_for(game, tree, row, player)
        visits += count
        value += (count / max(1, visits)) * (mean - value)
        low, high = max(low, least), min(high, most)
    return Known(visits, min(max(value, low), high), low, high)


def values_for(game: Game, tree: Any, row: int, player: int) -> tuple[float, float, float]:
    """Return the mean of a node in one tree and its bounds as a player sees them."""
    at = row * tree.players + (player if tree.players > 1 else 0)
    value, low, high = float(tree.means[at]), float(tree.lows[at]), float(tree.highs[at])
    if tree.players == 1 and player == 1:
        return for_other(game, value), for_other(game, high), for_other(game, low)
    return value, low, high


def vector_of(game: Game, places: Sequence[Place]) -> tuple[float, ...]:
    """Return what each player gets, where there are more than two."""
    players = places[0][0].players
    return tuple(known_of(game, places, player).value for player in range(players)) if players > 1 else ()


def is_proven(places: Iterable[Place]) -> bool:
    """Tell whether one of the trees knows the value of a node for certain."""
    return any(tree.is_proven(row) for tree, row in places)


def line_of(game: Game, state: Any, tree: Any, node: int) -> tuple[int, ...]:
    """Return the play that a tree thinks best from a node on, as far as players decide."""
    line: list[int] = []
    while tree.children[node] and game.to_move(state) != CHANCE and len(line) < LONGEST_LINE:
        children = ranked(game, ((tree, node),), game.to_move(state))
        if not children:
            break
        ((_, node),) = children[0].places
        line.append(children[0].action)
        state = game.result(state, children[0].action)
    return tuple(line)

"""A game that is written down: a tree or a graph of nodes, with what they are worth.

ExplicitGame.tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])                        lists are nodes, MAX begins
ExplicitGame.parse("max(a=min(3 12 8) b=chance(1/3: 2, 2/3: 4) c=7)")         see `trees/text.py`
ExplicitGame.graph(movers=[0, 1, None], children=[[1, 2], [0, 2], []], values=[0, 0, 1])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import gcd
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled
from halfmove.core.game import ALLOWED, CHANCE, DRAW, ILLEGAL, LARGEST_UTILITY, NOTHING, Game
from halfmove.core.naming import player_name
from halfmove.errors import HalfmoveError, MalformedText

CLOSE = 1e-9  # how far from 1 the sum of probabilities may be, by rounding
FINEST = 10**6  # parts of 1 of which a value is taken for a whole number


class Place(NamedTuple):
    node: int = 0


@compiled
class ExplicitGame(Game):
    """Move from node to node of a graph that is given, from node 0 until a node has no children.

    All arrays are members at run time: graphs of the same number of players share their machine code.
    """

    movers: NDArray[np.int64]  #: who chooses in each node: a player, or `CHANCE`
    first: NDArray[np.int64]  #: where the children of each node begin in `children`
    count: NDArray[np.int64]  #: how many children each node has
    children: NDArray[np.int64]  #: the nodes that follow, node after node
    probabilities: NDArray[np.float64]  #: of each entry of `children`; 0 where a player chooses
    values: NDArray[np.float64]  #: [node, player]: the utility of a leaf, the evaluation of any other node
    extremes: NDArray[np.float64]  #: the least and the greatest of these, and the distance between two of them
    sets: NDArray[np.int64]  #: the information set of each node, by its first node: who chooses there knows no more
    players: int = 2  #: how many
    repetition: str = ALLOWED  #: what becomes of a node that comes back
    has_secrets: bool = False  #: whether an information set has several nodes

    initial = Place()
    _labels: ClassVar[tuple[str, ...]] = ()  # of each entry of `children`; not a field, for machine code has no text

    def __post_init__(self) -> None:
        for name in ("movers", "first", "count", "children", "probabilities", "values", "extremes", "sets"):
            getattr(self, name).setflags(write=False)

    @property
    def utilities(self):  # type: ignore[override]
        return float(self.extremes[0]), float(self.extremes[1])

    @property
    def step(self):  # type: ignore[override]
        return float(self.extremes[2])

    @property
    def has_chance(self):  # type: ignore[override]
        return bool(((self.movers == CHANCE) & (self.count > 0)).any())

    def to_move(self, place):
        return int(self.movers[place.node])

    def actions(self, place):
        for child in range(int(self.count[place.node])):
            yield child

    def result(self, place, child):
        return Place(int(self.children[self.first[place.node] + child]))

    def is_terminal(self, place):
        return bool(self.count[place.node] == 0)

    def utility(self, place, player):
        return float(self.values[place.node, player])

    def chances(self, place):
        first = self.first[place.node]
        for child in range(int(self.count[place.node])):
            yield child, float(self.probabilities[first + child])

    def evaluate(self, place, player):
        return float(self.values[place.node, player])

    def observation(self, place, player):
        """The player to move sees his information set; at the turn of another he sees the root."""
        if not self.has_secrets or self.count[place.node] == 0:
            return place
        return Place(int(self.sets[place.node]) if self.movers[place.node] == player else 0)

    def percept(self, place, action, child, player):
        """A player notices when it is his turn, and in which information set; and all notice the end."""
        if self.count[child.node] == 0 or self.movers[child.node] == player:
            return int(self.sets[child.node])
        return NOTHING

    # Ways to write one down.

    @staticmethod
    def tree(nested: Any) -> ExplicitGame:
        """Return the tree of nested lists: a leaf is a number, MAX's utility, or a tuple with that of each player.

        The players take turns from the root on.
        """
        players, rows = _vector_length(nested), _Rows()

        def add(item: Any, mover: int) -> int:
            node = rows.add(mover if isinstance(item, list) else None, 0.0 if isinstance(item, list) else item)
            if isinstance(item, list):
                rows.children[node] = [add(child, (mover + 1) % players) for child in item]
            return node

        add(nested, 0)
        return ExplicitGame.graph(rows.movers, rows.children, rows.values, players=players)

    @staticmethod
    def parse(text: str) -> ExplicitGame:
        """Return the game that a text such as `max(min(3 12 8) min(2 4 6) min(14 5 2))` describes."""
        from halfmove.games.trees.text import parse

        return parse(text)

    def to_text(self, place: Any = None) -> str:
        """Return the text of the whole game, or of what can be reached from a place; `parse` reads it back."""
        from halfmove.games.trees.text import to_text

        return to_text(self, 0 if place is None else place.node)

    @staticmethod
    def graph(
        movers: Sequence[int | None],
        children: Sequence[Sequence[int]],
        values: Sequence[float | Sequence[float]],
        *,
        probabilities: Sequence[Sequence[float]] | None = None,
        labels: Sequence[Sequence[str]] | None = None,
        sets: Sequence[str] | None = None,
        players: int = 2,
        repetition: str = ALLOWED,
    ) -> ExplicitGame:
        """Return the game of a graph, node by node: who moves, which nodes come next, what the node is worth.

        The mover of a leaf does not count. A value is a number, which is MAX's and for MIN the opposite, or one for
        each player. Where no probabilities are given the outcomes of chance are equally likely. Nodes of one player
        that have the same name in `sets` are one information set: he cannot tell them apart. An empty name is none.
        """
        nodes = len(movers)
        if not nodes or len(children) != nodes or len(values) != nodes:
            raise HalfmoveError(f"{nodes} movers, {len(children)} lists of children, {len(values)} values: not a graph")
        if repetition not in (ALLOWED, DRAW, ILLEGAL):
            raise HalfmoveError(f"'{repetition}' is none of {ALLOWED}, {DRAW} and {ILLEGAL}")
        if players < 1:
            raise HalfmoveError(f"a game of {players} players")
        chances: list[float] = []
        for node in range(nodes):
            _check_node(node, movers[node], children[node], nodes, players)
            given = probabilities[node] if probabilities is not None else ()
            chances += _chances(node, movers[node], len(children[node]), given)
        count = np.array([len(row) for row in children], np.int64)
        known = _first_of_each(movers, children, sets or [""] * nodes)
        worth = np.array([_vector(node, value, players) for node, value in enumerate(values)], np.float64)
        game = ExplicitGame(
            np.array([0 if mover is None else mover for mover in movers], np.int64),
            np.cumsum(count) - count,
            count,
            np.array([child for row in children for child in row], np.int64),
            np.array(chances, np.float64),
            worth,
            np.array([worth.min(), worth.max(), _step_of(worth)]),
            known,
            players,
            repetition,
            bool((known != np.arange(nodes)).any()),
        )
        return game.labelled(label for row in labels or () for label in row)

    def labelled(self, labels: Iterable[str]) -> ExplicitGame:
        """Give a label to each entry of `children`, while the game is being made."""
        vars(self).update(_labels=tuple(labels))
        return self

    # Text for people.

    def children_of(self, node: int) -> list[int]:
        """Return the nodes that come next."""
        return [int(child) for child in self.children[self.first[node] : self.first[node] + self.count[node]]]

    def label(self, action: int, node: int) -> str:
        """Return the label of a branch; empty if it has none."""
        return self._labels[self.first[node] + action] if self._labels else ""

    def name(self, action: int, state: Any = None) -> str:
        """Return the label of the branch, or else the number of the child from 1."""
        return (self.label(action, state.node) if state is not None else "") or str(action + 1)

    def show(self, state: Any) -> str:
        node = state.node
        if self.is_terminal(state):
            worth = [f"{value:g}" for value in self.values[node]]
            opposite = self.players == 2 and self.values[node, 0] == -self.values[node, 1]
            return f"node {node}: {worth[0] if opposite or self.players == 1 else '<' + ' '.join(worth) + '>'}"
        names = " ".join(self.name(action, state) for action in self.actions(state))
        others = [other for other in range(len(self.sets)) if self.sets[other] == self.sets[node]]
        where = f"node {node}" if len(others) == 1 else f"node {node} (or {' or '.join(map(str, others[1:]))})"
        return f"{where}: {player_name(self, self.to_move(state))} chooses from {names}"

    def read(self, written: str) -> Place:
        """Return the place of a node that is given by its number: `7`, `node 7`, or as `show` writes it."""
        number = written.partition(":")[0].partition("(")[0].strip().removeprefix("node").strip()
        if not (number.isascii() and number.isdigit() and int(number) < len(self.movers)):
            raise MalformedText(f"'{written}' is not a node from 0 to {len(self.movers) - 1}")
        return Place(int(number))

    def __repr__(self) -> str:
        return f"ExplicitGame({len(self.movers)} nodes, {self.players} players)"


class _Rows:
    """A graph while it grows, a row for each node."""

    def __init__(self) -> None:
        self.movers: list[int | None] = []
        self.children: list[list[int]] = []
        self.values: list[Any] = []

    def add(self, mover: int | None, value: Any) -> int:
        self.movers.append(mover)
        self.children.append([])
        self.values.append(value)
        return len(self.movers) - 1


def _leaves(nested: Any) -> Iterator[Any]:
    if not isinstance(nested, list):
        yield nested
    elif not nested:
        raise HalfmoveError("an empty list is neither a leaf nor a node with children")
    else:
        for item in nested:
            yield from _leaves(item)


def _vector_length(nested: Any) -> int:
    """Return how many players the leaves speak of: 2 where they are numbers."""
    lengths = {len(leaf) if isinstance(leaf, tuple) else 2 for leaf in _leaves(nested)}
    if len(lengths) > 1:
        raise HalfmoveError(f"the leaves speak of {' and of '.join(map(str, sorted(lengths)))} players")
    return lengths.pop()


def _check_node(node: int, mover: int | None, children: Sequence[int], nodes: int, players: int) -> None:
    if children and (mover is None or mover != CHANCE and not 0 <= mover < players):
        raise HalfmoveError(f"node {node} has children, and its mover is {mover}: not a player from 0 to {players - 1}")
    for child in children:
        if not 0 <= child < nodes:
            raise HalfmoveError(f"node {node} has a child {child}: not a node from 0 to {nodes - 1}")


def _first_of_each(
    movers: Sequence[int | None], children: Sequence[Sequence[int]], names: Sequence[str]
) -> NDArray[np.int64]:
    """Return the first node of each node's information set."""
    if len(names) != len(movers):
        raise HalfmoveError(f"{len(names)} names of information sets for {len(movers)} nodes")
    first: dict[str, int] = {}
    for node, name in enumerate(names):
        other = first.setdefault(name or f"node {node}", node)
        if name and (movers[node] is None or movers[node] == CHANCE or not children[node]):
            raise HalfmoveError(f"node {node} is in the information set {name}, but no player chooses there")
        if movers[other] != movers[node] or len(children[other]) != len(children[node]):
            raise HalfmoveError(
                f"nodes {other} and {node} are in the information set {name}, but differ in what can be done"
            )
    return np.array([first[name or f"node {node}"] for node, name in enumerate(names)], np.int64)


def _chances(node: int, mover: int | None, count: int, given: Sequence[float]) -> list[float]:
    if mover != CHANCE or not count:
        return [0.0] * count
    if not given:
        return [1.0 / count] * count
    if len(given) != count or min(given) <= 0 or abs(sum(given) - 1) > CLOSE:
        raise HalfmoveError(
            f"node {node}: {count} outcomes with probabilities {list(given)}, which should be positive and sum to 1"
        )
    return [float(probability) for probability in given]


def _vector(node: int, value: float | Sequence[float], players: int) -> list[float]:
    """Return what a node is worth to each player."""
    vector = [float(part) for part in value] if isinstance(value, Sequence) else _spread(node, float(value), players)
    if len(vector) != players:
        raise HalfmoveError(f"node {node} has {len(vector)} values for {players} players")
    if not (np.abs(vector) <= LARGEST_UTILITY).all():
        raise HalfmoveError(f"node {node} is worth {value}: a utility is a number up to {LARGEST_UTILITY:g}")
    return vector


def _step_of(values: NDArray[np.float64]) -> float:
    """Return a distance of which every value is a whole number above the least: 1, or a part of it if need be."""
    parts = [Fraction(value).limit_denominator(FINEST) for value in np.unique(values).tolist()]
    step = Fraction(1)
    for part in parts:
        above = part - parts[0]
        common = step.denominator * above.denominator
        step = Fraction(gcd(int(step * common), int(above * common)), common)
    return float(step)


def _spread(node: int, value: float, players: int) -> list[float]:
    if players > 2 and value:
        raise HalfmoveError(f"node {node} has one value for {players} players")
    return [value, -value or 0.0][:players] if players <= 2 else [0.0] * players

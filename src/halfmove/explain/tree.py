"""The tree that a search saw, as data: nodes with their windows, values and reasons, and paths to name them.

Record one with `watch=Recorder(game)`; the search then runs in the plain lane, node for node the same.
`explain/text.py`, `picture.py` and `latex.py` draw it, `steps.py` tells how it came about.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import mul
from typing import Any

from halfmove.core.game import CHANCE, Game
from halfmove.core.history import with_history
from halfmove.core.naming import player_name
from halfmove.core.rules import for_other, legal_actions, same
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError
from halfmove.running.watch import CUT, END, HORIZON, PRUNED, REASONS

MAX, MIN, CHANCE_NODE = "MAX", "MIN", "CHANCE"  # movers; in a game of more players, their names
INFINITY = math.inf
CLOSE = 1e-9  # how far a sum of probabilities, or an average, may be off by rounding


@dataclass
class Node:
    """One state that a search entered."""

    label: str  #: the action that led here, as players write it; empty at the root
    mover: str  #: who is to move: MAX, MIN, CHANCE, a player's name; empty where the game is over
    alpha: float = -INFINITY  #: the window the node was entered with, from MAX's point of view
    beta: float = INFINITY  #: the upper end of that window
    value: float | None = None  #: None if the search was stopped inside
    reason: str = ""  #: why the node ended, one of `running.watch.REASONS`
    best: int | None = None  #: index of the child that was chosen
    children: list[Node] = field(default_factory=list)  #: the nodes that were entered from here, in their order
    skipped: list[str] = field(default_factory=list)  #: actions never entered, because they could not matter
    picture: str = ""  #: the state as its game shows it
    low: float = -INFINITY  #: the least that the true value can be, by all that was searched below
    high: float = INFINITY  #: the most that it can be
    vector: tuple[float, ...] = ()  #: what each player gets, if the search finds that out (max^n)
    probability: float | None = None  #: of coming here, where chance decided
    visits: int = 0  #: simulations that went through here, in a tree that grew by them

    @property
    def bound(self) -> str:
        """Tell what the value is: `<=` or `>=` where it bounds the true one, empty where it is exact or not known."""
        if self.value is None or self.low == self.high:
            return ""
        return "<=" if self.high == self.value else ">=" if self.low == self.value else ""

    def at(self, path: str) -> Node:
        """Return the node that `path` leads to: indices of children from the root, as in "0.2.1"; "" is the root."""
        node = self
        for step in path.split(".") if path else []:
            if not step.isdecimal() or int(step) >= len(node.children):
                raise HalfmoveError(f"path '{path}': '{step}' is not one of {len(node.children)} children")
            node = node.children[int(step)]
        return node

    def walk(self, path: str = "") -> Iterator[tuple[str, Node]]:
        """Yield every node with its path, parents first."""
        yield path, self
        for i, child in enumerate(self.children):
            yield from child.walk(f"{path}.{i}" if path else str(i))

    def to_dict(self) -> dict[str, Any]:
        """Return the tree as plain data, with infinite bounds as None."""
        visits = {"visits": self.visits} if self.visits else {}
        return {
            "label": self.label,
            "mover": self.mover,
            "alpha": _finite(self.alpha),
            "beta": _finite(self.beta),
            "value": self.value,
            "reason": self.reason,
            "best": self.best,
            "skipped": self.skipped,
            "picture": self.picture,
            "low": _finite(self.low),
            "high": _finite(self.high),
            "vector": list(self.vector),
            "probability": self.probability,
            **visits,
            "children": [child.to_dict() for child in self.children],
        }

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Node:
        """Return the tree that `to_dict` wrote."""

        def read(name: str, *kinds: type) -> Any:
            if not isinstance(data[name], kinds):
                raise HalfmoveError(f"not a search tree: {name} is {data[name]!r}")
            return data[name]

        nothing = type(None)

        def bound(name: str, otherwise: float) -> float:
            value = read(name, int, float, nothing)
            return otherwise if value is None else value

        try:
            if not all(isinstance(part, (int, float)) for part in read("vector", list)):
                raise HalfmoveError(f"not a search tree: vector is {data['vector']!r}")
            return Node(
                read("label", str),
                read("mover", str),
                bound("alpha", -INFINITY),
                bound("beta", INFINITY),
                read("value", int, float, nothing),
                read("reason", str),
                read("best", int, nothing),
                [Node.from_dict(child) for child in read("children", list)],
                read("skipped", list),
                read("picture", str),
                bound("low", -INFINITY),
                bound("high", INFINITY),
                tuple(data["vector"]),
                read("probability", int, float, nothing),
                read("visits", int) if "visits" in data else 0,
            )
        except (KeyError, TypeError) as error:
            raise HalfmoveError(f"not a search tree: {error}") from None

    def to_json(self) -> str:
        """Return the tree as JSON."""
        return json.dumps(self.to_dict())

    @staticmethod
    def from_json(text: str) -> Node:
        """Return the tree that `to_json` wrote; anything else is refused."""
        try:
            return Node.from_dict(json.loads(text))
        except (json.JSONDecodeError, RecursionError) as error:
            raise HalfmoveError(f"not a search tree: {error}") from None

    def _repr_svg_(self) -> str:
        from halfmove.explain.picture import tree_svg

        return tree_svg(self)


def _finite(bound: float) -> float | None:
    return bound if math.isfinite(bound) else None


def known_range(is_max: bool | None, seen: list[Node], complete: bool) -> tuple[float, float]:
    """Return the range in which the value of a node lies, by the nodes `seen` below it; `is_max` is None for chance.

    `complete` says that nothing else is below. A state that was searched twice counts once, with both results.
    """
    ranges: dict[str, tuple[float, float]] = {}
    for node in seen:
        low, high = ranges.get(node.label, (-INFINITY, INFINITY))
        ranges[node.label] = max(low, node.low), min(high, node.high)
    lows, highs = [low for low, _ in ranges.values()], [high for _, high in ranges.values()]
    if is_max is None:
        chances = {node.label: node.probability or 0.0 for node in seen}.values()
        if not complete or abs(sum(chances) - 1) > CLOSE:
            return -INFINITY, INFINITY
        return sum(map(mul, chances, lows)), sum(map(mul, chances, highs))
    if is_max:
        return max(lows, default=-INFINITY), max(highs) if complete and highs else INFINITY
    return min(lows) if complete and lows else -INFINITY, min(highs, default=INFINITY)


class Recorder:
    """A watch that keeps the whole tree. It is not compiled, so whatever it watches runs in the plain lane.

    MAX is the player who moves at the root; but in a game that calls its players MAX and MIN, as typed trees do, they
    keep these names. `vectors` is where max^n lets a watch see what each player gets: a row for each number of plies
    left.
    """

    def __init__(self, game: Game, pictures: bool = True) -> None:
        self.pictures = pictures  # whether each node keeps the text of its state
        searched, _ = with_history(game, game.initial)
        self.game = plain_throughout(searched)  # what a search enters: states with their path, if the game needs it
        self.root: Node | None = None
        self.vectors: Any = None
        self._path: list[_Open] = []  # nodes not left
        self._flipped = False  # whether the search takes the side of the player called MIN

    def enter(self, state: Any, player: int, depth: int, alpha: float, beta: float) -> None:
        """Note that a node begins, with its window."""
        over = self.game.is_terminal(state)
        label, probability = "", None
        if self._path:
            parent = self._path[-1]
            action = self._action(parent, state)
            label = self.game.name(action, parent.state)
            probability = parent.chances.get(action)
        else:
            self._flipped = player == 1 and self.game.player_names == (MAX, MIN)
        if self._flipped:
            alpha, beta = for_other(self.game, beta), for_other(self.game, alpha)
        mover = "" if over else self._mover(state, player)
        picture = self.game.show(state) if self.pictures else ""
        node = Node(label, mover, float(alpha), float(beta), picture=picture, probability=probability)
        if self._path:
            self._path[-1].node.children.append(node)
        else:
            self.root = node
        is_max = None if mover == CHANCE_NODE else (not over and self.game.to_move(state) == player) != self._flipped
        chances = dict(self.game.chances(state)) if mover == CHANCE_NODE else {}
        self._path.append(_Open(node, state, depth, legal_actions(self.game, state), chances, is_max))

    def _action(self, parent: _Open, child: Any) -> int:
        """Return which action led to `child`, and strike it off."""
        for action in parent.unseen:
            if same(self.game.result(parent.state, action), child):
                parent.unseen.remove(action)
                return action
        for action in legal_actions(self.game, parent.state):  # searched again
            if same(self.game.result(parent.state, action), child):
                return action
        raise HalfmoveError("the search entered a state that no action leads to")

    def _mover(self, state: Any, player: int) -> str:
        mover = self.game.to_move(state)
        if mover == CHANCE or self.game.players != 2:
            return player_name(self.game, mover)
        return MAX if (mover == player) != self._flipped else MIN

    def improve(self, depth: int, action: int, value: float) -> None:
        """Note that the last action is the best so far."""
        node = self._path[-1].node
        node.best = len(node.children) - 1 if node.children else None  # none where a table knew the action

    def leave(self, value: float, reason: int) -> float:
        """Note that a node ends, with its value and why."""
        left = self._path.pop()
        node = left.node
        node.value = float(for_other(self.game, value) if self._flipped else value) + 0.0  # no -0.0 for people
        node.reason = REASONS[reason]
        if self.vectors is not None:
            node.vector = tuple(float(part) for part in self.vectors[left.depth])
        if reason in (CUT, PRUNED):
            node.skipped = [self.game.name(action, left.state) for action in left.unseen]
        node.low, node.high = self._range(left, reason)
        return value

    def _range(self, left: _Open, reason: int) -> tuple[float, float]:
        """Return the range in which the value of a node lies.

        Where the nodes below do not tell, the value itself does. A first look at one action (Star2) bounds it from
        the side of the mover; anything else, as a value from a table, is a bound where it lies outside the window.
        """
        node, value = left.node, left.node.value
        assert value is not None
        if node.children and self.vectors is None:
            low, high = known_range(left.is_max, node.children, complete=reason == PRUNED or not node.skipped)
            if abs(high - low) < CLOSE:
                return value, value
            if value in (low, high):
                return low, high
            if reason == CUT and left.is_max is not None:
                return (value, INFINITY) if left.is_max else (-INFINITY, value)
        if reason not in (END, HORIZON) and self.vectors is None:
            if value <= node.alpha:
                return -INFINITY, value
            if value >= node.beta:
                return value, INFINITY
        return value, value


@dataclass
class _Open:
    """A node that a search has entered and not left."""

    node: Node
    state: Any
    depth: int
    unseen: list[int]  # actions not yet entered
    chances: dict[int, float]  # of each outcome, at a node of chance
    is_max: bool | None  # None at a node of chance

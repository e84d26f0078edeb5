"""The tree that a search saw, as data: nodes with their windows, values and reasons, and paths to name them.

Record one with `watch=Recorder(game)`; the search then runs in the plain lane, node for node the same.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from halfmove.core.game import CHANCE, Game
from halfmove.core.history import with_history
from halfmove.core.naming import player_name
from halfmove.core.rules import legal_actions, same
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError
from halfmove.running.watch import CUT, PRUNED, REASONS


@dataclass
class Node:
    """One state that a search entered."""

    label: str  #: the action that led here, as players write it; empty at the root
    mover: str  #: who is to move: MAX, MIN, CHANCE, a player's name; empty where the game is over
    alpha: float = -math.inf  #: the window the node was entered with, from MAX's point of view
    beta: float = math.inf  #: the upper end of that window
    value: float | None = None  #: None if the search was stopped inside
    reason: str = ""  #: why the node ended, one of `running.watch.REASONS`
    best: int | None = None  #: index of the child that was chosen
    children: list[Node] = field(default_factory=list)  #: the nodes that were entered from here, in their order
    skipped: list[str] = field(default_factory=list)  #: actions never entered, because they could not matter
    picture: str = ""  #: the state as its game shows it

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
        try:
            alpha, beta = read("alpha", int, float, nothing), read("beta", int, float, nothing)
            return Node(
                read("label", str),
                read("mover", str),
                -math.inf if alpha is None else alpha,
                math.inf if beta is None else beta,
                read("value", int, float, nothing),
                read("reason", str),
                read("best", int, nothing),
                [Node.from_dict(child) for child in read("children", list)],
                read("skipped", list),
                read("picture", str),
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


class Recorder:
    """A watch that keeps the whole tree. It is not compiled, so whatever it watches runs in the plain lane."""

    def __init__(self, game: Game) -> None:
        searched, _ = with_history(game, game.initial)
        self.game = plain_throughout(searched)  # what a search enters: states with their path, if the game needs it
        self.root: Node | None = None
        self._path: list[tuple[Node, Any, list[int]]] = []  # nodes not left: state, and actions not yet seen

    def enter(self, state: Any, player: int, depth: int, alpha: float, beta: float) -> None:
        """Note that a node begins, with its window."""
        label = ""
        over = self.game.is_terminal(state)
        if self._path:
            _, parent_state, unseen = self._path[-1]
            action = self._action(parent_state, unseen, state)
            label = self.game.name(action, parent_state)
        mover = "" if over else self._mover(state, player)
        node = Node(label, mover, float(alpha), float(beta), picture=self.game.show(state))
        if self._path:
            self._path[-1][0].children.append(node)
        else:
            self.root = node
        self._path.append((node, state, legal_actions(self.game, state)))

    def _action(self, state: Any, unseen: list[int], child: Any) -> int:
        """Return which action led to `child`, and strike it off."""
        for action in unseen:
            if same(self.game.result(state, action), child):
                unseen.remove(action)
                return action
        for action in legal_actions(self.game, state):  # searched again
            if same(self.game.result(state, action), child):
                return action
        raise HalfmoveError("the search entered a state that no action leads to")

    def _mover(self, state: Any, player: int) -> str:
        mover = self.game.to_move(state)
        if mover == CHANCE or self.game.players != 2:
            return player_name(self.game, mover)
        return "MAX" if mover == player else "MIN"

    def improve(self, depth: int, action: int, value: float) -> None:
        """Note that the last action is the best so far."""
        node = self._path[-1][0]
        node.best = len(node.children) - 1 if node.children else None  # none where a table knew the action

    def leave(self, value: float, reason: int) -> float:
        """Note that a node ends, with its value and why."""
        node, state, unseen = self._path.pop()
        node.value, node.reason = float(value), REASONS[reason]
        if reason in (CUT, PRUNED):
            node.skipped = [self.game.name(action, state) for action in unseen]
        return value

"""The tree of a Monte Carlo search as a tree that can be drawn: nodes with their visits, values and bounds.

Where each thread has a tree of its own, what all of them know of a node is added up, as the answer does at the root.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from halfmove.core.game import CHANCE, Game
from halfmove.core.naming import player_name
from halfmove.errors import HalfmoveError
from halfmove.explain.tree import INFINITY, MAX, MIN, Node
from halfmove.running.watch import END, REASONS, SEARCHED
from halfmove.search.mcts.root import Place, children_of, is_proven, known_of, ranked, vector_of
from halfmove.search.mcts.tree_search import TreeSearch


def drawn_tree(search: TreeSearch, most: int) -> Node:
    """Return what a search knows, best children first; MAX is who moves at the root, or who the game calls so."""
    if search.kept is None or not any(tree.visits[0] for tree in search.trees):
        raise HalfmoveError("there is no tree before a search")
    return _Draughtsman(search, most).node(search.kept, [(tree, 0) for tree in search.trees])


class _Draughtsman:
    """Turns rows into nodes, at most `most` of them."""

    def __init__(self, search: TreeSearch, most: int) -> None:
        self.game: Game = search.rules
        self.most, self.count = most, 0
        player = max(0, self.game.to_move(search.kept))
        named = self.game.player_names == (MAX, MIN)
        self.max = 0 if self.game.players == 2 and named else player

    def node(self, state: Any, places: Sequence[Place], label: str = "", probability: float | None = None) -> Node:
        """Return a node with all that were visited below."""
        self.count += 1
        if self.count > self.most:
            raise HalfmoveError(
                f"the tree has more than {self.most:,} nodes: ask for fewer simulations or more (--nodes)"
            )
        game, over = self.game, self.game.is_terminal(state)
        mover = CHANCE if over else game.to_move(state)
        visits, value, low, high = known_of(game, places, self.max)
        proven = is_proven(places)
        node = Node(
            label,
            "" if over else self._name(mover),
            value=value + 0.0,  # there is no -0.0 for people
            reason=REASONS[END] if over else REASONS[SEARCHED] if proven else "",
            picture=game.show(state),
            low=low if proven or low > game.utilities[0] else -INFINITY,
            high=high if proven or high < game.utilities[1] else INFINITY,
            vector=vector_of(game, places),
            probability=probability,
            visits=visits,
        )
        below: Iterable[tuple[int, Sequence[Place]]] = children_of(places).items()
        if mover != CHANCE:
            below = [(child.action, child.places) for child in ranked(game, places, mover)]
            node.best = 0 if below else None
        for action, found in below:
            tree, row = found[0]
            chance = float(tree.priors[row]) if mover == CHANCE else None
            node.children.append(self.node(game.result(state, action), found, game.name(action, state), chance))
        return node

    def _name(self, mover: int) -> str:
        if mover == CHANCE or self.game.players != 2:
            return player_name(self.game, mover)
        return MAX if mover == self.max else MIN

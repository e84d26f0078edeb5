"""The tree of a Monte Carlo search as a tree that can be drawn: nodes with their visits, values and bounds."""

from __future__ import annotations

from typing import Any

from halfmove.core.game import CHANCE, Game
from halfmove.core.naming import player_name
from halfmove.errors import HalfmoveError
from halfmove.explain.tree import INFINITY, MAX, MIN, Node
from halfmove.running.watch import END, REASONS, SEARCHED
from halfmove.search.mcts.root import ranked, values_for, vector_of
from halfmove.search.mcts.tree_search import TreeSearch


def drawn_tree(search: TreeSearch, most: int) -> Node:
    """Return what a search knows, best children first; MAX is who moves at the root, or who the game calls so."""
    if search.kept is None or not search.trees[0].visits[0]:
        raise HalfmoveError("there is no tree before a search")
    return _Draughtsman(search, most).node(search.kept, 0)


class _Draughtsman:
    """Turns rows into nodes, `most` of them."""

    def __init__(self, search: TreeSearch, most: int) -> None:
        self.game: Game = search.rules
        self.tree, self.most, self.count = search.trees[0], most, 0
        player = max(0, self.game.to_move(search.kept))
        named = self.game.player_names == (MAX, MIN)
        self.max = 0 if self.game.players == 2 and named else player

    def node(self, state: Any, row: int, label: str = "", probability: float | None = None) -> Node:
        """Return a node with all that were visited below."""
        self.count += 1
        if self.count > self.most:
            raise HalfmoveError(
                f"the tree has more than {self.most:,} nodes: ask for fewer simulations or more (--nodes)"
            )
        tree, game = self.tree, self.game
        over, visits = game.is_terminal(state), int(tree.visits[row])
        mover = CHANCE if over else game.to_move(state)
        value, low, high = values_for(game, tree, row, self.max)
        proven = tree.is_proven(row)
        node = Node(
            label,
            "" if over else self._name(mover),
            value=(low if proven else min(max(value, low), high)) + 0.0,
            reason=REASONS[END] if over else REASONS[SEARCHED] if proven else "",
            picture=game.show(state),
            low=low if proven or low > game.utilities[0] else -INFINITY,
            high=high if proven or high < game.utilities[1] else INFINITY,
            vector=vector_of(tree, row),
            probability=probability,
            visits=visits,
        )
        if over or not tree.children[row]:
            return node
        if mover == CHANCE:
            rows = [at for at in range(tree.first(row), tree.first(row) + tree.count(row)) if tree.visits[at]]
        else:
            rows = [child.node for child in ranked(game, (tree,), row, mover)]
            node.best = 0 if rows else None
        for at in rows:
            action = int(tree.actions[at])
            chance = float(tree.priors[at]) if mover == CHANCE else None
            node.children.append(self.node(game.result(state, action), at, game.name(action, state), chance))
        return node

    def _name(self, mover: int) -> str:
        if mover == CHANCE or self.game.players != 2:
            return player_name(self.game, mover)
        return MAX if mover == self.max else MIN

"""The root of a search, and where it is in the tree of the search before."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import plain
from halfmove.core.advice import Advice
from halfmove.core.game import ALLOWED, Game
from halfmove.core.history import StateWithHistory, advice_for, with_history
from halfmove.core.rules import legal_actions, same
from halfmove.running.table import NO_ACTION


def rooted(game: Game, advice: Advice, state: Any, path: tuple[Any, ...]) -> tuple[Game, Advice, Any]:
    """Return the game that keeps its rule of repetition, its advice, and the state with the states before it."""
    if game.repetition == ALLOWED:
        return game, advice, state
    searched, _ = with_history(game, state)
    keys = np.array([game.repetition_key(each) for each in (*path, state)], np.int64)
    return searched, advice_for(searched, advice), StateWithHistory(state, keys)


def action_between(game: Game, before: Any, after: Any) -> int:
    """Return the action, or the outcome of chance, that leads from one state to another; NO_ACTION if none does."""
    game = plain(game)
    for action in legal_actions(game, before):
        if same(game.result(before, action), after):
            return action
    return NO_ACTION


def find_kept(game: Game, tree: Any, kept: Any, path: tuple[Any, ...], root: Any) -> int | None:
    """Return the node of `root` in a tree whose root is `kept`, by way of the states of the path; None if not there."""
    states = [*path, root.state if isinstance(root, StateWithHistory) else root]
    begun = kept.state if isinstance(kept, StateWithHistory) else kept
    for place in range(len(states) - 1, -1, -1):
        if same(states[place], begun):
            break
    else:
        return None
    node, state = 0, kept
    for following in states[place + 1 :]:
        found = None
        for row in range(tree.first(node), tree.first(node) + tree.count(node)):
            child = game.result(state, int(tree.actions[row])) if tree.visits[row] else None
            bare = child.state if isinstance(child, StateWithHistory) else child
            if child is not None and same(bare, following):
                found = row, child
                break
        if found is None:
            return None
        node, state = found
    return node if same(state, root) else None

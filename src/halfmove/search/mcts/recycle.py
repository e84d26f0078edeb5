"""Room for new nodes: what was visited least is dropped, and the rest moves together.

The same pass lets the tree go on from another root: everything that is not below it is dropped.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import kernel
from halfmove.search.mcts.tree import COUNT_BITS

KEPT = 0.5  # of the rows, at most, when room is made


def make_room(tree: Any, rows: int, used: int, root: int = 0) -> int:
    """Keep the nodes below `root`, as many as leave room for others, and let it be row 0; return the next free row."""
    is_list = isinstance(tree.visits, list)
    target, queue = ([0] * used if is_list else np.empty(used, np.int64) for _ in range(2))
    visits = 0
    while count_kept(tree, root, visits, target, queue) > max(1, int(rows * KEPT)):
        visits = max(2 * visits, 1)
    return move_together(tree, used, root, target)


@kernel
def count_kept(tree: Any, root: int, visits: int, target: Any, queue: Any) -> int:
    """Mark the nodes below `root` whose parents have more than so many visits; return how many there are."""
    for row in range(len(target)):
        target[row] = -1
    target[root] = 0
    queue[0] = root
    kept = 1
    at = 0
    while at < kept:
        node = queue[at]
        first, count = tree.first(node), tree.count(node)
        if tree.visits[node] > visits and count > 0 and target[first] < 0:
            for child in range(first, first + count):
                target[child] = 0
                queue[kept] = child
                kept += 1
        at += 1
    return kept


@kernel
def move_together(tree: Any, used: int, root: int, target: Any) -> int:
    """Move the marked nodes to the front in their order; children that were dropped are made anew when needed."""
    k = tree.players
    kept = 1
    for row in range(used):
        if target[row] >= 0 and row != root:
            target[row] = kept
            kept += 1
    for row in range(used):
        to = target[row]
        if to >= 0:
            first, count = tree.first(row), tree.count(row)
            tree.children[to] = target[first] << COUNT_BITS | count if count > 0 and target[first] >= 0 else 0
            tree.visits[to], tree.spreads[to] = tree.visits[row], tree.spreads[row]
            tree.actions[to], tree.priors[to] = tree.actions[row], tree.priors[row]
            tree.opened[to], tree.pending[to] = tree.opened[row], 0
            if len(tree.amaf_visits) > 1:
                tree.amaf_visits[to] = tree.amaf_visits[row]
            for i in range(k):
                tree.means[to * k + i] = tree.means[row * k + i]
                tree.lows[to * k + i], tree.highs[to * k + i] = tree.lows[row * k + i], tree.highs[row * k + i]
                if len(tree.squares) > 1:
                    tree.squares[to * k + i] = tree.squares[row * k + i]
                if len(tree.amaf_means) > 1:
                    tree.amaf_means[to * k + i] = tree.amaf_means[row * k + i]
    return kept

"""The tree of a Monte Carlo search, as arrays with a row for each node.

Row 0 is the root. The children of a node lie side by side, those that were opened first.

    visits    [rows]      simulations that went through the node
    pending   [rows]      simulations that are on their way through it, where several are at a time
    means     [rows * k]  what they brought on average: to player 0 (k = 1), or to each of k players where k > 2
    spreads   [rows]      what the tree policy keeps of a node: how uncertain its mean is; 0 once its value is proven
    actions   [rows]      the action, or the outcome of chance, that leads here
    priors    [rows]      how likely it is the best action, before any simulation; of an outcome, its probability
    children  [rows]      where the children begin and how many there are, in one number; 0 where there are none yet
    opened    [rows]      how many of the children may be chosen: the first ones
    lows      [rows * k]  the least value that is proven
    highs     [rows * k]  the greatest value that is proven

Machine code has NumPy's arrays; the plain lane has lists, which Python reads three times as fast.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import compiled, plain
from halfmove.errors import HalfmoveError
from halfmove.running.table import MEGABYTE

COUNT_BITS = 16  # of `children`, for how many there are
MOST_CHILDREN = 1 << 12  # of a node; one that has more is never expanded
FIRST_ROWS = 1 << 14  # of a tree of lists, which grow

_INTEGERS = ("visits", "pending", "opened")
_FLOATS = ("spreads", "priors")
_VECTORS = ("means", "lows", "highs")
_ROW = 4 * len(_INTEGERS) + 8 * len(_FLOATS) + 8 + 8  # bytes, without the vectors


@compiled
class Tree:
    """The nodes; `players` is how many values each node has."""

    players: int
    visits: np.ndarray
    pending: np.ndarray
    means: np.ndarray
    spreads: np.ndarray
    actions: np.ndarray
    priors: np.ndarray
    children: np.ndarray
    opened: np.ndarray
    lows: np.ndarray
    highs: np.ndarray

    def first(self, node: int) -> int:
        """Return the row of the first child."""
        return self.children[node] >> COUNT_BITS

    def count(self, node: int) -> int:
        """Return how many children a node has."""
        return self.children[node] & (1 << COUNT_BITS) - 1

    def is_proven(self, node: int) -> bool:
        """Tell whether the value of a node is known for certain."""
        for i in range(node * self.players, (node + 1) * self.players):
            if self.lows[i] != self.highs[i]:
                return False
        return True

    def clear(self, node: int, least: float, greatest: float) -> None:
        """Let a row be a node of which nothing is known."""
        self.visits[node] = 0
        self.spreads[node] = 1.0
        self.priors[node] = 1.0
        self.children[node] = 0
        self.opened[node] = 0
        for i in range(node * self.players, (node + 1) * self.players):
            self.means[i] = 0.0
            self.lows[i] = least
            self.highs[i] = greatest


def rows_in(megabytes: float, players: int) -> int:
    """Return how many rows there may be."""
    rows = int(megabytes * MEGABYTE) // (_ROW + 8 * len(_VECTORS) * players) if megabytes > 0 else 0
    if rows <= 2 * MOST_CHILDREN:
        raise HalfmoveError(f"a tree of {megabytes} MB holds too little: give it 1 at least")
    return rows


def new_tree(players: int, rows: int, native: bool) -> Tree:
    """Return an empty tree: arrays that have all their rows, or lists that have the first of them."""
    if native:
        integers = [np.zeros(rows, np.int32) for _ in _INTEGERS]
        floats = [np.zeros(rows) for _ in _FLOATS]
        vectors = [np.zeros(rows * players) for _ in _VECTORS]
        visits, pending, opened = integers
        means, lows, highs = vectors
        actions, children = np.zeros(rows, np.int64), np.zeros(rows, np.int64)
        return Tree(players, visits, pending, means, floats[0], actions, floats[1], children, opened, lows, highs)
    lists: list[Any] = [[] for _ in range(10)]
    tree = plain(Tree(players, *lists))
    grow(tree, min(rows, FIRST_ROWS))
    return tree


def grow(tree: Any, rows: int) -> None:
    """Give a tree of lists so many rows."""
    more = rows - len(tree.visits)
    for name in (*_INTEGERS, "actions", "children"):
        getattr(tree, name).extend([0] * more)
    for name in _FLOATS:
        getattr(tree, name).extend([0.0] * more)
    for name in _VECTORS:
        getattr(tree, name).extend([0.0] * more * tree.players)

"""The tree of a Monte Carlo search, as arrays with a row for each node.

Row 0 is the root. The children of a node lie side by side: a block, in which those that were opened come first. Of the
others only the visits (none), the action, the prior and the children (none) are known.

    visits        [rows]      simulations that went through the node
    pending       [rows]      simulations that are on their way through it, where several are at a time
    means         [rows * k]  what they brought on average: to player 0 (k = 1), or to each of k players where k > 2
    spreads       [rows]      what the tree policy keeps of a node: how uncertain its mean is; 0 where it is proven
    actions       [rows]      the action, or the outcome of chance, that leads here; to the root, if known
    priors        [rows]      how likely it is the best action, before any simulation; of an outcome, its probability
    children      [rows]      where the block of children begins and how many there are, in one number; 0 for none yet
    opened        [rows]      of a block, at its first row: how many of its children may be chosen
    lows          [rows * k]  the least value that is proven
    highs         [rows * k]  the greatest value that is proven
    squares       [rows * k]  what the simulations brought, squared, on average; only where the policy asks for it
    amaf_visits   [rows]      simulations that took the action here or later; only where the policy asks for it
    amaf_means    [rows * k]  what those brought on average

Machine code has NumPy's arrays; the plain lane has lists, which Python reads three times as fast.
"""

from __future__ import annotations

from collections.abc import Collection
from math import ceil
from typing import Any, NamedTuple

import numpy as np

from halfmove.compiled import compiled, plain
from halfmove.errors import HalfmoveError
from halfmove.running.memory import MEGABYTE, bytes_in

COUNT_BITS = 16  # of `children`, for how many there are
MOST_CHILDREN = 1 << 12  # of a node; one that has more is never expanded
MOST_VISITS = int(np.iinfo(np.int32).max)  # that the columns of visits can count
FIRST_ROWS = 1 << 14  # of a tree of lists, which grow


class Column(NamedTuple):
    """What the rows of an array hold: a kind of number, and one or one for each player."""

    kind: Any
    for_each_player: bool = False
    optional: bool = False


COLUMNS = {
    "visits": Column(np.int32),
    "pending": Column(np.int32),
    "means": Column(np.float64, True),
    "spreads": Column(np.float64),
    "actions": Column(np.int64),
    "priors": Column(np.float64),
    "children": Column(np.int64),
    "opened": Column(np.int32),
    "lows": Column(np.float64, True),
    "highs": Column(np.float64, True),
    "squares": Column(np.float64, True, optional=True),
    "amaf_visits": Column(np.int32, optional=True),
    "amaf_means": Column(np.float64, True, optional=True),
}


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
    squares: np.ndarray
    amaf_visits: np.ndarray
    amaf_means: np.ndarray

    def first(self, node: int) -> int:
        """Return the row of the first child."""
        return self.children[node] >> COUNT_BITS

    def count(self, node: int) -> int:
        """Return how many children a node has."""
        return self.children[node] & (1 << COUNT_BITS) - 1

    def is_proven(self, node: int) -> bool:
        """Tell whether the value of a node is known for certain."""
        if self.players == 1:
            return bool(self.lows[node] == self.highs[node])
        for i in range(node * self.players, (node + 1) * self.players):
            if self.lows[i] != self.highs[i]:
                return False
        return True

    def clear(self, node: int, least: float, greatest: float) -> None:
        """Let a row be a node of which nothing is known."""
        self.visits[node] = 0
        self.pending[node] = 0
        self.spreads[node] = 1.0
        self.children[node] = 0
        for i in range(node * self.players, (node + 1) * self.players):
            self.means[i] = (least + greatest) / 2
            self.lows[i] = least
            self.highs[i] = greatest
            if len(self.squares) > 1:
                self.squares[i] = 0.0
            if len(self.amaf_means) > 1:
                self.amaf_means[i] = 0.0
        if len(self.amaf_visits) > 1:
            self.amaf_visits[node] = 0


def rows_in(megabytes: float, players: int, extras: Collection[str], trees: int, threads: int) -> int:
    """Return how many rows each of some trees may have; half of them are room for the children that a thread adds."""
    columns = [column for name, column in COLUMNS.items() if name in extras or not column.optional]
    each = sum(np.dtype(kind).itemsize * (players if wide else 1) for kind, wide, _ in columns)
    rows, fewest = bytes_in(megabytes, "a tree") // (each * trees), 2 * MOST_CHILDREN * (threads // trees) + 1
    if rows < fewest:
        needed = ceil(fewest * trees * each / MEGABYTE)
        shared = f" for {threads} threads" if threads > 1 else ""
        raise HalfmoveError(f"a tree of {megabytes:g} MB holds too little{shared}: give it {needed} at least")
    return rows


def new_tree(players: int, rows: int, extras: Collection[str], native: bool) -> Tree:
    """Return an empty tree: arrays that have all their rows, or lists that have the first of them."""
    arrays: dict[str, Any] = {}
    for name, (kind, wide, optional) in COLUMNS.items():
        length = 1 if optional and name not in extras else rows * players if wide else rows
        arrays[name] = np.zeros(length, kind) if native else []
    if native:
        return Tree(players, **arrays)
    tree = plain(Tree(players, **arrays))
    grow(tree, min(rows, FIRST_ROWS))
    return tree


def grow(tree: Any, rows: int) -> None:
    """Give a tree of lists so many rows."""
    for name, (kind, wide, _) in COLUMNS.items():
        column = getattr(tree, name)
        column.extend([kind(0).item()] * ((rows * tree.players if wide else rows) - len(column)))

"""Watching a search: every kernel tells its watch what it does, node by node.

    enter(state, player, depth, alpha, beta)    a node begins: `depth` plies are left, the window is that of `player`
    improve(depth, action, value)               `action` is now the best at the node with `depth` plies left
    leave(value, reason)                        a node ends with this value, which is handed back

The law of `improve`: a search calls it when the child of `action` has ended with a value that is better for the player
to move than those of all children before, and that lies inside the window of the node as it is then: alpha < value <
beta. Such a value raises alpha (at a node of MIN, it lowers beta). A value outside the window is a bound: the action
will not be played, and it is not reported. Minimax searches with an open window, so it reports every better action.

A watch is chosen at compile time, so one that does nothing costs nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import Flag, cell, compiled, kernel
from halfmove.core.game import Game
from halfmove.running.node_counter import NodeCounter, allowed_nodes
from halfmove.running.node_counter import Stopped as Stopped

# Why a node ends: all children seen, game over, no plies left, the rest cannot matter, known from a table, the rest
# was left out unseen (forward pruning).
SEARCHED, END, HORIZON, CUT, FOUND, PRUNED = range(6)
REASONS = ("searched", "end", "horizon", "cut", "table", "pruned")


@compiled
class NoWatch:
    """Watches nothing, and costs nothing."""

    def enter(self, state: Any, player: int, depth: int, alpha: float, beta: float) -> None:
        pass

    def improve(self, depth: int, action: int, value: float) -> None:
        pass

    def leave(self, value: float, reason: int) -> float:
        return value


@compiled
class Meter(NodeCounter):
    """Counts nodes, keeps the principal line, knows what is proven, and stops the search when told to.

    Row d of `lines` is the best play of the node being searched with d plies left: `lengths[d]` actions, -1 where there
    was no such node.
    """

    bounds: np.ndarray  # the least and the greatest utility
    lengths: np.ndarray
    lines: np.ndarray
    values: np.ndarray  # of the best action so far, for each row

    estimated = cell(3)  # whether any value was estimated
    doubtful = cell(4)  # whether an estimate was as high or as low as a bound of utility

    def enter(self, state: Any, player: int, depth: int, alpha: float, beta: float) -> None:
        self.count_node()
        if depth > 0:  # the line of a node at the horizon is empty from the start
            self.lengths[depth] = 0

    def improve(self, depth: int, action: int, value: float) -> None:
        keep_line(self, depth, action, value)

    def leave(self, value: float, reason: int) -> float:
        if reason == HORIZON:
            self.estimated = 1
            if value <= self.bounds[0] or value >= self.bounds[1]:
                self.doubtful = 1
        elif reason == PRUNED:
            self.estimated = 1
            self.doubtful = 1
        return value

    def line(self, depth: int) -> tuple[int, ...]:
        """Return the best play found at the node with `depth` plies left."""
        return tuple(self.lines[depth, : max(0, self.lengths.item(depth))].tolist())

    def deepest(self) -> int:
        """Return how few plies were left at the deepest node, the horizon apart."""
        return 1 + int(np.argmax(self.lengths[1:] >= 0))

    def proves(self, value: float, by_bounds: bool = True) -> bool:
        """Tell whether a search that came to `value` has proven it.

        It has if nothing was estimated or, `by_bounds`, if `value` is a bound of utility that no estimate reached.
        """
        reached = by_bounds and value in self.bounds.tolist() and not self.doubtful
        return bool(reached or not self.estimated)


@kernel(inline=False)
def keep_line(meter: Any, depth: int, action: int, value: float) -> None:
    """Put `action` before the line of the node below."""
    length = meter.lengths[depth - 1]
    meter.values[depth] = value
    meter.lines[depth, 0] = action
    for i in range(length):
        meter.lines[depth, i + 1] = meter.lines[depth - 1, i]
    meter.lengths[depth] = length + 1


_KEPT = 64  # rows of the largest meter that is kept for another search
_spare: dict[Any, Meter] = {}  # by rows and bounds: to make one and find its type takes longer than a small search


def spare_meter(game: Game, depth: int, nodes: int | None) -> Meter:
    """Return a meter as `meter` does, one that was used before if there is such."""
    spare = _spare.pop((depth + 2, game.utilities), None)
    if spare is None:
        return meter(game, depth, nodes)
    spare.flag.clear()
    spare.cells.fill(0)
    spare.allowed = allowed_nodes(nodes)
    spare.lengths[1:] = -1
    return spare


def keep_meter(game: Game, used: Meter) -> None:
    """Keep a meter whose search has ended for another one."""
    rows = len(used.lengths)
    if rows <= _KEPT and type(used) is Meter:
        _spare[rows, game.utilities] = used


def meter(game: Game, depth: int, nodes: int | None = None, flag: Flag | None = None) -> Meter:
    """Return a meter for a search of `depth` plies."""
    allowed = allowed_nodes(nodes)
    rows = depth + 2
    lengths = np.full(rows, -1)
    lengths[0] = 0
    return Meter(
        np.array([0, 0, allowed, 0, 0]),
        Flag() if flag is None else flag,
        np.array(game.utilities, np.float64),
        lengths,
        np.empty((rows, rows), np.int64),  # not cleared: `lengths` tells what is in use
        np.empty(rows),
    )


@compiled
class WatchPair:
    """Two watches at once: the meter, and one that the caller chose."""

    meter: Any
    other: Any

    def enter(self, state: Any, player: int, depth: int, alpha: float, beta: float) -> None:
        self.meter.enter(state, player, depth, alpha, beta)
        self.other.enter(state, player, depth, alpha, beta)

    def improve(self, depth: int, action: int, value: float) -> None:
        self.meter.improve(depth, action, value)
        self.other.improve(depth, action, value)

    def leave(self, value: float, reason: int) -> float:
        self.meter.leave(value, reason)
        self.other.leave(value, reason)
        return value

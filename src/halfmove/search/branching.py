"""The branching factor of a search that goes ever deeper: what one more ply costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from halfmove.core.choice import Limit
from halfmove.search.engine import Engine

PLIES = 4  # over which the mean is taken: odd and even depths differ


def branching_factor(nodes: Sequence[int]) -> float | None:
    """Return by how much one more ply multiplies the nodes, as the geometric mean over the last `PLIES` depths.

    `nodes[d]` counts every node that was searched until depth d was complete. One depth alone has no such factor.
    """
    deepest = len(nodes) - 1
    before = max(1, deepest - PLIES)
    if deepest <= before or not nodes[before]:
        return None
    return float((nodes[deepest] / nodes[before]) ** (1 / (deepest - before)))


def nodes_by_depth(engine: Engine, states: Iterable[Any], depth: int) -> list[int]:
    """Search each state to a depth with nothing remembered, and add up the nodes until each depth was complete."""
    total = [0] * (depth + 1)
    for state in states:
        engine.forget()
        complete = 0
        for progress in engine.think(state, Limit(depth=depth)):
            total[progress.depth] += progress.nodes
            complete, nodes = progress.depth, progress.nodes
        for deeper in range(complete + 1, depth + 1):  # a value that is proven costs nothing more
            total[deeper] += nodes
    return total

"""Counting nodes, and stopping a search that is told to stop or has used up its nodes."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import Flag, cell, compiled, kernel

ANY_NUMBER_OF_NODES = int(np.iinfo(np.int64).max)  # more are not counted


def allowed_nodes(nodes: int | None) -> int:
    """Return a limit of nodes as a counter holds it."""
    return ANY_NUMBER_OF_NODES if nodes is None else min(nodes, ANY_NUMBER_OF_NODES)


class Stopped(Exception):
    """The search was told to stop, or its nodes are used up."""


@compiled
class NodeCounter:
    """Grants nodes in stretches: only between two of them the stop flag is polled."""

    cells: np.ndarray  # the numbers that change
    flag: Flag

    stretch = 1024  # nodes between two looks at the flag: about 10 microseconds

    granted = cell(0)  # nodes so far, those that are left included
    left = cell(1)  # nodes until the next look
    allowed = cell(2)  # nodes in all

    def count_node(self) -> None:
        if self.left == 0:
            poll_stop(self)
        self.left -= 1

    @property
    def nodes(self) -> int:
        return int(self.granted - self.left)


@kernel(inline=False)
def poll_stop(counter: Any) -> None:
    """Grant the next nodes, unless the search is to stop."""
    if counter.flag.is_set() or counter.granted >= counter.allowed:
        raise Stopped
    counter.left = min(counter.stretch, counter.allowed - counter.granted)
    counter.granted += counter.left

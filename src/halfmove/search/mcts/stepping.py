"""A Monte Carlo tree search, one simulation at a time, for a reader who watches how its tree grows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from halfmove.core.choice import Limit
from halfmove.search.mcts.growing import Search
from halfmove.search.mcts.tree_search import TreeSearch


class Simulation(NamedTuple):
    """One simulation: the rows that it went through, from the root on."""

    number: int  # from 1 on
    path: tuple[int, ...]


def simulations_of(owner: TreeSearch, state: Any, most: int, seed: int = 0) -> Iterator[Simulation]:
    """Yield up to `most` simulations, fewer where the root is proven; the tree is the one of a search with as many.

    Between two of them the arrays of `owner.trees[0]` show how the tree stands. The search is one of the plain lane.
    """
    assert not owner.native
    search = Search(owner, state, (), Limit(), 1, (), seed)
    simulate, worker = search.prepare(), search.workers[0]
    for number in range(1, most + 1):
        if not simulate(worker, search.root, 1):
            return
        yield Simulation(number, tuple(int(row) for row in worker.path[: worker.depth + 1]))

"""Iterative deepening: search 1 ply, then 2, then 3, ..., and answer with the deepest search that was completed.

Any depth-limited search becomes one that can be stopped at any time (Zell, section 5.4; CS 188).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from halfmove.core.choice import TO_THE_END, Choice, Limit
from halfmove.core.game import Game
from halfmove.search.decide import Interrupted


def deepen(
    search: Callable[..., Choice], game: Game, state: Any = None, limit: Limit | None = None, **options: Any
) -> Iterator[Choice]:
    """Yield the choice of each completed depth, until one is proven or the limit is reached.

    `search(game, state, depth, limit=..., **options)` is any depth-limited search. The nodes and seconds of a choice
    are those of all depths together. A search that was stopped is yielded only where none was completed before it.
    """
    limit = limit or Limit()
    share = limit.share()
    nodes, seconds = 0, 0.0  # of the searches: compilation is never on the clock
    best: Choice | None = None
    for depth in range(1, (limit.depth or TO_THE_END) + 1):
        nodes_left = None if limit.nodes is None else limit.nodes - nodes
        seconds_left = None if share is None else share - seconds
        if nodes_left is not None and nodes_left <= 0 or seconds_left is not None and seconds_left <= 0:
            return
        try:
            choice = search(game, state, depth, limit=Limit(nodes=nodes_left, seconds=seconds_left), **options)
        except Interrupted as interrupted:
            raise Interrupted(best or interrupted.choice) from None
        nodes += choice.nodes
        seconds += choice.seconds
        if choice.stopped and best:
            return
        best = replace(choice, nodes=nodes, seconds=seconds)
        yield best
        if choice.stopped or choice.exact:
            return


def deepest(
    search: Callable[..., Choice], game: Game, state: Any = None, limit: Limit | None = None, **options: Any
) -> Choice:
    """Return the last choice of `deepen`."""
    *_, last = deepen(search, game, state, limit, **options)
    return last

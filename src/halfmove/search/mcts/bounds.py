"""What is proven of a node follows from what is proven of its children (score-bounded: Cazenave and Saffidine 2010).

In a game of more than two players each of them has bounds of his own. Of two actions that are worth the same to the
mover he may choose either, so what the others get lies anywhere between these two.
"""

from __future__ import annotations

from typing import Any

from halfmove.compiled import kernel
from halfmove.core.game import CHANCE


@kernel
def tighten(worker: Any, node: int, mover: int) -> bool:
    """Bring the bounds of a node closer together by those of its children; tell whether that may matter above it."""
    tree, k = worker.tree, worker.tree.players
    changed = False
    for player in range(k):
        low, high = bounds_of(worker.game, tree, node, mover, player)
        at = node * k + player
        low = max(low, tree.lows[at])
        high = max(min(high, tree.highs[at]), low)  # rounded averages of chance may lie the other way round
        if low != tree.lows[at] or high != tree.highs[at]:
            tree.lows[at], tree.highs[at] = low, high
            changed = True
    return changed or tree.is_proven(node)


@kernel
def bounds_of(game: Any, tree: Any, node: int, mover: int, player: int) -> tuple[float, float]:
    """Return between what the value of a node for `player` lies, by its children; one not opened is worth anything."""
    k, least, greatest = tree.players, game.utilities[0], game.utilities[1]
    first = tree.first(node)
    opened = tree.opened[first]  # read once: another thread may open a child meanwhile
    last = first + opened
    unknown = opened < tree.count(node)
    low, high = 0.0, 0.0
    if mover == CHANCE:
        for child in range(first, last):
            low += tree.priors[child] * tree.lows[child * k + player]
            high += tree.priors[child] * tree.highs[child * k + player]
    elif mover == player:
        low, high = least, greatest if unknown else least
        for child in range(first, last):
            low = max(low, tree.lows[child * k + player])
            high = max(high, tree.highs[child * k + player])
    elif k == 1:
        low, high = least if unknown else greatest, greatest
        for child in range(first, last):
            low = min(low, tree.lows[child])
            high = min(high, tree.highs[child])
    elif unknown:
        low, high = least, greatest
    else:
        enough = least  # that the mover gets
        for child in range(first, last):
            enough = max(enough, tree.lows[child * k + mover])
        low, high = greatest, least
        for child in range(first, last):
            if tree.highs[child * k + mover] >= enough:
                low = min(low, tree.lows[child * k + player])
                high = max(high, tree.highs[child * k + player])
    return low, high

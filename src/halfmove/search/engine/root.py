"""The root of the engine's search: actions in the order of what is known of them."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import kernel, next_float
from halfmove.search.engine.node import INFINITY, Node, search_node
from halfmove.search.engine.worker import ESTIMATED, PROVEN


@kernel
def search_root(worker: Any, state: Any, depth: int, alpha: float, beta: float, first: int) -> float:
    """Return the value for the mover of his best action, those before place `first` left out, or a bound.

    Whenever an action turns out better it comes to place `first`, and its line is kept: a search that is stopped
    leaves the best so far there.
    """
    worker.list_start = 0
    outcome, best_outcome = PROVEN, ESTIMATED  # of all that was searched; of the best of it
    mover, actions = worker.game.to_move(state), worker.root_actions
    best, low = -INFINITY, alpha
    for place in range(first, len(actions)):
        action = int(actions[place])
        child = worker.game.result(state, action)
        narrow = worker.use.null_window and place > first and low > -INFINITY
        upper = next_float(low) if narrow else beta
        while True:
            value = search_node(worker, child, Node(depth - 1, 1, low, upper, mover, action))
            if upper == beta or not low < value < beta:
                break
            upper = beta
        outcome |= worker.outcome
        if value > best:
            best, best_outcome = value, worker.outcome
        if value > low:
            low = value
            worker.bring_to_front(place, first, action, value)
            worker.keep_line(0, action)
            if value >= beta:
                break
    return worker.answer(best, best_outcome if best > worker.most else outcome)

"""The root of a search with dice: each action with its value, as far as it is known."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import kernel, next_float
from halfmove.core.game import CHANCE
from halfmove.running.table import NO_ACTION
from halfmove.search.dice.lists import PREVIEW_FROM
from halfmove.search.dice.node import ALL, INFINITY, Node, search_node
from halfmove.search.engine.worker import ESTIMATED, PROVEN


@kernel
def search_dice_root(worker: Any, state: Any, depth: int, alpha: float, beta: float, first: int) -> float:
    """Return the value for the mover of his best action, those before place `first` left out, or a bound.

    Whenever an action turns out better it comes to place `first`, and its line is kept: a search that is stopped
    leaves the best so far there. Where it is chance that acts, the value is an average, of the first player.
    """
    worker.list_start = 0
    mover, actions, values = worker.game.to_move(state), worker.root_actions, worker.root_values
    if mover == CHANCE:
        sign = 1.0 if worker.perspective == 0 else -1.0
        return sign * search_node(worker, state, Node(depth, 0, alpha, beta, 0, NO_ACTION, ALL))
    sign = 1.0 if mover == worker.perspective else -1.0
    outcome, best_outcome = PROVEN, ESTIMATED  # of all that was searched; of the best of it
    best, low = -INFINITY, alpha
    for place in range(first, len(actions)):
        action = int(actions[place])
        child = worker.game.result(state, action)
        narrow = worker.use.null_window and place > first and low > -INFINITY and depth >= PREVIEW_FROM
        upper = next_float(low) if narrow else beta
        while True:
            window = (low, upper) if sign > 0.0 else (-upper, -low)
            value = sign * search_node(worker, child, Node(depth - 1, 1, window[0], window[1], 0, action, ALL))
            if upper == beta or not low < value < beta:
                break
            upper = beta
        outcome |= worker.outcome
        values[place] = value
        if value > best:
            best, best_outcome = value, worker.outcome
        if value > low:
            low = value
            worker.bring_to_front(place, first, action, value)
            worker.keep_line(0, action)
            if value >= beta:
                break
    return worker.answer(best, best_outcome if best >= worker.top(sign) else outcome)

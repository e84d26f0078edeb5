"""The root of the engine's search: actions in the order of what is known of them."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import kernel, next_float
from halfmove.search.engine.node import INFINITY, value_of
from halfmove.search.engine.worker import GUESSED, TOP, VIEW


@kernel
def best_value(
    game: Any, state: Any, depth: int, alpha: float, beta: float, first: int, desk: Any, table: Any, use: Any
) -> float:
    """Return the value for the mover of his best action, those before place `first` left out, or a bound.

    Whenever an action turns out better it comes to place `first`, and its line is kept: a search that is stopped
    leaves the best so far there.
    """
    desk.cells[TOP] = 0
    guessed, best_guessed = 0, 1  # by what was searched; by the best of it
    sign = 1.0 if game.to_move(state) == desk.cells[VIEW] else -1.0
    best, low = -INFINITY, alpha
    for place in range(first, len(desk.roots)):
        action = int(desk.roots[place])
        child = game.result(state, action)
        narrow = use.null_window and place > first and low > -INFINITY
        upper = next_float(low) if narrow else beta
        value = sign * value_of(game, child, depth - 1, 1, sign * low, sign * upper, action, desk, table, use)
        if narrow and low < value < beta:
            value = sign * value_of(game, child, depth - 1, 1, sign * low, sign * beta, action, desk, table, use)
        guessed |= desk.cells[GUESSED]
        if value > best:
            best, best_guessed = value, desk.cells[GUESSED]
        if value > low:
            low = value
            for i in range(place, first, -1):
                desk.roots[i] = desk.roots[i - 1]
                desk.values[i] = desk.values[i - 1]
            desk.roots[first] = action
            desk.values[first] = value
            desk.keep_line(0, action)
            if value >= beta:
                break
    desk.cells[GUESSED] = best_guessed if best > desk.bounds[2] else guessed
    return best

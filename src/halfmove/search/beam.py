"""Forward pruning: look only at the `width` actions that seem best, as people do (000, section 5.4).

What is pruned so is not proven to be worse: the best action may be among it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import kernel
from halfmove.core.choice import Choice, Limit
from halfmove.core.game import CHANCE, Game
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.running.watch import CUT, END, HORIZON, PRUNED, SEARCHED
from halfmove.search.decide import decide

INFINITY = float("inf")


def beam(
    game: Game,
    state: Any = None,
    depth: int | None = None,
    *,
    width: int = 3,
    limit: Limit | None = None,
    watch: Any = None,
) -> Choice:
    """Choose an action by alpha-beta over the `width` most promising actions of each state."""
    if width < 1:
        raise HalfmoveError(f"a beam of width {width} leaves nothing to search")
    return decide(value_of, game, state, depth, limit, watch, width, -INFINITY, INFINITY)


@kernel
def value_of(
    game: Any, state: Any, player: int, depth: int, width: int, alpha: float, beta: float, watch: Any
) -> float:
    """Return the value of `state` as if no other actions than the `width` most promising were legal, or a bound."""
    watch.enter(state, player, depth, alpha, beta)
    if game.is_terminal(state):
        return watch.leave(game.utility(state, player), END)
    if depth == 0:
        return watch.leave(game.evaluate(state, player), HORIZON)
    mover = game.to_move(state)
    if mover == CHANCE:
        raise WrongGame("beam search does not average over chance: use expectiminimax")
    count = 0
    for _ in game.actions(state):
        count += 1
    actions, promises = np.empty(count, np.int64), np.empty(count)
    rank_actions(game, state, mover, actions, promises)
    best = -INFINITY if mover == player else INFINITY
    reason = SEARCHED if count <= width else PRUNED
    for i in range(min(count, width)):
        action = int(actions[i])
        value = value_of(game, game.result(state, action), player, depth - 1, width, alpha, beta, watch)
        if value > best if mover == player else value < best:
            best = value
            watch.improve(depth, action, value)
        if mover == player:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            if reason == SEARCHED:
                reason = CUT
            break
    return watch.leave(best, reason)


@kernel
def rank_actions(game: Any, state: Any, mover: int, actions: Any, promises: Any) -> int:
    """List the actions by what `mover` seems to get from each, the best first; equals keep their order."""
    count = 0
    for action in game.actions(state):
        child = game.result(state, action)
        promise = game.utility(child, mover) if game.is_terminal(child) else game.evaluate(child, mover)
        at = count
        while at > 0 and promises[at - 1] < promise:
            actions[at], promises[at] = actions[at - 1], promises[at - 1]
            at -= 1
        actions[at], promises[at] = action, promise
        count += 1
    return count

"""Alpha-beta with its choices left open: where to stop, what to try, what to remember.

`SearchPolicy` decides them as the book does. A search that differs in one of them is a subclass that says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from halfmove.compiled import compiled, kernel
from halfmove.core.game import CHANCE
from halfmove.errors import WrongGame
from halfmove.running.table import NO_ACTION, Entry
from halfmove.running.watch import CUT, END, FOUND, HORIZON, PRUNED, SEARCHED

INFINITY = float("inf")
UNKNOWN = Entry(0.0, NO_ACTION, 0)


@kernel
def value_of(
    game: Any, advice: Any, state: Any, player: int, depth: int, alpha: float, beta: float, policy: Any, watch: Any
) -> float:
    """Return the value of `state` for `player`, who is MAX, or a bound that is enough, as `alphabeta.value_of` does."""
    watch.enter(state, player, depth, alpha, beta)
    if game.is_terminal(state):
        return watch.leave(game.utility(state, player), END)
    if policy.is_horizon(advice, state, depth):
        return watch.leave(advice.evaluate(state, player), HORIZON)
    mover = game.to_move(state)
    if mover == CHANCE:
        raise WrongGame("alpha-beta does not average over chance: use expectiminimax, star1 or star2")
    entry = policy.find(game, state, depth, alpha, beta)
    if entry.info != 0:
        return watch.leave(entry.value, FOUND)
    best, best_action, reason = -INFINITY if mover == player else INFINITY, 0, SEARCHED
    low, high = alpha, beta
    for action in policy.actions(game, advice, state, depth):
        value = value_of(game, advice, game.result(state, action), player, depth - 1, low, high, policy, watch)
        if value > best if mover == player else value < best:
            best, best_action = value, action
            if low < best < high:
                watch.improve(depth, action, best)
            low, high = (max(low, best), high) if mover == player else (low, min(high, best))
            if low >= high:
                reason = CUT
                break
    policy.store(game, state, depth, alpha, beta, best, best_action)
    return watch.leave(best, PRUNED if policy.left_out(depth) else reason)


@compiled
class SearchPolicy:
    """The choices of the book."""

    def is_horizon(self, advice: Any, state: Any, depth: int) -> bool:
        """Tell whether to evaluate `state` instead of looking further."""
        return depth == 0

    def actions(self, game: Any, advice: Any, state: Any, depth: int) -> Iterator[int]:
        """Yield the actions to look at, in this order."""
        return game.actions(state)

    def left_out(self, depth: int) -> bool:
        """Tell whether `actions` left some out at the node with `depth` plies left."""
        return False

    def find(self, game: Any, state: Any, depth: int, alpha: float, beta: float) -> Entry:
        """Return the entry of a table that answers for `state`, or UNKNOWN."""
        return UNKNOWN

    def store(self, game: Any, state: Any, depth: int, alpha: float, beta: float, value: float, action: int) -> None:
        """Remember what was found out about `state` with this window."""

"""Quiescence: do not evaluate in the middle of an exchange (000, section 5.4).

At the horizon a state is evaluated only if the game calls it quiet; otherwise the search goes on, by `extra` plies at
most.
"""

from __future__ import annotations

from typing import Any

from halfmove.compiled import kernel
from halfmove.core.choice import Choice, Limit
from halfmove.core.game import CHANCE, Game
from halfmove.errors import WrongGame
from halfmove.running.watch import CUT, END, HORIZON, SEARCHED
from halfmove.search.decide import decide

INFINITY = float("inf")


def quiescence(
    game: Game,
    state: Any = None,
    depth: int | None = None,
    *,
    extra: int = 8,
    limit: Limit | None = None,
    watch: Any = None,
) -> Choice:
    """Choose an action by alpha-beta to `depth` plies, and up to `extra` more where the game is not quiet."""
    return decide(value_of, game, state, depth, limit, watch, extra, -INFINITY, INFINITY, beyond=extra)


@kernel
def value_of(
    game: Any, state: Any, player: int, depth: int, extra: int, alpha: float, beta: float, watch: Any
) -> float:
    """Return the value of `state`, or a bound that is enough; the last `extra` plies are for what is not quiet."""
    watch.enter(state, player, depth, alpha, beta)
    if game.is_terminal(state):
        return watch.leave(game.utility(state, player), END)
    if depth <= extra and (depth == 0 or game.is_quiet(state)):
        return watch.leave(game.evaluate(state, player), HORIZON)
    mover = game.to_move(state)
    if mover == CHANCE:
        raise WrongGame("quiescence search does not average over chance: use expectiminimax")
    best = -INFINITY if mover == player else INFINITY
    for action in game.actions(state):
        value = value_of(game, game.result(state, action), player, depth - 1, extra, alpha, beta, watch)
        if value > best if mover == player else value < best:
            best = value
            if mover == player:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                return watch.leave(best, CUT)
            watch.improve(depth, action, value)
    return watch.leave(best, SEARCHED)

"""Minimax: the best that MAX can get against a perfect MIN (AIMA, figure 5.3; Chapter 9, algorithm 26).

With a depth it is H-minimax: where the plies run out, `evaluate` stands for what was not searched (Zell, section 5.4).
"""

from __future__ import annotations

from typing import Any, Unpack

from halfmove.compiled import kernel
from halfmove.core.choice import Choice
from halfmove.core.game import CHANCE, Game
from halfmove.errors import WrongGame
from halfmove.running.watch import END, HORIZON, SEARCHED
from halfmove.search.decide import Options, decide

INFINITY = float("inf")


def minimax(game: Game, state: Any = None, depth: int | None = None, **options: Unpack[Options]) -> Choice:
    """Choose an action by looking at every line of play, `depth` plies far or to the end."""
    return decide(value_of, game, state, depth, **options)


@kernel
def value_of(game: Any, advice: Any, state: Any, player: int, depth: int, watch: Any) -> float:
    """Return the minimax value of `state` for `player`, who is MAX, with `depth` plies to go."""
    watch.enter(state, player, depth, -INFINITY, INFINITY)
    if game.is_terminal(state):
        return watch.leave(game.utility(state, player), END)
    if depth == 0:
        return watch.leave(advice.evaluate(state, player), HORIZON)
    mover = game.to_move(state)
    if mover == CHANCE:
        raise WrongGame("minimax does not average over chance: use expectiminimax")
    best = -INFINITY if mover == player else INFINITY
    for action in game.actions(state):
        value = value_of(game, advice, game.result(state, action), player, depth - 1, watch)
        if value > best if mover == player else value < best:
            best = value
            watch.improve(depth, action, value)
    return watch.leave(best, SEARCHED)

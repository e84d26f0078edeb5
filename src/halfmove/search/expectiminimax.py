"""Expectiminimax: minimax for games in which chance has turns too (Zell, section 5.5; Chapter 9, section 9.4)."""

from __future__ import annotations

from typing import Any, Unpack

from halfmove.compiled import kernel
from halfmove.core.choice import Choice
from halfmove.core.game import CHANCE, Game
from halfmove.running.watch import END, HORIZON, SEARCHED
from halfmove.search.decide import Options, decide

INFINITY = float("inf")


def expectiminimax(game: Game, state: Any = None, depth: int | None = None, **options: Unpack[Options]) -> Choice:
    """Choose the action with the best expected value, `depth` plies far or to the end; a roll of dice is a ply."""
    return decide(value_of, game, state, depth, **options)


@kernel
def value_of(game: Any, advice: Any, state: Any, player: int, depth: int, watch: Any) -> float:
    """Return the expected minimax value of `state` for `player`, who is MAX."""
    watch.enter(state, player, depth, -INFINITY, INFINITY)
    if game.is_terminal(state):
        return watch.leave(game.utility(state, player), END)
    if depth == 0:
        return watch.leave(advice.evaluate(state, player), HORIZON)
    mover = game.to_move(state)
    if mover == CHANCE:
        average = 0.0
        for outcome, probability in game.chances(state):
            average += probability * value_of(game, advice, game.result(state, outcome), player, depth - 1, watch)
        return watch.leave(average, SEARCHED)
    best = -INFINITY if mover == player else INFINITY
    for action in game.actions(state):
        value = value_of(game, advice, game.result(state, action), player, depth - 1, watch)
        if value > best if mover == player else value < best:
            best = value
            watch.improve(depth, action, value)
    return watch.leave(best, SEARCHED)

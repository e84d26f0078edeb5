"""How strong a learner is: games against an opponent who stays the same, each seat in turn."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import kernel
from halfmove.core.advice import Advice
from halfmove.core.chance import CHANCE
from halfmove.core.game import Game

OPENING = 4  # random actions at the beginning, where chance does not make games differ
PLIES = 5000  # after which a game counts as even


def has_evaluation(game: Game) -> bool:
    """Tell whether a game has an evaluation of its own, which can be an opponent."""
    return type(game).evaluate is not Game.evaluate or type(game.advice).evaluate is not Advice.evaluate


@kernel
def duel(learner: Any, advice: Any, start: Any, rng: Any, games: int, evaluates: bool, opening: int) -> float:
    """Return what the learner gets on average against one who takes the best evaluation, or anything, in each seat."""
    game, total = learner.game, 0.0
    low, high = game.utilities
    for number in range(games):
        state, seat, ply = start, number % game.players, 0
        while not game.is_terminal(state) and ply < PLIES:
            player = game.to_move(state)
            if player == CHANCE or ply < opening or player != seat and not evaluates:
                state = game.result(state, game.sample(state, rng))
            elif player == seat:
                state = learner.best_child(state)
            else:
                state = best_evaluated(advice, state)
            ply += 1
        total += game.utility(state, seat) if game.is_terminal(state) else (low + high) / 2
    return total / games


@kernel
def best_evaluated(advice: Any, state: Any) -> Any:
    """Return the state after the action that the advice evaluates best."""
    game, player, best, chosen = advice.game, advice.game.to_move(state), -np.inf, state
    for action in game.actions(state):
        child = game.result(state, action)
        value = game.utility(child, player) if game.is_terminal(child) else advice.evaluate(child, player)
        if value > best:
            best, chosen = value, child
    return chosen

"""Max^n: more than two players, each out for himself (Zell, section 5.2; Luckhardt and Irani 1986).

Instead of a value a vector is backed up: each player chooses the action that is best in his own component.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Unpack

import numpy as np

from halfmove.compiled import kernel
from halfmove.core.choice import Choice
from halfmove.core.game import CHANCE, Game
from halfmove.running.watch import END, HORIZON, SEARCHED
from halfmove.search.decide import Options, decide, plies_within

ANY_NUMBER = 1 << 30


def maxn(game: Game, state: Any = None, depth: int | None = None, **options: Unpack[Options]) -> Choice:
    """Choose the action that is best for the player to move if every other player does the same.

    What the others choose depends on what they expect, so a value is proven only if nothing was estimated.
    """
    plies = plies_within(depth, options.get("limit"))
    vectors = np.zeros((plies + 1, game.players))
    watch: Any = options.get("watch")
    if hasattr(watch, "vectors"):
        watch.vectors = vectors  # a watch that draws trees shows what each player gets
    choice = decide(value_of, game, state, depth, vectors, most_players=ANY_NUMBER, bounds_prove=False, **options)
    return choice if choice.stopped else replace(choice, vector=tuple(map(float, vectors[plies])))


@kernel
def value_of(game: Any, advice: Any, state: Any, player: int, depth: int, vectors: Any, watch: Any) -> float:
    """Write what each player gets from `state` into row `depth` of `vectors`; return the component of `player`."""
    watch.enter(state, player, depth, -np.inf, np.inf)
    mine = vectors[depth]
    if game.is_terminal(state):
        for i in range(len(mine)):
            mine[i] = game.utility(state, i)
        return watch.leave(float(mine[player]), END)
    if depth == 0:
        for i in range(len(mine)):
            mine[i] = advice.evaluate(state, i)
        return watch.leave(float(mine[player]), HORIZON)
    mover = game.to_move(state)
    if mover == CHANCE:
        mine[:] = 0.0
        for outcome, probability in game.chances(state):
            value_of(game, advice, game.result(state, outcome), player, depth - 1, vectors, watch)
            mine += probability * vectors[depth - 1]
        return watch.leave(float(mine[player]), SEARCHED)
    mine[:] = -np.inf
    for action in game.actions(state):
        value_of(game, advice, game.result(state, action), player, depth - 1, vectors, watch)
        if vectors[depth - 1, mover] > mine[mover]:
            mine[:] = vectors[depth - 1]
            watch.improve(depth, action, float(mine[player]))
    return watch.leave(float(mine[player]), SEARCHED)

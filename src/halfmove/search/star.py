"""Pruning at chance nodes: an average is bounded once utilities are (Ballard 1983; Zell, section 5.5).

Chapter 9, algorithm 29 passes the parent's window through a chance node unchanged, which gives wrong values. The
window of an outcome follows from what the others can at most and at least contribute.
"""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np

from halfmove.compiled import kernel
from halfmove.core.choice import Choice
from halfmove.core.game import CHANCE, Game
from halfmove.errors import HalfmoveError
from halfmove.running.watch import CUT, END, HORIZON, SEARCHED
from halfmove.search.decide import Options, decide

INFINITY = float("inf")
ALL = 1 << 30  # actions: all that there are


def star1(game: Game, state: Any = None, depth: int | None = None, **options: Unpack[Options]) -> Choice:
    """Choose as expectiminimax does; outcomes not yet searched count with the bounds of utility."""
    return decide(value_of, game, state, depth, -INFINITY, INFINITY, 0, ALL, **options)


def star2(
    game: Game, state: Any = None, depth: int | None = None, *, probes: int = 1, **options: Unpack[Options]
) -> Choice:
    """Choose as expectiminimax does; a first look at one action of each outcome narrows the bounds (Star2).

    With more `probes` than one it is Star2.5, which looks at so many actions of each outcome first.
    """
    if probes < 1:
        raise HalfmoveError(f"Star2 with {probes} probes: there must be one at least; without any it is star1")
    return decide(value_of, game, state, depth, -INFINITY, INFINITY, probes, ALL, **options)


@kernel
def value_of(
    game: Any,
    advice: Any,
    state: Any,
    player: int,
    depth: int,
    alpha: float,
    beta: float,
    probes: int,
    looks: int,
    watch: Any,
) -> float:
    """Return the expected minimax value of `state` for `player`, or a bound that is enough, as alpha-beta does.

    Of a player's actions only the first `looks` are searched: all, or a few for a probe, which bounds the value from
    the mover's side.
    """
    watch.enter(state, player, depth, alpha, beta)
    if game.is_terminal(state):
        return watch.leave(game.utility(state, player), END)
    if depth == 0:
        return watch.leave(advice.evaluate(state, player), HORIZON)
    mover = game.to_move(state)

    if mover == CHANCE:
        count = 0
        for _ in game.chances(state):
            count += 1
        lows, highs = np.empty(count), np.empty(count)  # the least and the most that each outcome can be worth
        lows[:], highs[:] = game.utilities[0], game.utilities[1]
        least, most = game.utilities[0], game.utilities[1]  # that the average can be

        if probes > 0 and depth > 1:
            for i, (outcome, probability) in enumerate(game.chances(state)):
                child = game.result(state, outcome)
                if probability > 0.0 and not game.is_terminal(child) and game.to_move(child) != CHANCE:
                    low, high = float(lows[i]), float(highs[i])
                    if game.to_move(child) == player:
                        enough = min(high, low + (beta - least) / probability)
                        value = value_of(game, advice, child, player, depth - 1, low, enough, probes, probes, watch)
                        lows[i] = value
                        least += probability * (value - low)
                    else:
                        enough = max(low, high - (most - alpha) / probability)
                        value = value_of(game, advice, child, player, depth - 1, enough, high, probes, probes, watch)
                        highs[i] = value
                        most -= probability * (high - value)
                    if least >= beta:
                        return watch.leave(least, CUT)
                    if most <= alpha:
                        return watch.leave(most, CUT)

        average = 0.0  # of the outcomes searched so far; those after them add from `least` to `most`
        for i, (outcome, probability) in enumerate(game.chances(state)):
            low, high = float(lows[i]), float(highs[i])
            if probability > 0.0:
                least -= probability * low
                most -= probability * high
                floor, ceiling = (alpha - average - most) / probability, (beta - average - least) / probability
                if high <= floor:
                    return watch.leave(average + probability * high + most, CUT)
                if low >= ceiling:
                    return watch.leave(average + probability * low + least, CUT)
                value = low
                if low < high:
                    child = game.result(state, outcome)
                    floor_here, ceiling_here = max(low, floor), min(high, ceiling)
                    value = value_of(
                        game, advice, child, player, depth - 1, floor_here, ceiling_here, probes, ALL, watch
                    )
                average += probability * value
                if value <= floor:
                    return watch.leave(average + most, CUT)
                if value >= ceiling:
                    return watch.leave(average + least, CUT)
        return watch.leave(average, SEARCHED)

    best = -INFINITY if mover == player else INFINITY
    for action in game.actions(state):
        child = game.result(state, action)
        value = value_of(game, advice, child, player, depth - 1, alpha, beta, probes, ALL, watch)
        looks -= 1
        if value > best if mover == player else value < best:
            best = value
            if alpha < best < beta:
                watch.improve(depth, action, best)
            alpha, beta = (max(alpha, best), beta) if mover == player else (alpha, min(beta, best))
        if looks == 0 or alpha >= beta:
            return watch.leave(best, CUT)
    return watch.leave(best, SEARCHED)

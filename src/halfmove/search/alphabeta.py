"""Alpha-beta search: minimax that skips what cannot matter.

Knuth and Moore, "An analysis of alpha-beta pruning", 1975; AIMA, figure 5.7; Chapter 9, algorithm 28.
"""

from __future__ import annotations

from typing import Any, Unpack

from halfmove.compiled import compiled, kernel
from halfmove.core.advice import Advice
from halfmove.core.choice import Choice
from halfmove.core.game import CHANCE, Game
from halfmove.core.rules import legal_actions
from halfmove.errors import WrongGame
from halfmove.running.run import run
from halfmove.running.watch import CUT, END, HORIZON, SEARCHED
from halfmove.search.decide import Options, decide, meter_for, plies_within, with_advice

INFINITY = float("inf")


def alphabeta(
    game: Game, state: Any = None, depth: int | None = None, *, cut_equal: bool = True, **options: Unpack[Options]
) -> Choice:
    """Choose an action, looking `depth` plies ahead or to the end.

    Both ways to prune are taught: on `alpha >= beta` (`cut_equal`), or only on `alpha > beta`, which searches more
    and lets a value that equals a bound be told from a worse one.
    """
    pruning = CUT_EQUAL if cut_equal else CUT_BEYOND
    return decide(value_of, game, state, depth, -INFINITY, INFINITY, pruning, **options)


@compiled
class CutEqual:
    """Prune as soon as a node cannot matter."""

    def cuts(self, alpha: float, beta: float) -> bool:
        return alpha >= beta


@compiled
class CutBeyond:
    """Prune only what is worse, so that a value that equals a bound can be told from a worse one."""

    def cuts(self, alpha: float, beta: float) -> bool:
        return alpha > beta


CUT_EQUAL, CUT_BEYOND = CutEqual(), CutBeyond()


@kernel
def value_of(
    game: Any, advice: Any, state: Any, player: int, depth: int, alpha: float, beta: float, pruning: Any, watch: Any
) -> float:
    """Return the minimax value v of `state` for `player`, who is MAX, or a bound that is enough.

    alpha < result < beta    v == result
    result <= alpha          v <= result: MAX has better elsewhere
    result >= beta           v >= result: MIN will not come here

    With `CutBeyond`, v == result also where the result equals a bound.
    """
    watch.enter(state, player, depth, alpha, beta)
    if game.is_terminal(state):
        return watch.leave(game.utility(state, player), END)
    if depth == 0:
        return watch.leave(advice.evaluate(state, player), HORIZON)
    mover = game.to_move(state)
    if mover == CHANCE:
        raise WrongGame("alpha-beta does not average over chance: use expectiminimax, star1 or star2")
    best = -INFINITY if mover == player else INFINITY
    for action in game.actions(state):
        value = value_of(game, advice, game.result(state, action), player, depth - 1, alpha, beta, pruning, watch)
        if value > best if mover == player else value < best:
            best = value
            if pruning.cuts(best, beta) if mover == player else pruning.cuts(alpha, best):
                return watch.leave(best, CUT)
            if alpha < best < beta:
                watch.improve(depth, action, best)
            if mover == player:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
    return watch.leave(best, SEARCHED)


def best_actions(
    game: Game, state: Any = None, depth: int | None = None, *, advice: Advice | None = None
) -> tuple[int, ...]:
    """Return the best actions: all that are worth what the state is, in the order of the game, each proven so.

    A sibling of the best action is searched with a window that begins at its value and is not cut on equality: what
    comes back equals the value or is less.
    """
    state = game.initial if state is None else state
    best = alphabeta(game, state, depth, advice=advice)
    if best.action is None:
        return ()
    rules, advice, root = with_advice(game, state, advice)
    player, plies = game.to_move(state), plies_within(depth, None)
    equal = []
    for action in legal_actions(rules, root):
        child, counter = rules.result(root, action), meter_for(game, plies, None, advice)
        arguments = (rules, advice, child, player, plies - 1, best.value, INFINITY, CUT_BEYOND, counter)
        if run(value_of.prepare(*arguments), counter.flag) == best.value:
            equal.append(action)
    return tuple(equal)

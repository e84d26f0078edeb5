"""The algorithms of the source texts as they are printed, where what is printed does not compute what it claims.

Each stands beside the corrected form in `search/`; `counterexamples` finds the smallest game in which they differ.
Plain Python, for reading: MAX is player 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from halfmove.core.game import CHANCE, Game

MINSCORE, MAXSCORE = -1000.0, 1000.0
MAX = 0

_Memory = dict[Any, float]


def make_a_move(game: Game, state: Any) -> int | None:
    """Chapter 9, algorithm 27: starts from the worst score there can be, and replaces only what is strictly greater.

    If every action scores that, no action is made at all.
    """
    best, best_score = None, game.utilities[0]
    for action in game.actions(state):
        score = minimax(game, game.result(state, action))
        if score > best_score:
            best, best_score = action, score
    return best


def minimax(game: Game, state: Any, depth: int = 1000) -> float:
    """Chapter 9, algorithm 26, and section 9.4 for chance, which are right: the measure for the others."""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if depth == 0:
        return game.advice.evaluate(state, MAX)
    mover = game.to_move(state)
    if mover == CHANCE:
        return sum(p * minimax(game, game.result(state, outcome), depth - 1) for outcome, p in game.chances(state))
    scores = [minimax(game, game.result(state, action), depth - 1) for action in game.actions(state)]
    return max(scores) if mover == MAX else min(scores)


def chance_alphabeta(game: Game, state: Any, alpha: float = MINSCORE, beta: float = MAXSCORE) -> float:
    """Chapter 9, algorithm 29: passes the window unchanged through a chance node, and returns values clipped to it."""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    mover = game.to_move(state)
    if mover == CHANCE:
        average = 0.0
        for outcome, probability in game.chances(state):
            average += probability * chance_alphabeta(game, game.result(state, outcome), alpha, beta)
        return average
    for action in game.actions(state):
        score = chance_alphabeta(game, game.result(state, action), alpha, beta)
        if mover == MAX:
            alpha = max(alpha, score)
            if alpha >= beta:
                return beta
        else:
            beta = min(beta, score)
            if alpha >= beta:
                return alpha
    return alpha if mover == MAX else beta


def memoised_alphabeta(
    game: Game,
    state: Any,
    depth: int = 0,
    max_depth: int = 1000,
    alpha: float = MINSCORE,
    beta: float = MAXSCORE,
    history: _Memory | None = None,
) -> float:
    """Chapter 9, algorithms 30 and 31: stores what alpha-beta returned, keyed by the state alone.

    A search that was cut off returns a bound and not a value, and a value found near the horizon is not one found far
    from it.
    """
    history = {} if history is None else history
    if state not in history:
        history[state] = _subsidiary(game, state, depth, max_depth, alpha, beta, history)
    return history[state]


def _subsidiary(
    game: Game, state: Any, depth: int, max_depth: int, alpha: float, beta: float, history: _Memory
) -> float:
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if depth >= max_depth:
        return game.advice.evaluate(state, MAX)
    for action in game.actions(state):
        score = memoised_alphabeta(game, game.result(state, action), depth + 1, max_depth, alpha, beta, history)
        if game.to_move(state) == MAX:
            alpha = max(alpha, score)
            if alpha >= beta:
                return beta
        else:
            beta = min(beta, score)
            if alpha >= beta:
                return alpha
    return alpha if game.to_move(state) == MAX else beta


def dynamic_programming(game: Game, state: Any, levels: int = 1000) -> _Memory:
    """Chapter 9, algorithm 32: takes all parents of the solved states as the next level and looks their children up.

    A parent may have a child that is not solved yet (a KeyError here), and the current state is never stored.
    """
    children = _reachable(game, state)
    history = {here: game.utility(here, MAX) for here in children if game.is_terminal(here)}
    level = set(history)
    for _ in range(levels):
        level = {parent for parent in children if level & set(children[parent])} - set(history)
        if state in level:
            return history
        for parent in level:
            scores = [history[child] for child in children[parent]]
            history[parent] = max(scores) if game.to_move(parent) == MAX else min(scores)
    return history


def _reachable(game: Game, state: Any) -> dict[Any, list[Any]]:
    children: dict[Any, list[Any]] = {}
    todo = [state]
    while todo:
        here = todo.pop()
        if here not in children:
            over = game.is_terminal(here)
            children[here] = [] if over else [game.result(here, action) for action in game.actions(here)]
            todo += children[here]
    return children


def max_value(game: Game, state: Any, alpha: float = MINSCORE, beta: float = MAXSCORE) -> float:
    """Lecture 5, alpha-beta: MAX-VALUE, which is right but for what it calls."""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    value = MINSCORE
    for action in game.actions(state):
        value = max(value, min_value(game, game.result(state, action), alpha, beta))
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return value


def min_value(game: Game, state: Any, alpha: float = MINSCORE, beta: float = MAXSCORE) -> float:
    """Lecture 5, alpha-beta: MIN-VALUE as printed recurses into MIN-VALUE, so MAX never moves again."""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    value = MAXSCORE
    for action in game.actions(state):
        value = min(value, min_value(game, game.result(state, action), alpha, beta))
        if value <= alpha:
            return value
        beta = min(beta, value)
    return value


def actions_with_value(game: Game, state: Any) -> list[int]:
    """Zell and Kraetzschmar, ALPHA-BETA-SEARCH: "return the action in ACTIONS(state) with value v".

    A child whose search was cut off may report v although it is worth less: each of these may be returned.
    """
    reported, alpha = {}, MINSCORE
    for action in game.actions(state):
        reported[action] = _value(game, game.result(state, action), alpha, MAXSCORE)
        alpha = max(alpha, reported[action])
    return [action for action, value in reported.items() if value == alpha]


def _value(game: Game, state: Any, alpha: float, beta: float) -> float:
    """Alpha-beta as Zell and Kraetzschmar print it, which is right for the root."""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    is_max = game.to_move(state) == MAX
    value = MINSCORE if is_max else MAXSCORE
    for action in game.actions(state):
        child = _value(game, game.result(state, action), alpha, beta)
        value = max(value, child) if is_max else min(value, child)
        if value >= beta if is_max else value <= alpha:
            return value
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
    return value


def average_over_deals(deals: Sequence[float], probabilities: Sequence[float], sample: Sequence[int]) -> float:
    """Zell, section 5.6: weighs each sampled deal by its probability, although a likely deal is drawn more often."""
    return sum(probabilities[deal] * deals[deal] for deal in sample) / len(sample)

"""Oracles: what every search should find, in the plainest Python there is. Nothing is shared with `halfmove`.

A `game` is asked its questions; -1 is chance; `policy` is what a state that comes back on a path means.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np

CHANCE = -1
ALLOWED, DRAW, ILLEGAL = "allowed", "draw", "illegal"
TO_THE_END = 10**9
SWEEPS = 10_000


def halfway(game: Any) -> float:
    return sum(game.utilities) / 2


def moves(game: Any, state: Any, path: tuple[Any, ...] = (), policy: str = ALLOWED) -> list[tuple[int, Any]]:
    """Return the legal actions with the states they lead to; `path` ends with `state`."""
    after = [(action, game.result(state, action)) for action in game.actions(state)]
    return [(action, child) for action, child in after if policy != ILLEGAL or child not in path]


def end_value(game: Any, state: Any, player: int, path: tuple[Any, ...], policy: str) -> float | None:
    """Return what an end of the game is worth, or None where play goes on; `path` ends with `state`."""
    if policy == DRAW and state in path[:-1]:
        return halfway(game)
    if game.is_terminal(state):
        return game.utility(state, player)
    if policy == ILLEGAL and game.to_move(state) != CHANCE and not moves(game, state, path, policy):
        return halfway(game)
    return None


def value(
    game: Any, state: Any, player: int, depth: int = TO_THE_END, policy: str = ALLOWED, path: tuple[Any, ...] = ()
) -> float:
    """Return the (expecti)minimax value of `state` for `player`; everybody else is against him."""
    path = path or (state,)
    over = end_value(game, state, player, path, policy)
    if over is not None:
        return over
    if depth == 0:
        return game.advice.evaluate(state, player)

    def below(child: Any) -> float:
        return value(game, child, player, depth - 1, policy, (*path, child))

    if game.to_move(state) == CHANCE:
        return sum(probability * below(game.result(state, outcome)) for outcome, probability in game.chances(state))
    values = [below(child) for _, child in moves(game, state, path, policy)]
    return max(values) if game.to_move(state) == player else min(values)


def action_values(
    game: Any, state: Any, player: int, depth: int = TO_THE_END, policy: str = ALLOWED
) -> dict[int, float]:
    """Return the value of each action at the root."""
    return {
        action: value(game, child, player, depth - 1, policy, (state, child))
        for action, child in moves(game, state, (state,), policy)
    }


def vector(game: Any, state: Any, depth: int = TO_THE_END) -> tuple[float, ...]:
    """Return the max^n vector; of equally good actions the first counts."""
    players = range(game.players)
    if game.is_terminal(state):
        return tuple(game.utility(state, player) for player in players)
    if depth == 0:
        return tuple(game.advice.evaluate(state, player) for player in players)
    if game.to_move(state) == CHANCE:
        parts = [(p, vector(game, game.result(state, outcome), depth - 1)) for outcome, p in game.chances(state)]
        return tuple(sum(p * part[player] for p, part in parts) for player in players)
    vectors = [vector(game, child, depth - 1) for _, child in moves(game, state)]
    return max(vectors, key=lambda each: each[game.to_move(state)])


def quiescent(game: Any, state: Any, player: int, depth: int, extra: int) -> float:
    """Return the value where a state at the horizon is evaluated only if it is quiet, or `extra` plies further down."""
    if game.is_terminal(state):
        return game.utility(state, player)
    if depth <= 0 and (game.advice.is_quiet(state) or depth == -extra):
        return game.advice.evaluate(state, player)
    values = [quiescent(game, child, player, depth - 1, extra) for _, child in moves(game, state)]
    return max(values) if game.to_move(state) == player else min(values)


def narrow(game: Any, state: Any, player: int, depth: int, width: int) -> float:
    """Return the value where only the `width` actions that look best to the player to move are legal."""
    if game.is_terminal(state):
        return game.utility(state, player)
    if depth == 0:
        return game.advice.evaluate(state, player)
    mover = game.to_move(state)
    children = [child for _, child in moves(game, state)]
    looks = [(game.utility if game.is_terminal(child) else game.advice.evaluate)(child, mover) for child in children]
    best = sorted(range(len(children)), key=lambda i: -looks[i])[:width]
    values = [narrow(game, children[i], player, depth - 1, width) for i in best]
    return max(values) if mover == player else min(values)


def leaves(game: Any, state: Any, depth: int, finished: bool = False, policy: str = ALLOWED, path: Any = ()) -> int:
    """Count the sequences of exactly `depth` actions, or also those that end the game earlier."""
    path = path or (state,)
    if depth == 0:
        return 1
    if end_value(game, state, 0, path, policy) is not None:
        return int(finished)
    if game.to_move(state) == CHANCE:
        children = [game.result(state, outcome) for outcome, _ in game.chances(state)]
    else:
        children = [child for _, child in moves(game, state, path, policy)]
    return sum(leaves(game, child, depth - 1, finished, policy, (*path, child)) for child in children)


def random_play(game: Any, state: Any, player: int, policy: str = ALLOWED, path: Any = ()) -> Fraction:
    """Return exactly what `player` gets on average if everybody draws his actions evenly."""
    path = path or (state,)
    over = end_value(game, state, player, path, policy)
    if over is not None:
        return Fraction(over)
    if game.to_move(state) == CHANCE:
        children = [(Fraction(p), game.result(state, outcome)) for outcome, p in game.chances(state)]
    else:
        after = moves(game, state, path, policy)
        children = [(Fraction(1, len(after)), child) for _, child in after]
    return sum((p * random_play(game, child, player, policy, (*path, child)) for p, child in children), Fraction(0))


# Graphs with cycles, where play without end is a draw.


def reachable(game: Any, state: Any) -> list[Any]:
    """List every state that can be reached."""
    found, todo = {state}, [state]
    while todo:
        here = todo.pop()
        for _, child in [] if game.is_terminal(here) else moves(game, here):
            if child not in found:
                found.add(child)
                todo.append(child)
    return sorted(found)


def retrograde(game: Any, state: Any) -> dict[Any, float]:
    """Return the value of every state for player 0, without chance, by the definition.

    Player 0 can force at least v > halfway if he can reach the ends worth v or more, and player 1 likewise below; what
    neither can force is a draw. The set from which an end can be forced grows until it no longer does.
    """
    states = reachable(game, state)
    ends = {here: game.utility(here, 0) for here in states if game.is_terminal(here)}
    values = {here: ends.get(here, halfway(game)) for here in states}
    for player in (0, 1):
        better = {v for v in ends.values() if (v > halfway(game) if player == 0 else v < halfway(game))}
        for goal in sorted(better, reverse=player == 1):  # the best last, so that it stays
            forced = {here for here, v in ends.items() if (v >= goal if player == 0 else v <= goal)}
            while True:
                more = {
                    here
                    for here in states
                    if here not in ends and here not in forced and _pulled(game, here, player, forced)
                }
                if not more:
                    break
                forced |= more
            values.update({here: goal for here in forced if here not in ends})
    return values


def _pulled(game: Any, state: Any, player: int, forced: set[Any]) -> bool:
    children = [child in forced for _, child in moves(game, state)]
    return any(children) if game.to_move(state) == player else all(children)


def distances(game: Any, values: dict[Any, float]) -> dict[Any, int | None]:
    """Return the plies to the end by actions that keep the value: who is better off hurries, the other delays.

    In a draw it is the player who can end the game sooner that hurries; None if neither can.
    """
    found: dict[Any, int | None] = {}
    for drawer in (0, 1):
        for here, count in _plies(game, values, drawer).items():
            known = [plies for plies in (found.get(here), count) if plies is not None]
            found[here] = min(known) if known else None
    return found


def _plies(game: Any, values: dict[Any, float], drawer: int) -> dict[Any, int | None]:
    plies: dict[Any, int | None] = {here: 0 if game.is_terminal(here) else None for here in values}
    for _ in values:
        for here, worth in values.items():
            if game.is_terminal(here):
                continue
            same = [plies[child] for _, child in moves(game, here) if values[child] == worth]
            known = [count for count in same if count is not None]
            hurries = drawer if worth == halfway(game) else 0 if worth > halfway(game) else 1
            if game.to_move(here) == hurries and known:
                plies[here] = 1 + min(known)
            elif game.to_move(here) != hurries and len(known) == len(same):
                plies[here] = 1 + max(known)
    return plies


def worst(game: Any, state: Any, player: int, strategy: Any) -> float:
    """Return the least that `player` gets if he plays by `strategy` and the others may do anything."""
    outcomes: set[float] = set()

    def visit(here: Any, path: tuple[Any, ...]) -> None:
        if game.is_terminal(here):
            outcomes.add(game.utility(here, player))
        elif here in path:
            outcomes.add(halfway(game))
        elif here not in done:
            children = [game.result(here, strategy(here))] if game.to_move(here) == player else None
            for child in children or [child for _, child in moves(game, here)]:
                visit(child, (*path, here))
            done.add(here)

    done: set[Any] = set()
    visit(state, ())
    return min(outcomes)


def stochastic(game: Any, state: Any) -> dict[Any, float]:
    """Return the value of every state for player 0, with chance and cycles: try every pair of fixed strategies.

    Fixed strategies are enough (Liggett and Lippman 1969). Against each, absorption is a system of linear equations.
    """
    states = reachable(game, state)
    inner = [here for here in states if not game.is_terminal(here)]
    mine, yours = ([here for here in inner if game.to_move(here) == player] for player in (0, 1))

    def strategies(own: list[Any]) -> list[dict[Any, Any]]:
        options = [[child for _, child in moves(game, here)] for here in own]
        return [dict(zip(own, chosen)) for chosen in itertools.product(*options)]

    guaranteed = np.full(len(states), -np.inf)
    for first in strategies(mine):
        worst = np.full(len(states), np.inf)
        for second in strategies(yours):
            worst = np.minimum(worst, _absorption(game, states, {**first, **second}))
        guaranteed = np.maximum(guaranteed, worst)
    return dict(zip(states, guaranteed.tolist()))


def _absorption(game: Any, states: list[Any], chosen: dict[Any, Any]) -> Any:
    """Return the expected value of each state under fixed strategies; never to end is worth halfway."""
    number = {here: i for i, here in enumerate(states)}
    steps = np.zeros((len(states), len(states)))
    worth = np.full(len(states), halfway(game))
    for here, i in number.items():
        if game.is_terminal(here):
            worth[i] = game.utility(here, 0)
        elif game.to_move(here) == CHANCE:
            for outcome, probability in game.chances(here):
                steps[i, number[game.result(here, outcome)]] += probability
        else:
            steps[i, number[chosen[here]]] = 1.0
    ends = {i for here, i in number.items() if game.is_terminal(here)}
    leading = set(ends)  # states from which an end can come
    for _ in states:
        leading |= {i for i in range(len(states)) if any(steps[i, j] > 0 for j in leading)}
    open_ones = sorted(leading - ends)
    if open_ones:
        matrix = np.eye(len(open_ones)) - steps[np.ix_(open_ones, open_ones)]
        rest = [j for j in range(len(states)) if j not in open_ones]
        worth[open_ones] = np.linalg.solve(matrix, steps[np.ix_(open_ones, rest)] @ worth[rest])
    return worth


def pig(goal: int) -> float:
    """Return the probability that the first player wins Pig (Neller and Presser 2004, equations 2), by iteration."""
    win = np.zeros((goal, goal, goal))  # mine, theirs, this turn: the probability that the player to move wins

    def at(mine: int, theirs: int, turn: int) -> float:
        return 1.0 if mine + turn >= goal else win[mine, theirs, turn]

    for _ in range(SWEEPS):
        change = 0.0
        for mine, theirs in itertools.product(range(goal), repeat=2):
            for turn in reversed(range(goal - mine)):
                roll = (1 - at(theirs, mine, 0) + sum(at(mine, theirs, turn + shown) for shown in range(2, 7))) / 6
                best = roll if turn == 0 else max(roll, 1 - at(theirs, mine + turn, 0))
                change = max(change, abs(best - win[mine, theirs, turn]))
                win[mine, theirs, turn] = best
        if change < 1e-13:
            break
    return float(win[0, 0, 0])

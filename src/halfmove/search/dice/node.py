"""Expectiminimax with all that makes it deep: a table, windows through chance nodes, probing, candidates.

Ballard 1983 (Star1, Star2, Star2.5); Hauk, Buro and Schaeffer 2004. The steps are numbered as they are taken at a node.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.compiled import kernel, next_float
from halfmove.core.game import CHANCE
from halfmove.running.table import EXACT_VALUE, LOWER_BOUND, NO_ACTION, UPPER_BOUND, Entry
from halfmove.search.dice.lists import PREVIEW_FROM, filtered, list_candidates, list_outcomes
from halfmove.search.engine.node import SORTED
from halfmove.search.engine.picker import pick, remember_refutation
from halfmove.search.engine.worker import ESTIMATED, PROVEN

INFINITY = float("inf")
ALL = 1 << 30  # actions: all that there are


class Node(NamedTuple):
    """What is asked of a state: its value, as far as that lies between alpha and beta."""

    depth: int  # plies to look ahead; a roll is one of them
    ply: int  # plies from the root
    alpha: float
    beta: float
    player: int  # who is to move, once that is known
    last: int  # the action or the roll that led here
    looks: int  # actions that are searched: all, or the first few for a probe


@kernel
def search_node(worker: Any, state: Any, node: Any) -> float:
    """Return the value v of `state` for player `worker.perspective`, who is MAX, or a bound that is enough.

    alpha < result < beta    v == result
    result <= alpha          v <= result
    result >= beta           v >= result

    Without heuristics v is the expectiminimax value with `depth` plies to go. A probe, of a few looks only, bounds v
    from the mover's side. `worker.outcome` is PROVEN, or ESTIMATED where an estimate, or what was left out, may matter.
    """
    # 1. Count the node, and stop if that is asked for.
    worker.count_node()
    depth, ply, alpha, beta = node.depth, node.ply, node.alpha, node.beta
    worker.lengths[ply] = 0
    game, use, table = worker.game, worker.use, worker.table

    # 2. The game may be over; at the horizon the evaluation counts.
    if game.is_terminal(state):
        return worker.answer(game.utility(state, worker.perspective), PROVEN)
    if depth == 0:
        if ply > worker.deepest:
            worker.deepest = ply
        return worker.answer(worker.estimate(state), ESTIMATED)

    # 3. The table may know enough.
    key, known = 0, Entry(0.0, NO_ACTION, 0)
    if use.table:
        key = game.key(state) ^ worker.salt
        known = table.find(key)
        if answers(worker, known, node):
            if known.action != NO_ACTION:
                worker.variations[ply, 0] = known.action
                worker.lengths[ply] = 1
            return worker.answer(known.value, table.estimated(known.info))

    mover, first = game.to_move(state), worker.list_start
    if mover == CHANCE:
        # 4. List the outcomes. Those that were not searched add from `least` to `most` to the average.
        end, sampled = list_outcomes(worker, state, ply)
        worker.list_start = end
        outcome, bound = ESTIMATED if sampled else PROVEN, EXACT_VALUE
        average, least, most = 0.0, float(worker.bounds[0]), float(worker.bounds[1])
        if not use.star1:
            alpha, beta = -INFINITY, INFINITY

        # 5. Star2: probe each outcome. One action of MAX bounds its value from below, one of MIN from above.
        if use.star1 and use.star2 and depth > 1 and worker.probes > 0 and least < beta and alpha < most:
            for i in range(first, end):
                child, probability = game.result(state, int(worker.listed[i])), float(worker.scores[i])
                if game.is_terminal(child):
                    continue
                player = game.to_move(child)
                maximises = player == worker.perspective
                if player == CHANCE or (beta == INFINITY if maximises else alpha == -INFINITY):
                    continue
                low, high = float(worker.bounds[0]), float(worker.bounds[1])
                if maximises:
                    high = min(high, low + (beta - least) / probability)
                else:
                    low = max(low, high - (most - alpha) / probability)
                probe = Node(depth - 1, ply + 1, low, high, 0, int(worker.listed[i]), worker.probes)
                value = search_node(worker, child, probe)
                outcome |= worker.outcome
                if maximises:
                    least += probability * (value - worker.lows[i])
                    worker.lows[i] = value
                    if least >= beta:
                        average, bound = least, LOWER_BOUND
                        break
                else:
                    most -= probability * (worker.highs[i] - value)
                    worker.highs[i] = value
                    if most <= alpha:
                        average, bound = most, UPPER_BOUND
                        break

        # 6. Star1: search the outcomes, each in the window in which it can matter.
        for i in range(first, end if bound == EXACT_VALUE else first):
            probability, low, high = float(worker.scores[i]), float(worker.lows[i]), float(worker.highs[i])
            least -= probability * low
            most -= probability * high
            floor, ceiling = (alpha - average - most) / probability, (beta - average - least) / probability
            ceiling = max(ceiling, next_float(floor))  # rounding must not close the window: it would tell nothing
            value = low
            if low < high and high > floor and low < ceiling:
                child = game.result(state, int(worker.listed[i]))
                inner = Node(depth - 1, ply + 1, max(low, floor), min(high, ceiling), 0, int(worker.listed[i]), ALL)
                value = min(max(search_node(worker, child, inner), low), high)
                outcome |= worker.outcome
            elif high <= floor:
                value = high
            average += probability * value
            if value <= floor:
                average, bound = average + most, UPPER_BOUND
                break
            if value >= ceiling:
                average, bound = average + least, LOWER_BOUND
                break

        # 7. Remember the average. A bound lies outside the window, whatever the last digits say.
        worker.list_start = first
        if bound == UPPER_BOUND:
            average = min(average, alpha)
        elif bound == LOWER_BOUND:
            average = max(average, beta)
        if use.table:
            table.store(key, average, NO_ACTION, table.info(depth, bound, outcome, worker.age))
        return worker.answer(average, outcome)

    # 8. A player is to move: from here on, the window and all values are his. List his actions.
    sign = 1.0 if mover == worker.perspective else -1.0
    low, high = (alpha, beta) if sign > 0.0 else (-beta, -alpha)
    here = Node(depth, ply, low, high, mover, node.last, node.looks)
    end = list_candidates(worker, state, here, known.action, sign)
    last = filtered(worker, first, end) if depth >= PREVIEW_FROM else end
    searched = min(last, first + node.looks)
    worker.list_start = end

    # 9. Try them, the most promising first: all but the first only to see whether they are better.
    top, best, best_place = worker.top(sign), -INFINITY, -1
    outcome, best_outcome = PROVEN, ESTIMATED  # of all that was searched; of the best of it
    for place in range(first, searched):
        action = pick(worker, place, end) if place - first < SORTED else int(worker.listed[place])
        child = game.result(state, action)
        upper = next_float(low) if use.null_window and place > first and depth >= PREVIEW_FROM else high
        while True:
            window = (low, upper) if sign > 0.0 else (-upper, -low)
            value = sign * search_node(worker, child, Node(depth - 1, ply + 1, window[0], window[1], 0, action, ALL))
            if upper == high or not low < value < high:
                break
            upper = high
        outcome |= worker.outcome
        if value > best:
            best, best_outcome = value, worker.outcome
            if value > low:
                low, best_place = value, place
                worker.keep_line(ply, action)
                if value >= high or value >= top and best_outcome == PROVEN:
                    break
    worker.list_start = first

    # 10. Remember what was found. What was left out could only be better for the mover.
    best_action = NO_ACTION
    if best_place >= first:
        best_action = int(worker.listed[best_place])
        remember_refutation(worker, here, first, best_place)
    if best >= min(here.beta, top) or searched < last:
        outcome = best_outcome
    elif last < end:
        outcome = ESTIMATED
    if use.table and (best > here.alpha or searched == last):
        is_least = best >= here.beta or searched < last
        bound = LOWER_BOUND if is_least else UPPER_BOUND if best <= here.alpha else EXACT_VALUE
        if sign < 0.0 and bound != EXACT_VALUE:
            bound = EXACT_VALUE - bound
        table.store(key, sign * best, best_action, table.info(depth, bound, outcome, worker.age))
    return worker.answer(sign * best, outcome)


@kernel
def answers(worker: Any, known: Any, node: Any) -> bool:
    """Tell whether what the table knows answers the question."""
    table, info = worker.table, known.info
    if info == 0:
        return False
    depth, bound, proven = table.depth(info), table.bound(info), table.estimated(info) == PROVEN
    deep_enough = depth == node.depth or depth < node.depth and proven
    if worker.proving != 0 and not proven:
        return False
    above = known.value >= node.beta and bound & LOWER_BOUND != 0
    below = known.value <= node.alpha and bound & UPPER_BOUND != 0
    return deep_enough and (above or below or bound == EXACT_VALUE)

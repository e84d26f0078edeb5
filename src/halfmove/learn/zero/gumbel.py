"""Gumbel search in the trees of many games (Danihelka et al., "Policy improvement by planning with Gumbel", 2022).

At the root, sequential halving shares out the simulations among the actions with the greatest logits and noise; below
it each node takes the action of which it has tried too little by its improved policy.
"""

from __future__ import annotations

from math import ceil, exp, log, log2
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import kernel, mix
from halfmove.learn.zero.games import CHILD, PRIOR, SUM, VISITS

CONSIDERED = 16  # actions of the root at most
VISIT_OFFSET = 50.0  # visits that the weight of a value begins with
LEAST_PRIOR = 1e-9
LEAST = -1e30
LOST, WON = -1.0, 1.0
NOT_THIS_TIME = 1e12  # less is the score of an action whose turn it is not
RANDOM_BITS = 9007199254740992.0  # 2 ** 53


@kernel
def fraction(games: Any, slot: int) -> float:
    """Draw a number between 0 and 1, neither of which it is."""
    games.counter[slot, 0] += 1
    return ((mix(int(games.counter[slot, 0]), int(games.counter[slot, 1])) >> 10) + 0.5) / RANDOM_BITS


@kernel
def set_priors(games: Any, slot: int, row: int) -> None:
    """Turn the logits of the network into priors of the actions of a node, of which none was tried yet."""
    count, edges = games.counts[row], games.edges
    greatest = LEAST
    for i in range(count):
        greatest = max(greatest, games.answer[slot, games.places[row, i]])
    total = 0.0
    for i in range(count):
        prior = exp(games.answer[slot, games.places[row, i]] - greatest)
        edges[row, i, PRIOR] = prior
        total += prior
    for i in range(count):
        edges[row, i, PRIOR] = edges[row, i, PRIOR] / total + LEAST_PRIOR
        edges[row, i, SUM] = 0.0
        edges[row, i, VISITS] = 0.0
        edges[row, i, CHILD] = 0.0


@kernel
def draw_noise(games: Any, slot: int, row: int, scale: float) -> None:
    """Give each action of the root the logarithm of its prior and Gumbel noise."""
    for i in range(games.counts[row]):
        games.noise[slot, i] = log(games.edges[row, i, PRIOR])
        if scale > 0.0:
            games.noise[slot, i] -= log(-log(fraction(games, slot))) * scale


@kernel
def known_of(games: Any, row: int) -> tuple[float, float, float]:
    """Return the value of a node, the network's mixed with what was tried; the most visits of an action; all visits."""
    edges = games.edges
    visits, priors, weighted, most = 0.0, 0.0, 0.0, 0.0
    for i in range(games.counts[row]):
        tried = edges[row, i, VISITS]
        if tried > 0:
            prior = edges[row, i, PRIOR]
            visits += tried
            priors += prior
            weighted += prior * edges[row, i, SUM] / tried
            most = max(most, tried)
    value = games.values[row] + 0.0
    if visits > 0:
        value = (value + visits * weighted / priors) / (visits + 1.0)
    return value, most, visits


@kernel
def improve(games: Any, row: int, value: float, scale: float, weights: Any) -> float:
    """Write the improved policy of a node, and return the sum by which it is still to be divided."""
    total, edges = 0.0, games.edges
    for i in range(games.counts[row]):
        tried, weight = edges[row, i, VISITS], edges[row, i, PRIOR] + 0.0
        if tried > 0:
            weight *= exp(scale * (edges[row, i, SUM] / tried - value))
        weights[i] = weight
        total += weight
    return total


@kernel
def value_scale(most: float) -> float:
    """Return how much values count beside logits; values lie between -1 and 1."""
    return 0.5 * (VISIT_OFFSET + most)


@kernel
def choose_at_root(games: Any, slot: int, row: int, wanted: int) -> int:
    """Return which action of the root comes next: the best of those that were tried as often as wanted."""
    value, most, _ = known_of(games, row)
    scale, edges = value_scale(most), games.edges
    best, choice = LEAST, 0
    for i in range(games.counts[row]):
        tried = edges[row, i, VISITS]
        score = games.noise[slot, i] + (scale * (edges[row, i, SUM] / tried - value) if tried > 0 else 0.0)
        if tried != wanted:
            score -= NOT_THIS_TIME
        if score > best:
            best, choice = score, i
    return choice


@kernel
def choose_below(games: Any, row: int, weights: Any) -> int:
    """Return the action of a node that was tried too little by its improved policy."""
    value, most, visits = known_of(games, row)
    total = improve(games, row, value, value_scale(most), weights)
    best, choice = LEAST, 0
    for i in range(games.counts[row]):
        score = weights[i] / total - games.edges[row, i, VISITS] / (1.0 + visits)
        if score > best:
            best, choice = score, i
    return choice


@kernel
def back_up(games: Any, slot: int, first: int, value: float, mover: int) -> None:
    """Tell all nodes of the path what the leaf is worth to its mover."""
    for i in range(games.depth[slot]):
        row, taken = first + games.path[slot, i], games.taken[slot, i]
        games.edges[row, taken, SUM] += value if games.movers[row] == mover else -value
        games.edges[row, taken, VISITS] += 1


@kernel
def prove(games: Any, slot: int, first: int) -> None:
    """Let what is known for certain of the leaf count for certain above it, as far as it decides: below the root."""
    for i in range(games.depth[slot] - 1, -1, -1):
        row, taken = first + games.path[slot, i], games.taken[slot, i]
        child = first + int(games.edges[row, taken, CHILD])
        value = games.values[child] if games.movers[child] == games.movers[row] else -games.values[child]
        games.edges[row, taken, SUM] = value * games.edges[row, taken, VISITS]
        best = exact_value(games, row, first)
        if i == 0 or best < LOST:
            return
        games.values[row] = best
        games.over[row] = 1


@kernel
def exact_value(games: Any, row: int, first: int) -> float:
    """Return what a node is worth to its mover where its children decide it, or less than a loss."""
    best, known = LOST - 1.0, True
    for i in range(games.counts[row]):
        child = int(games.edges[row, i, CHILD])
        if child == 0 or games.over[first + child] == 0:
            known = False
        else:
            same = games.movers[first + child] == games.movers[row]
            best = max(best, games.values[first + child] if same else -games.values[first + child])
    return best if known or best >= WON else LOST - 1.0


def halving_table(simulations: int) -> NDArray[np.int32]:
    """Return how often an action of the root must have been tried to be next: by its actions, and simulations so far.

    Karnin et al., "Almost optimal exploration in multi-armed bandits", 2013.
    """
    table = np.zeros((CONSIDERED + 1, simulations + 1), np.int32)
    table[1, :simulations] = np.arange(simulations)
    for count in range(2, CONSIDERED + 1):
        rounds, left, order, visits = ceil(log2(count)), count, list[int](), [0] * count
        while len(order) < simulations:
            for _ in range(max(1, simulations // (rounds * left))):
                order.extend(visits[:left])
                visits[:left] = [each + 1 for each in visits[:left]]
            left = max(2, left // 2)
        table[count, :simulations] = order[:simulations]
    return table

"""Working backwards over a graph of states: parents, values forced from the ends, plies to the end, averages."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import kernel
from halfmove.core.game import CHANCE

OVER = -2  # the mover of a terminal state
UNKNOWN = -1  # the distance of an end that nobody can force


@kernel
def turn_edges(game: Any, starts: Any, edges: Any, parent_starts: Any, parents: Any) -> int:
    """Count the parents of each state in `parent_starts`; once those are summed up, list them in `parents`."""
    for state in range(len(starts) - 1):
        for i in range(starts[state], starts[state + 1]):
            child = edges[i]
            if len(parents) == 0:
                parent_starts[child] += 1
            else:
                parent_starts[child] -= 1
                parents[parent_starts[child]] = state
    return 0


@kernel
def ask_parents(bounds: Any, like: Any, states: Any, parent_starts: Any, parents: Any) -> int:
    """Do the same by asking the bounds; parents that cannot be reached, or were named before, do not matter."""
    latest = np.full(states.count(), -1)  # the last child of which a state was named as a parent
    for child in range(states.count()):
        for parent in bounds.parents(states.get(child, like)):
            number = states.find(parent)
            if number >= 0 and latest[number] != child:
                latest[number] = child
                if len(parents) == 0:
                    parent_starts[child] += 1
                else:
                    parent_starts[child] -= 1
                    parents[parent_starts[child]] = number
    return 0


@kernel
def pull(
    game: Any, player: int, targets: Any, movers: Any, values: Any, parent_starts: Any, parents: Any, left: Any
) -> int:
    """Give each state from which `player` can force a target the value of the best one; `left` counts children to go.

    He can if it is his turn and one child is pulled, or if it is not and all are.
    """
    queue = np.empty(len(movers), np.int64)
    pulled = np.zeros(len(movers), np.bool_)
    head = tail = target = 0
    while target < len(targets):
        value = values[targets[target]]
        while target < len(targets) and values[targets[target]] == value:
            queue[tail] = targets[target]
            pulled[targets[target]] = True
            tail += 1
            target += 1
        while head < tail:
            child = queue[head]
            head += 1
            for i in range(parent_starts[child], parent_starts[child + 1]):
                state = parents[i]
                left[state] -= 1
                if not pulled[state] and (movers[state] == player or left[state] == 0):
                    pulled[state] = True
                    values[state] = value
                    queue[tail] = state
                    tail += 1
    return tail


@kernel
def count_down(
    game: Any,
    drawer: int,
    draw: float,
    movers: Any,
    values: Any,
    distances: Any,
    starts: Any,
    edges: Any,
    parent_starts: Any,
    parents: Any,
) -> int:
    """Count the plies to the ends, by actions that keep the value: who is better off hurries, the other delays.

    Where nobody is better off, `drawer` hurries.
    """
    queue = np.empty(len(movers), np.int64)
    left = np.zeros(len(movers), np.int64)  # children of the same value whose distance is not known
    tail = 0
    for state in range(len(movers)):
        if movers[state] == OVER:
            distances[state] = 0
            queue[tail] = state
            tail += 1
        for i in range(starts[state], starts[state + 1]):
            if values[edges[i]] == values[state]:
                left[state] += 1
    head = 0
    while head < tail:
        child = queue[head]
        head += 1
        for i in range(parent_starts[child], parent_starts[child + 1]):
            state = parents[i]
            if distances[state] == UNKNOWN and values[state] == values[child]:
                left[state] -= 1
                hurries = 0 if values[state] > draw else 1 if values[state] < draw else drawer
                if movers[state] == hurries or left[state] == 0:
                    distances[state] = distances[child] + 1
                    queue[tail] = state
                    tail += 1
    return tail


@kernel
def sweep(game: Any, movers: Any, values: Any, starts: Any, edges: Any, weights: Any) -> float:
    """Set every value to what its children say, the last found first; return the greatest change."""
    change = 0.0
    for i in range(len(movers) - 1, -1, -1):
        if movers[i] != OVER:
            value = 0.0 if movers[i] == CHANCE else -np.inf if movers[i] == 0 else np.inf
            for j in range(starts[i], starts[i + 1]):
                child = values[edges[j]]
                if movers[i] == CHANCE:
                    value += weights[j] * child
                elif movers[i] == 0:
                    value = max(value, child)
                else:
                    value = min(value, child)
            change = max(change, abs(value - values[i]))
            values[i] = value
    return change


@kernel
def count_acyclic(game: Any, starts: Any, parent_starts: Any, parents: Any) -> int:
    """Return how many states do not lead into a cycle: all of them, if play must end."""
    left = starts[1:] - starts[:-1]
    queue = np.empty(len(left), np.int64)
    tail = 0
    for i in range(len(left)):
        if left[i] == 0:
            queue[tail] = i
            tail += 1
    head = 0
    while head < tail:
        child = queue[head]
        head += 1
        for i in range(parent_starts[child], parent_starts[child + 1]):
            left[parents[i]] -= 1
            if left[parents[i]] == 0:
                queue[tail] = parents[i]
                tail += 1
    return tail

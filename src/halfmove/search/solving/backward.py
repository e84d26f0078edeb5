"""Working backwards over a graph of states: parents, values forced from the ends, plies to the end, averages.

Only `ask_parents` asks anything about the game: the machine code of all others is the same for every game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import compiled, kernel
from halfmove.core.game import CHANCE

OVER = -2  # the mover of a terminal state
UNKNOWN = -1  # the distance of an end that nobody can force


@compiled
class Edges:
    """The edges of a graph, in one of both directions: those of state i lead to `ends[starts[i] : starts[i + 1]]`."""

    starts: np.ndarray
    ends: np.ndarray


@kernel
def turn_edges(children: Any, parents: Any) -> int:
    """Count the parents of each state in `parents.starts`; once those are summed up, list them in `parents.ends`."""
    starts, ends = children.starts, children.ends
    for state in range(len(starts) - 1):
        for i in range(starts[state], starts[state + 1]):
            child = ends[i]
            if len(parents.ends) == 0:
                parents.starts[child] += 1
            else:
                parents.starts[child] -= 1
                parents.ends[parents.starts[child]] = state
    return 0


@kernel
def ask_parents(bounds: Any, like: Any, states: Any, parent_starts: Any, parents: Any) -> int:
    """Do as `turn_edges` does, but ask the bounds for parents; those that cannot be reached do not matter."""
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
def pull(player: int, targets: Any, movers: Any, values: Any, parents: Any, left: Any) -> int:
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
            for i in range(parents.starts[child], parents.starts[child + 1]):
                state = parents.ends[i]
                left[state] -= 1
                if not pulled[state] and (movers[state] == player or left[state] == 0):
                    pulled[state] = True
                    values[state] = value
                    queue[tail] = state
                    tail += 1
    return tail


@kernel
def count_down(drawer: int, draw: float, movers: Any, values: Any, distances: Any, children: Any, parents: Any) -> int:
    """Count the plies to the ends, by actions that keep the value: the better player hurries, the other delays.

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
        for i in range(children.starts[state], children.starts[state + 1]):
            if values[children.ends[i]] == values[state]:
                left[state] += 1
    head = 0
    while head < tail:
        child = queue[head]
        head += 1
        for i in range(parents.starts[child], parents.starts[child + 1]):
            state = parents.ends[i]
            if distances[state] == UNKNOWN and values[state] == values[child]:
                left[state] -= 1
                hurries = 0 if values[state] > draw else 1 if values[state] < draw else drawer
                if movers[state] == hurries or left[state] == 0:
                    distances[state] = distances[child] + 1
                    queue[tail] = state
                    tail += 1
    return tail


@kernel
def sweep(movers: Any, values: Any, children: Any, weights: Any) -> float:
    """Set every value to what its children say, the last found first; return the greatest change."""
    starts, ends = children.starts, children.ends
    change = 0.0
    for i in range(len(movers) - 1, -1, -1):
        if movers[i] != OVER:
            value = 0.0 if movers[i] == CHANCE else -np.inf if movers[i] == 0 else np.inf
            for j in range(starts[i], starts[i + 1]):
                child = values[ends[j]]
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
def count_acyclic(children: Any, parents: Any) -> int:
    """Return how many states do not lead into a cycle: all of them, if play must end."""
    left = children.starts[1:] - children.starts[:-1]
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
        for i in range(parents.starts[child], parents.starts[child + 1]):
            state = parents.ends[i]
            left[state] -= 1
            if left[state] == 0:
                queue[tail] = state
                tail += 1
    return tail

"""Values from the ends backwards: steps above the least utility for the first player, and plies to the end.

Whoever is better off hurries to the end, the other delays it; a draw has no distance. Both numbers of a state are one
word, since the memory of children is waited for and one word is waited for once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled, fetch_row, kernel
from halfmove.tables.whole.expand import OVER

PLIES = 16  # bits of a distance
NO_DISTANCE = (1 << PLIES) - 1
LONGEST = NO_DISTANCE - 1
UNKNOWN = -1  # the word of a state that is not valued yet
_AHEAD = 16  # edges, or states, that are gone through while a number is loaded


@compiled
class Graph:
    """States with their children, which are `edges[starts[i] : starts[i + 1]]`, and what is known of them."""

    words: NDArray[np.int32]
    movers: NDArray[np.uint8]
    starts: NDArray[np.int64]
    edges: NDArray[np.uint32]
    waiting: NDArray[np.int32]  # each state that is not valued waits for a child: see `settle`
    cells: NDArray[np.int64]  # twice as many steps as a draw is worth

    def draw(self) -> int:
        """Return twice as many steps as a draw is worth."""
        return int(self.cells[0])


@kernel
def best_word(words: Any, edges: Any, first: int, last: int, mover: int, draw: int) -> int:
    """Return the word of a state after that of its best child; UNKNOWN if one child is not known."""
    best = -1
    for edge in range(first, last):
        word = int(words[edges[edge]])
        if word == UNKNOWN:
            return UNKNOWN
        best = max(best, merit(word, mover, draw))
    steps, plies = best >> PLIES, best & NO_DISTANCE
    if steps * 2 > draw:
        plies = NO_DISTANCE - plies
    plies = NO_DISTANCE if steps * 2 == draw else min(plies + 1, LONGEST)
    return (steps if mover == 0 else draw - steps) << PLIES | plies


@kernel
def merit(word: int, mover: int, draw: int) -> int:
    """Return a number that is the greater the better the mover likes a child; no branch has to be foreseen for it."""
    steps, plies = word >> PLIES if mover == 0 else draw - (word >> PLIES), word & NO_DISTANCE
    return steps << PLIES | (NO_DISTANCE - plies if steps * 2 > draw else plies)


@kernel
def solve_ply(graph: Any, children: Any, degrees: Any) -> int:
    """Value states by their children, which are in the next ply and known; ends are known already."""
    edge, ahead = 0, 0
    for state in range(len(graph.movers)):
        last = edge + degrees[state]
        while ahead < min(last + _AHEAD, len(graph.edges)):
            fetch_row(children, graph.edges[ahead])
            ahead += 1
        if not graph.movers[state] & OVER:
            graph.words[state] = best_word(children, graph.edges, edge, last, int(graph.movers[state]), graph.draw())
        edge = last
    return edge


@kernel
def put_in_order(graph: Any, parents: Any, order: Any) -> int:
    """List each state behind all its parents (Kahn 1962), and return how many are listed: all where none comes back.

    `parents` are zeros, one for each state.
    """
    for edge in range(len(graph.edges)):
        fetch_row(parents, graph.edges[min(edge + _AHEAD, len(graph.edges) - 1)])
        parents[graph.edges[edge]] += 1
    head = tail = 0
    for state in range(len(order)):
        if parents[state] == 0:
            order[tail] = state
            tail += 1
    while head < tail:
        look_ahead(graph, order, head, 1, tail, parents)
        state = int(order[head])
        head += 1
        for edge in range(graph.starts[state], graph.starts[state + 1]):
            child = int(graph.edges[edge])
            parents[child] -= 1
            if parents[child] == 0:
                order[tail] = child
                tail += 1
    return tail


@kernel
def value_in_order(graph: Any, order: Any) -> int:
    """Value all states, the last of the order first."""
    for place in range(len(order) - 1, -1, -1):
        look_ahead(graph, order, place, -1, len(order), graph.words)
        state = int(order[place])
        if not graph.movers[state] & OVER:
            first, last = int(graph.starts[state]), int(graph.starts[state + 1])
            word = best_word(graph.words, graph.edges, first, last, int(graph.movers[state]), graph.draw())
            graph.words[state] = word
    return len(order)


@kernel
def look_ahead(graph: Any, order: Any, place: int, step: int, end: int, numbers: Any) -> int:
    """Begin to load what states that come soon are asked: where their children are listed, these, their `numbers`."""
    near, far, farthest = place + step * _AHEAD, place + step * 2 * _AHEAD, place + step * 3 * _AHEAD
    if 0 <= farthest < end:
        fetch_row(graph.starts, order[farthest])
    if 0 <= far < end:
        fetch_row(graph.edges, graph.starts[order[far]])
    if 0 <= near < end:
        for edge in range(graph.starts[order[near]], graph.starts[order[near] + 1]):
            fetch_row(numbers, graph.edges[edge])
    return near


@kernel
def settle(graph: Any) -> int:
    """Value every state from which play must end, each after its children; return how many are valued.

    A state that is not ready waits for one of its children that are not known. `waiting` has two numbers for each
    state, one more than that of the first that waits for it, and of the next that waits for the same child.
    """
    count = 0
    for start in range(len(graph.movers) - 1, -1, -1):
        if graph.movers[start] & OVER:
            count += 1
            continue
        ready = examine(graph, start)
        while ready > 0:
            state = ready - 1
            count += 1
            ready = int(graph.waiting[state, 1])
            waiter = int(graph.waiting[state, 0]) - 1
            while waiter >= 0:
                after = int(graph.waiting[waiter, 1]) - 1
                if examine(graph, waiter):
                    graph.waiting[waiter, 1] = ready
                    ready = waiter + 1
                waiter = after
    return count


@kernel
def examine(graph: Any, state: int) -> int:
    """Value a state if its children are known, and return one more than its number; else let it wait, and return 0."""
    first, last = int(graph.starts[state]), int(graph.starts[state + 1])
    word = best_word(graph.words, graph.edges, first, last, int(graph.movers[state]), graph.draw())
    if word != UNKNOWN:
        graph.words[state] = word
        graph.waiting[state, 1] = 0
        return state + 1
    for edge in range(first, last):
        child = int(graph.edges[edge])
        if graph.words[child] == UNKNOWN:
            graph.waiting[state, 1] = graph.waiting[child, 0]
            graph.waiting[child, 0] = state + 1
            break
    return 0


@kernel
def sweep_values(graph: Any, left: Any) -> int:
    """Set the values of the states `left` to what their children say; return how many have changed.

    Begun with draws, this ends with what each player can force: a state changes only by what leads to an end.
    """
    changed = 0
    for i in range(len(left)):
        state = int(left[i])
        mover, steps = int(graph.movers[state]), -1
        for edge in range(graph.starts[state], graph.starts[state + 1]):
            other = int(graph.words[graph.edges[edge]]) >> PLIES
            if steps < 0 or (other > steps if mover == 0 else other < steps):
                steps = other
        if steps != int(graph.words[state]) >> PLIES:
            graph.words[state] = steps << PLIES
            changed += 1
    return changed


@kernel
def sweep_plies(graph: Any, left: Any) -> int:
    """Set the distances of the states `left` to what their children say; return how many have changed.

    Begun with no plies at all they only grow, and what they end with is the one solution.
    """
    changed, draw = 0, graph.draw()
    for i in range(len(left)):
        state = int(left[i])
        mover, steps = int(graph.movers[state]), int(graph.words[state]) >> PLIES
        plies = NO_DISTANCE
        if steps * 2 != draw:
            hurries = steps * 2 > draw if mover == 0 else steps * 2 < draw
            plies = LONGEST if hurries else 0
            for edge in range(graph.starts[state], graph.starts[state + 1]):
                word = int(graph.words[graph.edges[edge]])
                if word >> PLIES == steps:
                    distance = word & NO_DISTANCE
                    if distance < plies if hurries else distance > plies:
                        plies = distance
            plies = min(plies + 1, LONGEST)
        if plies != int(graph.words[state]) & NO_DISTANCE:
            graph.words[state] = steps << PLIES | plies
            changed += 1
    return changed

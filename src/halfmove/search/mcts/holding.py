"""What a thread finds at nodes of many visits, held back until it is worth telling the other threads.

Near the root every simulation of every thread changes the same few rows, and a core waits for a row that another core
has just changed. Where a node has many visits, some more or less hardly matter, so a thread adds up what it found
there and writes it to the tree now and then.

    held_nodes     [HELD]      which node is held, if it has visits here
    held_visits    [HELD]      simulations that went through it
    held_sums      [HELD * k]  what they brought, added up
    held_squares   [HELD * k]  the same of squares; only where the policy asks for it
"""

from __future__ import annotations

from typing import Any

from halfmove.compiled import kernel

HELD = 64  # nodes that a thread holds at most; where a node is held follows from its number
_MOST_HELD = 16  # simulations of a node


@kernel
def hold(worker: Any, node: int) -> None:
    """Add the outcome of a simulation to what is held of a node."""
    place, k = node % HELD, worker.tree.players
    if worker.held_nodes[place] != node:
        release(worker, place)
        worker.held_nodes[place] = node
    worker.held_visits[place] += 1
    for i in range(k):
        outcome = worker.outcome[i]
        worker.held_sums[place * k + i] += outcome
        if worker.policy.squares:
            worker.held_squares[place * k + i] += outcome * outcome
    if worker.held_visits[place] >= _MOST_HELD:
        release(worker, place)


@kernel
def release(worker: Any, place: int) -> None:
    """Write what is held to the tree; of a node that was proven meanwhile only the visits count."""
    tree, k = worker.tree, worker.tree.players
    held = worker.held_visits[place]
    if held == 0:
        return
    node = worker.held_nodes[place]
    visits = tree.visits[node] + held
    tree.visits[node] = visits
    proven = tree.is_proven(node)
    if not proven:
        tree.spreads[node] = worker.policy.spread(tree, node, max(1, visits + tree.pending[node]))
    for i in range(k):
        if not proven:
            tree.means[node * k + i] += (worker.held_sums[place * k + i] - held * tree.means[node * k + i]) / visits
            if worker.policy.squares:
                squares = worker.held_squares[place * k + i] - held * tree.squares[node * k + i]
                tree.squares[node * k + i] += squares / visits
        worker.held_sums[place * k + i] = 0.0
        worker.held_squares[place * k + i] = 0.0
    worker.held_visits[place] = 0


@kernel
def release_all(worker: Any) -> None:
    """Write everything that is held."""
    for place in range(HELD):
        release(worker, place)

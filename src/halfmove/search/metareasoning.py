"""Metareasoning: expand the node that is most likely to improve the choice (Zell, section 5.8).

Russell and Wefald, "Do the Right Thing", 1991.

An evaluation is the true value plus an error, normally distributed. Expanding a leaf shows a better value; that is
worth something only where it changes which action looks best. The utility of an expansion is how much better, on
average, the choice becomes. It is nothing for a leaf that a sibling overrides, for one that would have to change
beyond belief, and for all leaves once one action is left: between symmetrical actions there is nothing to find out.
"""

from __future__ import annotations

from math import erf, exp, pi, sqrt
from typing import Any

import numpy as np

from halfmove.compiled import Flag, compiled, kernel, lane_of, plain
from halfmove.core.advice import Advice
from halfmove.core.choice import ESTIMATE, EXACT, Choice, Limit
from halfmove.core.game import ALLOWED, CHANCE, Game
from halfmove.core.rules import legal_actions, mover
from halfmove.core.secrets import require_no_secrets
from halfmove.errors import WrongGame
from halfmove.running.clock import Clock
from halfmove.running.run import run
from halfmove.running.states import states_for
from halfmove.search.decide import Interrupted

MOST_NODES = 2000  # where no limit of nodes or time is given; each expansion looks at the whole tree
_LARGEST_TREE = 1 << 20  # nodes: the tree is kept in memory
_WIDEST = 1024  # children of one node
_OVER, _LEAF, _EXPANDED = range(3)


@compiled
class Tree:
    """The nodes, in the order they were made; the children of a node stand side by side."""

    kinds: np.ndarray
    movers: np.ndarray
    values: np.ndarray  # for the player who chooses at the root
    actions: np.ndarray
    parents: np.ndarray
    first: np.ndarray
    count: np.ndarray
    numbers: np.ndarray  # of their states
    low: np.ndarray  # a node's value matters to the action it is under only between these two
    high: np.ndarray
    size: np.ndarray  # one cell


def metareason(
    game: Game,
    state: Any = None,
    depth: int | None = None,
    *,
    error: float | None = None,
    cost: float = 0.0,
    advice: Advice | None = None,
    limit: Limit | None = None,
) -> Choice:
    """Choose an action, expanding one node at a time, until no expansion is worth more than `cost`.

    `error` is the standard deviation of an evaluation's error, by default a quarter of the range of utilities. A node
    `depth` plies down is not expanded. The last node to be expanded may bring more children than the limit has nodes.
    It stops at a million nodes, whatever the limit.
    """
    require_no_secrets(game, "metareason")
    limit = limit or Limit()
    state = game.initial if state is None else state
    player, actions = mover(game, state), legal_actions(game, state)
    if game.players > 2 or game.to_move(state) == CHANCE or game.repetition != ALLOWED:
        raise WrongGame("metareasoning needs one or two players, no chance, and no rule about repeated states")
    if not actions:
        return Choice(None, game.utility(state, player), game=game, state=state)
    error = (game.utilities[1] - game.utilities[0]) / 4 if error is None else error
    timed = limit.share() is not None
    nodes = min(limit.nodes or (_LARGEST_TREE if timed else MOST_NODES), _LARGEST_TREE)
    room = nodes + _WIDEST
    is_compiled = lane_of(game) == "compiled"
    states = states_for(is_compiled, state, room)
    tree = _tree(room, states.add(state), player)
    tree = tree if is_compiled else plain(tree)
    flag, plies = Flag(), min(depth or room, limit.depth or room)
    arguments = (
        game,
        advice or game.advice,
        state,
        player,
        plies,
        states,
        tree,
        nodes,
        float(error),
        float(cost),
        flag,
    )
    search = grow.prepare(*arguments)
    clock = Clock(limit.share())

    def choice() -> Choice:
        seconds, line, node = clock.seconds, [], 0
        while tree.kinds[node] == _EXPANDED:
            node = best_child(player, tree, node)
            line.append(int(tree.actions[node]))
        size = int(tree.size[0])
        exact = not (tree.kinds[:size] == _LEAF).any()
        value = float(tree.values[0]) + 0.0
        action = line[0] if line else actions[0]
        kind = EXACT if exact else ESTIMATE
        return Choice(action, value, tuple(line), len(line), size, seconds, kind, game=game, state=state)

    try:
        run(search, flag, clock.left)
    except KeyboardInterrupt:
        raise Interrupted(choice()) from None
    return choice()


def _tree(room: int, number: int, player: int) -> Tree:
    columns = [np.zeros(room, np.int64) for _ in range(7)]
    kinds, movers, actions, parents, first, count, numbers = columns
    kinds[0], movers[0], numbers[0], parents[0] = _LEAF, player, number, -1
    values, low, high = (np.zeros(room) for _ in range(3))
    return Tree(kinds, movers, values, actions, parents, first, count, numbers, low, high, np.ones(1, np.int64))


@kernel
def grow(
    game: Any,
    advice: Any,
    state: Any,
    player: int,
    depth: int,
    states: Any,
    tree: Any,
    nodes: int,
    error: float,
    cost: float,
    flag: Any,
) -> int:
    """Expand the most useful leaf, back its value up, and again; return how many nodes there are in the end."""
    leaf = 0
    while leaf >= 0 and tree.size[0] < nodes and not flag.is_set():
        expand(game, advice, states.get(int(tree.numbers[leaf]), state), player, states, tree, leaf)
        back_up(player, tree, leaf)
        leaf = most_useful(player, depth, tree, error, cost)
    return int(tree.size[0])


@kernel
def expand(game: Any, advice: Any, state: Any, player: int, states: Any, tree: Any, node: int) -> int:
    """Give a leaf its children, each with its utility or evaluation."""
    child = int(tree.size[0])
    tree.kinds[node] = _EXPANDED
    tree.first[node] = child
    for action in game.actions(state):
        child_state = game.result(state, action)
        over = game.is_terminal(child_state)
        tree.kinds[child] = _OVER if over else _LEAF
        tree.values[child] = game.utility(child_state, player) if over else advice.evaluate(child_state, player)
        if not over:
            tree.movers[child] = game.to_move(child_state)
            if tree.movers[child] == CHANCE:
                raise WrongGame("metareasoning needs a game without chance")
        tree.actions[child] = action
        tree.parents[child] = node
        tree.numbers[child] = states.add(child_state)
        child += 1
    tree.count[node] = child - tree.first[node]
    tree.size[0] = child
    return child


@kernel
def back_up(player: int, tree: Any, node: int) -> int:
    """Set the value of `node` and of all above it by minimax."""
    while node >= 0:
        tree.values[node] = tree.values[best_child(player, tree, node)]
        node = int(tree.parents[node])
    return 0


@kernel
def best_child(player: int, tree: Any, node: int) -> int:
    """Return the child that the player to move at `node` prefers, the first of equals."""
    first = int(tree.first[node])
    best = first
    for child in range(first, first + int(tree.count[node])):
        better = tree.values[child] > tree.values[best]
        worse = tree.values[child] < tree.values[best]
        if better if tree.movers[node] == player else worse:
            best = child
    return best


@kernel
def most_useful(player: int, depth: int, tree: Any, error: float, cost: float) -> int:
    """Return the leaf with the most useful expansion, or -1 if none is worth more than `cost`."""
    first, count = int(tree.first[0]), int(tree.count[0])
    if count < 2:
        return -1
    chosen = best_child(player, tree, 0)
    second = -np.inf
    for action in range(first, first + count):
        if action != chosen:
            second = max(second, float(tree.values[action]))
    best_leaf, best_gain = -1, cost
    for node in range(1, int(tree.size[0])):
        parent = int(tree.parents[node])
        if parent == 0:
            tree.low[node], tree.high[node] = -np.inf, np.inf
        else:
            narrow(player, tree, node, parent)
        if tree.kinds[node] == _LEAF:
            ply, top = 1, node
            while tree.parents[top] != 0:
                ply, top = ply + 1, int(tree.parents[top])
            if ply < depth:
                value, low, high = float(tree.values[node]), float(tree.low[node]), float(tree.high[node])
                if top == chosen:  # it may fall below the second best
                    gain = expected_excess(-value, -second, error) - expected_excess(-value, -low, error)
                else:  # it may rise above the best
                    best = float(tree.values[chosen])
                    gain = expected_excess(value, best, error) - expected_excess(value, high, error)
                if gain > best_gain:
                    best_leaf, best_gain = node, gain
    return best_leaf


@kernel
def narrow(player: int, tree: Any, node: int, parent: int) -> int:
    """Find between which values a change of `node` reaches the action it is under: siblings override the rest."""
    first = int(tree.first[parent])
    is_max = tree.movers[parent] == player
    others = -np.inf if is_max else np.inf
    for sibling in range(first, first + int(tree.count[parent])):
        if sibling != node:
            value = float(tree.values[sibling])
            others = max(others, value) if is_max else min(others, value)
    low, high = float(tree.low[parent]), float(tree.high[parent])
    if is_max:
        low = min(max(low, others), high)
    else:
        high = max(min(high, others), low)
    tree.low[node], tree.high[node] = low, high
    return 0


@kernel
def expected_excess(mean: float, threshold: float, deviation: float) -> float:
    """Return by how much a normal variable exceeds a threshold on average, not exceeding it counting as 0."""
    if threshold == np.inf:
        return 0.0
    if deviation <= 0.0:
        return max(0.0, mean - threshold)
    z = (mean - threshold) / deviation
    return deviation * exp(-z * z / 2) / sqrt(2 * pi) + (mean - threshold) * (1 + erf(z / sqrt(2))) / 2

"""Tree search over information sets: each simulation draws a world that may be the true one (Cowling et al. 2012).

The nodes are not states but what a player knows. With many observers, that is what the player to move knows, so that
everybody plays by what he knows himself; with a single observer, what the player at the root knows, and the others
are taken to know the world. There an action may be possible in one world and not in another: it is compared with
others only as often as it was possible.

A node is a row that counts its visits, and the rows of its actions; a table finds it by its key.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np

from halfmove.compiled import compiled, kernel, mix
from halfmove.core.game import CHANCE
from halfmove.core.knowledge import UNSEEN, next_key
from halfmove.search.mcts.policies import EXPLORATION
from halfmove.search.mcts.simulate import INFINITY, add_child, choose
from halfmove.search.mcts.tree import COUNT_BITS, MOST_CHILDREN

ROOT_KEY = 1  # what the player at the root knows at first: it is the same in all worlds
_PROBES = 8  # places of the table that a key may be at


@compiled
class InformationSets:
    """Where the nodes are, what the players know in the world that is being played, and where worlds come from."""

    worlds: Any
    keys: np.ndarray  # of each player
    table_keys: np.ndarray
    table_rows: np.ndarray
    observer: int  # the player at the root
    many: bool  # observers

    def find(self, key: int) -> int:
        """Return the row of a node, or -1 where there is none; the root is row 0."""
        mask = len(self.table_keys) - 1
        for probe in range(_PROBES):
            slot = key + probe & mask
            if self.table_keys[slot] == key:
                return int(self.table_rows[slot])
            if self.table_keys[slot] == 0:
                return -1
        return -1

    def keep(self, key: int, row: int) -> bool:
        """Note the row of a new node; tell whether there was room."""
        mask = len(self.table_keys) - 1
        for probe in range(_PROBES):
            slot = key + probe & mask
            if self.table_keys[slot] == 0:
                self.table_keys[slot], self.table_rows[slot] = key, row
                return True
        return False


@kernel
def simulate_worlds(worker: Any, sets: Any, seen: Any, simulations: int) -> int:
    """Add so many simulations to the tree, fewer if told to stop; return how many."""
    for done in range(simulations):
        if worker.flag.is_set() or worker.nodes >= worker.allowed:
            return done
        worker.simulations += 1
        world = sets.worlds.draw(seen, sets.observer, worker.rng)
        know_world(worker, sets, world)
        leaf = descend(worker, sets, world)
        play_out(worker, leaf)
        count_outcome(worker)
    return simulations


@kernel
def know_world(worker: Any, sets: Any, world: Any) -> None:
    """Let every player know what he sees of a world, and the one at the root what he knows in all of them."""
    game = worker.game
    if sets.many:
        for player in range(game.players):
            sets.keys[player] = game.state_hash(game.observation(world, player))
    sets.keys[sets.observer] = ROOT_KEY


@kernel
def descend(worker: Any, sets: Any, state: Any) -> Any:
    """Play in the world by the tree, to the first node that it does not have, which is added; return the state."""
    game, tree = worker.game, worker.tree
    depth = 0
    while not game.is_terminal(state):
        mover = game.to_move(state)
        if mover == CHANCE:
            action = game.sample(state, worker.rng)
        else:
            key = mix(sets.keys[mover if sets.many else sets.observer], mover) | 1
            node = sets.find(key)
            if node < 0 or tree.children[node] == 0:
                if depth + 2 < len(worker.path):
                    node = add_node(worker, sets, state, key, node)
                    if node >= 0:
                        worker.path[depth] = node
                        depth += 1
                break
            child = choose(worker, node, mover) if sets.many or mover == sets.observer else 0
            if child == 0:
                child = choose_available(worker, node, mover, state)
            if child < 0 or depth + 2 >= len(worker.path) or depth >= 2 * worker.tree_plies:
                break
            worker.path[depth], worker.path[depth + 1] = node, child
            depth += 2
            action = int(tree.actions[child])
        following = game.result(state, action)
        notice(worker, sets, state, action, following, mover)
        state = following
    worker.depth = depth
    return state


@kernel
def notice(worker: Any, sets: Any, state: Any, action: int, child: Any, mover: int) -> None:
    """Let the players notice an action."""
    game = worker.game
    if sets.many:
        for player in range(game.players):
            percept = game.percept(state, action, child, player)
            sets.keys[player] = next_key(int(sets.keys[player]), action if player == mover else UNSEEN, percept)
    else:
        percept = game.percept(state, action, child, sets.observer)
        own = action if sets.observer == mover else UNSEEN
        sets.keys[sets.observer] = next_key(int(sets.keys[sets.observer]), own, percept)


@kernel
def add_node(worker: Any, sets: Any, state: Any, key: int, node: int) -> int:
    """Add a node with its actions, or give them to one that has none; return its row, or -1 where there is no room."""
    game, tree = worker.game, worker.tree
    if worker.is_full():
        return -1
    if node < 0:
        node = worker.next_row
        if not sets.keep(key, node):
            return -1
        tree.clear(node, game.utilities[0], game.utilities[1])
        tree.actions[node] = 0
        worker.next_row = node + 1
    first, count = worker.next_row, 0
    for action in game.actions(state):
        if worker.is_wanted(node, action) and count < MOST_CHILDREN - 2:
            add_child(worker, first + count, action, 1.0)
            count += 1
    tree.opened[first] = 0
    tree.children[node] = first << COUNT_BITS | count
    worker.next_row = first + count
    return node


@kernel
def choose_available(worker: Any, node: int, mover: int, state: Any) -> int:
    """Return the child that is preferred of those that are possible in this world; -1 where there is no room for it.

    `pending` counts how often each child was possible; one that was never taken comes first.
    """
    game, tree, k = worker.game, worker.tree, worker.tree.players
    base, sign, column = 0.0, 1.0, mover
    if k == 1:
        column = 0
        if mover == 1:
            base, sign = game.utilities[0] + game.utilities[1], -1.0
    best, chosen, equal = -INFINITY, -1, 0
    for action in game.actions(state):
        child = child_of(worker, node, action)
        if child < 0:
            return -1
        tree.pending[child] += 1
        score = INFINITY
        if tree.visits[child] > 0:
            bonus = worker.policy.numbers[EXPLORATION] * sqrt(log(tree.pending[child] + 1.0) / tree.visits[child])
            score = base + sign * tree.means[child * k + column] + bonus
        if score > best:
            best, chosen, equal = score, child, 1
        elif score == best:
            equal += 1
            if worker.rng.below(equal) == 0:
                chosen = child
    return chosen


@kernel
def child_of(worker: Any, node: int, action: int) -> int:
    """Return the row of an action; where a node meets it for the first time, its rows move to where there is room."""
    tree, game = worker.tree, worker.game
    first, count = tree.first(node), tree.count(node)
    for child in range(first, first + tree.opened[first]):
        if tree.actions[child] == action:
            return child
    opened = tree.opened[first]
    for child in range(first + opened, first + count):
        if tree.actions[child] == action:  # known, and never taken
            other = tree.actions[first + opened]
            tree.actions[first + opened], tree.actions[child] = action, other
            tree.clear(first + opened, game.utilities[0], game.utilities[1])
            tree.opened[first] = opened + 1
            return int(first + opened)
    if worker.is_full() or count + 1 >= MOST_CHILDREN:
        return -1
    moved = worker.next_row
    for place in range(count):
        copy_row(tree, first + place, moved + place)
    target = moved + opened  # the row of the first action that was never taken, which goes to the end
    add_child(worker, moved + count, int(tree.actions[target]), 1.0)
    tree.actions[target] = action
    tree.clear(target, game.utilities[0], game.utilities[1])
    tree.children[node] = moved << COUNT_BITS | count + 1
    tree.opened[moved] = opened + 1
    worker.next_row = moved + count + 1
    return int(target)


@kernel
def copy_row(tree: Any, source: int, target: int) -> None:
    """Let a row be what another one is."""
    k = tree.players
    tree.visits[target], tree.pending[target] = tree.visits[source], tree.pending[source]
    tree.spreads[target], tree.actions[target] = tree.spreads[source], tree.actions[source]
    tree.priors[target], tree.children[target] = tree.priors[source], tree.children[source]
    for i in range(k):
        tree.means[target * k + i] = tree.means[source * k + i]
        tree.lows[target * k + i], tree.highs[target * k + i] = tree.lows[source * k + i], tree.highs[source * k + i]


@kernel
def play_out(worker: Any, state: Any) -> None:
    """Find the outcome of a world by a playout."""
    game, plies, last, cut = worker.game, 0, 0, False
    while not game.is_terminal(state):
        if plies >= worker.playout_plies or worker.flag.is_set():
            cut = True
            break
        if game.has_chance and game.to_move(state) == CHANCE:
            last = game.sample(state, worker.rng)
        else:
            last = worker.advice.playout_action(state, last, worker.rng)
        state = game.result(state, last)
        plies += 1
    for i in range(worker.tree.players):
        worker.outcome[i] = worker.advice.evaluate(state, i) if cut else game.utility(state, i)
    worker.nodes += plies


@kernel
def count_outcome(worker: Any) -> None:
    """Tell all rows of the path the outcome."""
    tree, k = worker.tree, worker.tree.players
    for place in range(worker.depth):
        row = worker.path[place]
        visits = tree.visits[row] + 1
        tree.visits[row] = visits
        tree.spreads[row] = worker.policy.spread(tree, row, visits)
        for i in range(k):
            tree.means[row * k + i] += (worker.outcome[i] - tree.means[row * k + i]) / visits
    plies = (worker.depth + 1) // 2
    worker.nodes += plies
    worker.depths += plies
    worker.deepest = max(worker.deepest, plies)

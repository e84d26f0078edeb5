"""The loop of Monte Carlo tree search: select, expand, evaluate, back up (Coulom 2006; Kocsis and Szepesvari 2006)."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import kernel
from halfmove.core.game import CHANCE
from halfmove.search.mcts.bounds import tighten
from halfmove.search.mcts.tree import COUNT_BITS, MOST_CHILDREN


@kernel
def simulate(worker: Any, root: Any, simulations: int) -> int:
    """Add so many simulations to the tree, fewer if told to stop, out of room, or proven; return how many."""
    for done in range(simulations):
        if worker.flag.is_set() or worker.nodes >= worker.allowed or worker.is_full() or worker.tree.is_proven(0):
            return done
        leaf = select(worker, root)
        evaluate(worker, leaf)
        back_up(worker)
    return simulations


@kernel
def select(worker: Any, root: Any) -> Any:
    """Go down to a leaf of the tree, expand it where it was visited before, and return its state."""
    game, tree = worker.game, worker.tree
    state, node, depth = root, 0, 0
    worker.path[0] = 0
    while not tree.is_proven(node):
        if tree.children[node] == 0:
            if game.is_terminal(state):
                for i in range(tree.players):
                    tree.lows[node * tree.players + i] = tree.highs[node * tree.players + i] = game.utility(state, i)
                break
            if depth > 0 and tree.visits[node] < worker.patience or depth >= worker.tree_plies:
                break
            if not expand(worker, state, node):
                break
        mover = game.to_move(state)
        worker.movers[depth] = mover
        node = draw_outcome(worker, node) if mover == CHANCE else choose(worker, node, mover)
        state = game.result(state, int(tree.actions[node]))
        depth += 1
        worker.path[depth] = node
    worker.depth = depth
    return state


@kernel
def choose(worker: Any, node: int, mover: int) -> int:
    """Return the child that the tree policy prefers."""
    tree, policy = worker.tree, worker.policy
    first, opened = tree.first(node), tree.opened[node]
    scale = policy.scale(tree.visits[node])
    best, chosen = -1e300, first
    if opened < tree.count(node):
        best = policy.first_play(tree, first + opened, scale)
        chosen = first + opened
    if best < 1e300:
        base, sign, column = 0.0, 1.0, mover
        if tree.players == 1:
            column = 0
            if mover == 1:  # who gets what the other does not
                base, sign = worker.game.utilities[0] + worker.game.utilities[1], -1.0
        for child in range(first, first + opened):
            mean = base + sign * tree.means[child * tree.players + column]
            score = policy.score(tree, child, mean, scale)
            if score > best:
                best, chosen = score, child
    if chosen == first + opened:
        tree.opened[node] = opened + 1
    return int(chosen)


@kernel
def draw_outcome(worker: Any, node: int) -> int:
    """Return a child of a node of chance, each by its probability."""
    tree = worker.tree
    child = tree.first(node)
    last = child + tree.count(node) - 1
    left = worker.rng.fraction() - tree.priors[child]
    while left >= 0.0 and child < last:
        child += 1
        left -= tree.priors[child]
    return int(child)


@kernel
def expand(worker: Any, state: Any, node: int) -> bool:
    """Give a node its children; return whether there is room for them."""
    game, tree = worker.game, worker.tree
    first = worker.next_row
    count = 0
    if game.to_move(state) == CHANCE:
        for outcome, probability in game.chances(state):
            if probability > 0.0:
                if count == MOST_CHILDREN:
                    return False
                add_child(worker, first + count, outcome, probability)
                count += 1
        tree.opened[node] = count
    else:
        for action in game.actions(state):
            if worker.is_wanted(node, action):
                if count == MOST_CHILDREN:
                    return False
                prior = worker.advice.prior(state, action) if worker.policy.sorts else 1.0
                add_child(worker, first + count, action, prior)
                count += 1
        arrange(worker, first, count)
        tree.opened[node] = count if worker.policy.opens_all else 0
    if count == 0:
        return False
    worker.next_row = first + count
    tree.children[node] = first << COUNT_BITS | count
    return True


@kernel
def add_child(worker: Any, child: int, action: int, prior: float) -> None:
    """Fill the row of a new child."""
    worker.tree.clear(child, worker.game.utilities[0], worker.game.utilities[1])
    worker.tree.actions[child] = action
    worker.tree.priors[child] = prior


@kernel
def arrange(worker: Any, first: int, count: int) -> None:
    """Put new children into the order in which they are tried: the likeliest first, or any."""
    actions, priors = worker.tree.actions, worker.tree.priors
    for i in range(1, count):
        if worker.policy.sorts:
            at = i
            action, prior = actions[first + i], priors[first + i]
            while at > 0 and priors[first + at - 1] < prior:
                actions[first + at], priors[first + at] = actions[first + at - 1], priors[first + at - 1]
                at -= 1
            actions[first + at], priors[first + at] = action, prior
        else:
            at = worker.rng.below(i + 1)
            actions[first + i], actions[first + at] = actions[first + at], actions[first + i]


@kernel
def evaluate(worker: Any, state: Any) -> None:
    """Find the outcome of a leaf: what is proven, or what a playout from there brings."""
    game, tree, depth = worker.game, worker.tree, worker.depth
    node, plies, cut = worker.path[depth], 0, False
    if tree.is_proven(node):
        for i in range(tree.players):
            worker.outcome[i] = tree.lows[node * tree.players + i]
    else:
        while not game.is_terminal(state):
            if plies >= worker.playout_plies or worker.flag.is_set():
                cut = True
                break
            if game.has_chance and game.to_move(state) == CHANCE:
                action = game.sample(state, worker.rng)
            else:
                action = worker.advice.playout_action(state, worker.rng)
            state = game.result(state, action)
            plies += 1
        for i in range(tree.players):
            worker.outcome[i] = worker.advice.evaluate(state, i) if cut else game.utility(state, i)
    worker.simulations += 1
    worker.nodes += depth + plies
    worker.depths += depth
    worker.deepest = max(worker.deepest, depth)


@kernel
def back_up(worker: Any) -> None:
    """Tell all nodes of the path the outcome, and what it proves; above a proven node its value counts instead."""
    tree, outcome, k = worker.tree, worker.outcome, worker.tree.players
    leaf = worker.depth
    proves = tree.is_proven(worker.path[leaf])
    for depth in range(leaf, -1, -1):
        node = worker.path[depth]
        if proves and depth < leaf:
            proves = tighten(worker, node, worker.movers[depth])
        visits = tree.visits[node] + 1
        tree.visits[node] = visits
        if proves and tree.is_proven(node):
            tree.spreads[node] = 0.0
            for i in range(k):
                outcome[i] = tree.means[node * k + i] = tree.lows[node * k + i]
        else:
            tree.spreads[node] = worker.policy.spread(tree, node, visits)
            for i in range(k):
                tree.means[node * k + i] += (outcome[i] - tree.means[node * k + i]) / visits

"""The loop of Monte Carlo tree search: select, expand, evaluate, back up (Coulom 2006; Kocsis and Szepesvari 2006)."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import kernel
from halfmove.core.game import CHANCE
from halfmove.search.mcts.bounds import tighten
from halfmove.search.mcts.holding import hold, release_all
from halfmove.search.mcts.tree import COUNT_BITS, MOST_CHILDREN

INFINITY = float("inf")


@kernel
def simulate(worker: Any, root: Any, simulations: int) -> int:
    """Add so many simulations to the tree, fewer if told to stop, out of room, or proven; return how many."""
    done = 0
    while done < simulations:
        if worker.flag.is_set() or worker.nodes >= worker.allowed or worker.is_full() or worker.tree.is_proven(0):
            break
        leaf = select(worker, root)
        evaluate(worker, leaf)
        back_up(worker)
        done += 1
    if worker.shares:
        release_all(worker)
    return done


@kernel
def select(worker: Any, root: Any) -> Any:
    """Go down to a leaf of the tree, expand it where it was visited before, and return its state."""
    game, tree, path, movers, most = worker.game, worker.tree, worker.path, worker.movers, worker.tree_plies
    state, node, depth = root, 0, 0
    path[0] = 0
    worker.simulations += 1
    worker.steady = 0
    while not tree.is_proven(node):
        if tree.children[node] == 0:
            if game.is_terminal(state):
                settle(worker, node, state)
                break
            patience = worker.patience if depth > 0 else worker.root_patience
            if depth >= most or tree.visits[node] < patience or not expand(worker, state, node):
                break
        elif depth >= most:
            break
        mover = game.to_move(state)
        movers[depth] = mover
        if depth == 0 and worker.forced >= 0:
            node = worker.forced
        elif mover == CHANCE:
            node = draw_outcome(worker, node)
        else:
            node = choose(worker, node, mover)
        state = game.result(state, int(tree.actions[node]))
        depth += 1
        path[depth] = node
        if worker.shares:
            if worker.steady == depth - 1 and tree.visits[node] >= worker.many_visits:
                worker.steady = depth
            else:  # others are to look elsewhere meanwhile
                tree.pending[node] += 1
                visits = max(1, tree.visits[node] + tree.pending[node])  # threads may lose a count
                tree.spreads[node] = worker.policy.spread(tree, node, visits)
    worker.depth = depth
    return state


@kernel
def settle(worker: Any, node: int, state: Any) -> None:
    """Note what a game that is over was worth."""
    tree = worker.tree
    for i in range(tree.players):
        utility = worker.game.utility(state, i)
        tree.lows[node * tree.players + i] = utility
        tree.highs[node * tree.players + i] = utility


@kernel
def choose(worker: Any, node: int, mover: int) -> int:
    """Return the child that the tree policy prefers."""
    tree, policy, k = worker.tree, worker.policy, worker.tree.players
    first = tree.first(node)
    opened, scale = tree.opened[first], policy.scale(tree.visits[node])
    base, sign, column = 0.0, 1.0, mover
    if k == 1:
        column = 0
        if mover == 1:  # who gets what the other does not
            base, sign = worker.game.utilities[0] + worker.game.utilities[1], -1.0
    best, chosen = -INFINITY, first
    if opened < tree.count(node):
        chosen = first + opened
        best = policy.first_play(tree, node, base + sign * tree.means[node * k + column], scale)
    if best < INFINITY:
        for child in range(first, first + opened):
            score = policy.score(tree, child, child * k + column, base, sign, scale)
            if worker.shares and tree.pending[child] > 0:
                score -= virtual_loss(worker, child, base + sign * tree.means[child * k + column])
            if score > best:
                best, chosen = score, child
    if chosen == first + opened:
        if not (worker.shares or policy.opens_all):
            prepare_child(worker, first, int(opened), tree.count(node))
        tree.opened[first] = opened + 1
    return int(chosen)


@kernel
def virtual_loss(worker: Any, child: int, mean: float) -> float:
    """Return how much less a child were worth to the mover if the simulations under way in it were lost."""
    pending = worker.tree.pending[child]
    return (mean - worker.game.utilities[0]) * pending / max(1, worker.tree.visits[child] + pending)


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
    """Give a node its children, or those that its state has elsewhere in the tree; tell whether it has them now.

    Most nodes are left before all their children were tried, so the row of a child is filled when it is opened. Only
    threads that share a tree, which might open the same child, fill all rows at once.
    """
    game, tree, policy = worker.game, worker.tree, worker.policy
    if node > 0:
        known = worker.table.find(game, state)
        if known != 0:
            tree.children[node] = known
            return True
    first, last, count, opened = worker.next_row, int(tree.actions[node]), 0, 0
    if game.to_move(state) == CHANCE:
        for outcome, probability in game.chances(state):
            if probability > 0.0:
                if count == MOST_CHILDREN:
                    return False
                add_child(worker, first + count, outcome, probability)
                tree.clear(first + count, game.utilities[0], game.utilities[1])
                count += 1
        opened = count
    else:
        for action in game.actions(state):
            if worker.is_wanted(node, action):
                if count == MOST_CHILDREN:
                    return False
                add_child(worker, first + count, action, prior_of(worker, state, last, action, count))
                count += 1
        if policy.sorts:
            sort(worker, first, count)
        if worker.shares or policy.opens_all:
            for place in range(count):
                prepare_child(worker, first, place, count)
        opened = count if policy.opens_all else 0
    if count == 0:
        return False
    tree.opened[first] = opened
    worker.next_row = first + count
    tree.children[node] = first << COUNT_BITS | count
    if node > 0:  # of the root some actions may be left out
        worker.table.keep(game, state, int(tree.children[node]))
    return True


@kernel
def prior_of(worker: Any, state: Any, last: int, action: int, place: int) -> float:
    """Return how likely an action is the best, by the model or by advice, if the policy asks for it."""
    if worker.modelled:
        return float(worker.weights[place])
    return worker.advice.prior(state, last, action) if worker.policy.sorts else 1.0


@kernel
def add_child(worker: Any, child: int, action: int, prior: float) -> None:
    """Write what is known of a child, and that it was not visited."""
    tree = worker.tree
    tree.actions[child] = action
    tree.priors[child] = prior
    tree.visits[child] = 0
    tree.children[child] = 0


@kernel
def sort(worker: Any, first: int, count: int) -> None:
    """Put a new block into the order in which it is tried, the likeliest child first."""
    actions, priors = worker.tree.actions, worker.tree.priors
    total = 0.0
    for child in range(first, first + count):
        total += priors[child]
    for child in range(first, first + count):
        action, prior = actions[child], priors[child]
        if not worker.policy.odds:
            prior = prior / total if total > 0.0 else 1.0 / count
        at = child
        while at > first and priors[at - 1] < prior:
            actions[at], priors[at] = actions[at - 1], priors[at - 1]
            at -= 1
        actions[at], priors[at] = action, prior


@kernel
def prepare_child(worker: Any, first: int, place: int, count: int) -> None:
    """Fill the row of the child that is opened next: where they have no order, any that was not opened yet."""
    tree, child = worker.tree, first + place
    if not worker.policy.sorts:
        other = child + worker.rng.below(count - place)
        tree.actions[child], tree.actions[other] = tree.actions[other], tree.actions[child]
        tree.priors[child], tree.priors[other] = tree.priors[other], tree.priors[child]
    tree.clear(child, worker.game.utilities[0], worker.game.utilities[1])


@kernel
def evaluate(worker: Any, state: Any) -> None:
    """Find the outcome of a leaf: what is proven, or what a playout from there brings."""
    game, tree, advice, rng, flag = worker.game, worker.tree, worker.advice, worker.rng, worker.flag
    node, plies, cut = worker.path[worker.depth], 0, False
    if tree.is_proven(node):
        for i in range(tree.players):
            worker.outcome[i] = tree.lows[node * tree.players + i]
    else:
        last, most, has_chance, amaf = (
            int(tree.actions[node]),
            worker.playout_plies,
            game.has_chance,
            worker.policy.amaf,
        )
        while plies == 0 or not game.is_terminal(state):  # the leaf is known not to be
            if plies >= most or flag.is_set():
                cut = True
                break
            if has_chance and game.to_move(state) == CHANCE:
                last = game.sample(state, rng)
            else:
                last = advice.playout_action(state, last, rng)
                if amaf:
                    worker.mark_later(game.to_move(state), last)
            state = game.result(state, last)
            plies += 1
        for i in range(tree.players):
            worker.outcome[i] = advice.evaluate(state, i) if cut else game.utility(state, i)
    worker.nodes += plies


@kernel
def back_up(worker: Any) -> None:
    """Tell all nodes of the path the outcome, and what it proves; above a proven node its value counts instead."""
    tree, path, movers, outcome, k = worker.tree, worker.path, worker.movers, worker.outcome, worker.tree.players
    policy, means, leaf = worker.policy, worker.tree.means, worker.depth
    proves = tree.is_proven(path[leaf])
    for depth in range(leaf, -1, -1):
        node = path[depth]
        if proves and depth < leaf:
            proves = tighten(worker, node, movers[depth])
        if worker.shares and is_held(worker, node, depth) and not proves:
            hold(worker, node)
        else:
            pending = 0
            if worker.shares and depth > worker.steady:
                pending = tree.pending[node] - 1
                tree.pending[node] = pending
            visits = tree.visits[node] + 1
            tree.visits[node] = visits
            if proves and tree.is_proven(node):
                tree.spreads[node] = 0.0
                for i in range(k):
                    outcome[i] = means[node * k + i] = tree.lows[node * k + i]
            else:
                tree.spreads[node] = policy.spread(tree, node, max(1, visits + pending))
                for i in range(k):
                    means[node * k + i] += (outcome[i] - means[node * k + i]) / visits
                    if policy.squares:
                        tree.squares[node * k + i] += (outcome[i] * outcome[i] - tree.squares[node * k + i]) / visits
        if policy.amaf and depth < leaf and movers[depth] != CHANCE:
            back_up_later(worker, node, movers[depth], int(tree.actions[path[depth + 1]]))
    worker.nodes += leaf
    worker.depths += leaf
    if leaf > worker.deepest:
        worker.deepest = leaf


@kernel
def is_held(worker: Any, node: int, depth: int) -> bool:
    """Tell whether a node has so many visits that what a thread finds there may be held back."""
    return not worker.modelled and depth <= worker.steady and worker.tree.visits[node] >= worker.many_visits


@kernel
def back_up_later(worker: Any, node: int, mover: int, action: int) -> None:
    """Tell the outcome to all actions of a node that its mover took from there on: all moves as first (AMAF)."""
    tree, k = worker.tree, worker.tree.players
    worker.mark(mover, action)
    first = tree.first(node)
    for child in range(first, first + tree.count(node)):
        if worker.is_marked(mover, int(tree.actions[child])):
            later = tree.amaf_visits[child] + 1
            tree.amaf_visits[child] = later
            for i in range(k):
                tree.amaf_means[child * k + i] += (worker.outcome[i] - tree.amaf_means[child * k + i]) / later

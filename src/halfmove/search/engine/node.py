"""Principal-variation search: alpha-beta that expects the first action to be the best, and what makes it deep.

Knuth and Moore 1975; Pearl 1980 (Scout); Marsland 1983. The steps are numbered as they are taken at a node.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.compiled import kernel, next_float
from halfmove.core.game import CHANCE
from halfmove.errors import WrongGame
from halfmove.running.table import EXACT_VALUE, LOWER_BOUND, NO_ACTION, UPPER_BOUND
from halfmove.search.engine.picker import QUIET, list_actions, list_first, list_tactics, pick, remember_refutation
from halfmove.search.engine.worker import ESTIMATED, PROVEN, REDUCED

INFINITY = float("inf")

FUTILE = 6  # plies: the search is near the horizon
FUTILE_LEADS = 0.8  # quiet gains that each ply may bring
HOPELESS_LEADS = 1.2  # the same for a quiet action that has to catch up
PASS_DEPTH, PASS_SAVED, PASS_SHARE = 3, 3, 5  # plies: the least depth; saved by passing, and one more for each share
REDUCED_DEPTH, REDUCED_FROM = 3, 2  # plies, and how many actions are searched in full first
LATE_DEPTH, LATE_FROM = 4, 4  # plies, and how many actions are searched in any case
UNKNOWN_FROM = 4  # plies: the least depth that is reduced where no action is known
SPARE = 32  # plies that extensions leave to quiescence
SORTED = 24  # actions that are sorted; those that come later are taken as they lie


class Node(NamedTuple):
    """What is asked of a state: its value for `player`, as far as that lies between alpha and beta."""

    depth: int  # plies to look ahead
    ply: int  # plies from the root
    alpha: float
    beta: float
    player: int
    last: int  # the action that led here; NO_ACTION was a pass


@kernel
def search_node(worker: Any, state: Any, node: Any) -> float:
    """Return the value v of `state` for `node.player`, or a bound that is enough.

    alpha < result < beta    v == result
    result <= alpha          v <= result
    result >= beta           v >= result

    Without heuristics v is the minimax value with `depth` plies to go, but that wins are told apart by how soon they
    come. `worker.outcome` is PROVEN, or ESTIMATED where an estimate, or what was left out, may matter to the result.
    """
    # 1. Count the node, stop if that is asked for, and begin to load what the table knows.
    worker.count_node()
    worker.lengths[node.ply] = 0
    key = begin_lookup(worker, state, node.depth)
    game, advice = worker.game, worker.advice
    use, table = worker.use, worker.table

    # 2. The game may be over, or go round in circles.
    if game.is_terminal(state):
        utility = worker.final_value(game.utility(state, worker.perspective), node.ply)
        return worker.answer(worker.value_for(node.player, utility), PROVEN)
    if use.short_memory and node.depth >= 0 and comes_back(worker, state, node.ply):
        draw = (worker.bounds[0] + worker.bounds[1]) / 2.0
        return worker.answer(worker.value_for(node.player, draw), ESTIMATED)

    # 3. From here on the window and all values are those of the player to move. Under a threat, look one ply further.
    mover = game.to_move(state)
    if mover == CHANCE:
        raise WrongGame("the engine does not average over chance: use dice, expectiminimax or star2")
    sign = 1.0 if mover == node.player else -1.0
    threatened = advice.is_threatened(state)
    extended = use.extensions and threatened and 0 <= node.depth < len(worker.lengths) - SPARE - node.ply
    node = for_mover(node, mover, node.depth + 1 if extended else node.depth)
    depth, ply, alpha, beta = node.depth, node.ply, node.alpha, node.beta

    # 4. Evaluate the state, before the table is asked: that answer takes a while to come.
    estimate = -INFINITY
    if depth <= 0 or (use.null_move or use.futility) and not threatened:
        estimate = worker.value_for(mover, advice.evaluate(state, worker.perspective))

    # 5. The table may know enough.
    known_action, wide = NO_ACTION, beta > next_float(alpha)
    if use.table and depth > 0:
        known = table.find(key)
        known_action = known.action
        if not wide and is_enough(worker, known, node):
            return worker.answer(sign * worker.from_table(known.value, ply), table.estimated(known.info))

    # 6. At the horizon the evaluation counts, if it can be trusted; elsewhere it advises.
    careful, hopeless, selected = threatened or worker.proving != 0, False, False
    best, first = -INFINITY, worker.list_start
    if depth <= 0:
        if is_settled(worker, state, node, estimate, threatened):
            return worker.answer(sign * estimate, ESTIMATED)
        end, all_listed = list_tactics(worker, state, threatened, known_action), True
        if end == first:
            return worker.answer(sign * estimate, ESTIMATED)
        if not threatened:
            best, alpha = estimate, max(alpha, estimate)
    else:
        calm = not wide and not careful and not worker.is_decided(beta)

        # 7. Futility: so far ahead that the plies that are left cannot change it.
        if calm and is_near_horizon(worker, depth):
            behind = worker.shifted(estimate, -advice.quiet_gain * FUTILE_LEADS * depth)
            if behind >= beta:
                return worker.answer(sign * behind, ESTIMATED)

        # 8. Null move: so good that the other player may act twice.
        if use.null_move and calm and depth >= PASS_DEPTH and node.last != NO_ACTION and estimate >= beta:
            passed = advice.pass_turn(state)
            if game.to_move(passed) != mover and not advice.may_be_zugzwang(state):
                rest = depth - 1 - PASS_SAVED - depth // PASS_SHARE
                value = search_node(worker, passed, Node(rest, ply + 1, -next_float(-beta), beta, mover, NO_ACTION))
                if value >= beta:
                    return worker.answer(sign * (beta if worker.is_decided(value) else value), ESTIMATED)

        # 9. Where the table knows no action, look one ply less far: the next, deeper search then finds one there.
        if is_unexplored(worker, depth, known_action):
            depth -= 1
            node = for_mover(node, mover, depth)

        # 10. List the actions: at first only tactics, if they are found sooner or if nothing else could catch up.
        if calm and is_near_horizon(worker, depth):
            ahead = worker.shifted(estimate, advice.quiet_gain * HOPELESS_LEADS * depth)
            if ahead <= alpha:
                best, hopeless = ahead, True
        end, selected = list_first(worker, state, node, known_action, hopeless, threatened)
        all_listed = selected or hopeless

    # 11. Try the actions, the most promising first.
    worker.list_start = end
    low, best_action, place = alpha, NO_ACTION, first - 1
    outcome, best_outcome = PROVEN, ESTIMATED  # of all that was searched; of the best of it
    while True:
        place += 1
        if place == end and not all_listed:
            all_listed = True
            end = list_actions(worker, state, node, known_action, first)
            worker.list_start = end
        if place == end:
            break
        action = pick(worker, place, end) if place - first < SORTED else int(worker.listed[place])
        quiet = abs(worker.scores[place]) < QUIET

        # 12. Leave out quiet actions that come late, and what comes after them.
        late = depth <= LATE_DEPTH and place - first >= LATE_FROM + depth * depth
        if use.late_pruning and late and quiet and not wide and not careful and best >= -worker.most:
            outcome = ESTIMATED
            break

        # 13. Search late actions less deeply, and all but the first only to see whether they are better.
        child = game.result(state, action)
        saved = reduction(worker, depth, place, first, wide) if quiet and not careful else 0
        upper = next_float(low) if saved > 0 or use.null_window and place > first else beta
        while True:
            value = search_node(worker, child, Node(depth - 1 - saved, ply + 1, low, upper, mover, action))
            if value <= low or saved == 0 and (upper == beta or value >= beta):
                break
            if saved > 0:
                saved = 0
            else:
                upper = beta

        # 14. Keep the best, and stop where the other player will not let it come to this.
        outcome |= worker.outcome
        if value > best:
            best, best_outcome = value, worker.outcome
            if value > low:
                low, best_action = value, action
                if wide:
                    worker.keep_line(ply, action)
                if value >= beta:
                    if quiet:
                        remember_refutation(worker, node, first, place)
                    break
    worker.list_start = first

    # 15. Remember what was found: only the best matters to a win, and to a loss what was left out, unless that loses.
    if best > worker.most:
        outcome = best_outcome
    elif depth <= 0 and best >= -worker.most or hopeless or selected and not (threatened and best < -worker.most):
        outcome = ESTIMATED
    if use.table and depth > 0:
        bound = LOWER_BOUND if best >= beta else UPPER_BOUND if best <= alpha else EXACT_VALUE
        info = table.info(depth, bound, outcome, worker.age)
        table.store(key, worker.to_table(best, ply), best_action, info)
    return worker.answer(sign * best, outcome)


@kernel
def begin_lookup(worker: Any, state: Any, depth: int) -> int:
    """Return the key of a state in the table, and begin to load what is known there."""
    if not worker.use.table or depth < 0:
        return 0
    key = worker.game.key(state) ^ worker.salt
    if depth > 0:
        worker.table.fetch(key)
    return key


@kernel
def comes_back(worker: Any, state: Any, ply: int) -> bool:
    """Put a state on the path, and tell whether it was there before."""
    here, key = worker.root + ply, worker.game.repetition_key(state)
    worker.path[here] = key
    for i in range(here - 2, max(here - worker.game.since_progress(state), 0) - 1, -1):
        if worker.path[i] == key:
            return True
    return False


@kernel
def for_mover(node: Any, mover: int, depth: int) -> Any:
    """Return a node as the player to move sees it, searched `depth` plies deep."""
    if mover == node.player:
        return Node(depth, node.ply, node.alpha, node.beta, mover, node.last)
    return Node(depth, node.ply, -node.beta, -node.alpha, mover, node.last)


@kernel
def is_enough(worker: Any, known: Any, node: Any) -> bool:
    """Tell whether what the table knows answers the question."""
    table, info = worker.table, known.info
    if info == 0:
        return False
    value, bound = worker.from_table(known.value, node.ply), table.bound(info)
    depth, proven = table.depth(info), table.estimated(info) == PROVEN
    deep_enough = depth == node.depth or depth < node.depth and proven
    if worker.use.deeper_entries and (depth > node.depth or worker.is_decided(value) and proven):
        deep_enough = True
    if worker.proving != 0 and not proven:
        deep_enough = False
    cuts = value >= node.beta and bound & LOWER_BOUND != 0 or value <= node.alpha and bound & UPPER_BOUND != 0
    return deep_enough and cuts


@kernel
def is_settled(worker: Any, state: Any, node: Any, estimate: float, threatened: bool) -> bool:
    """Tell whether an evaluation at the horizon counts: it is high enough, or nothing drastic is about to happen."""
    if node.ply > worker.deepest:
        worker.deepest = node.ply
    too_deep = node.ply + 2 >= len(worker.lengths)
    if not worker.use.quiescence or too_deep or estimate >= node.beta and not threatened:
        return True
    return worker.advice.is_quiet(state)


@kernel
def is_near_horizon(worker: Any, depth: int) -> bool:
    """Tell whether so few plies are left that an evaluation tells what they can bring."""
    return worker.use.futility and worker.advice.quiet_gain > 0.0 and depth <= FUTILE


@kernel
def is_unexplored(worker: Any, depth: int, known_action: int) -> bool:
    """Tell whether a deep search is to begin where the table knows no action yet."""
    reduces = worker.use.internal_reduction and worker.use.table and worker.proving == 0
    return reduces and depth >= UNKNOWN_FROM and known_action == NO_ACTION


@kernel
def reduction(worker: Any, depth: int, place: int, first: int, wide: bool) -> int:
    """Return how many plies less a quiet action is searched: more, the later it comes."""
    if not worker.use.late_reductions or depth < REDUCED_DEPTH or place - first < REDUCED_FROM:
        return 0
    saved = int(worker.reductions[min(depth, REDUCED - 1), min(place - first, REDUCED - 1)])
    if wide:
        saved -= 1
    if worker.scores[place] < 0.0:
        saved += 1
    return max(0, min(saved, depth - 2))

"""Principal-variation search: alpha-beta that expects the first action to be the best, and what makes it deep.

Knuth and Moore 1975; Pearl 1980 (Scout); Marsland 1983. The steps are numbered as they are taken at a node.
"""

from __future__ import annotations

from typing import Any

from halfmove.compiled import kernel, next_float
from halfmove.core.game import CHANCE
from halfmove.errors import WrongGame
from halfmove.search.engine.picker import QUIET, list_actions, list_selected, list_tactics, remember_refutation
from halfmove.search.engine.table import LOWER, NO_ACTION, UPPER
from halfmove.search.engine.worker import AGE, DEEPEST, GUESSED, LEFT, PROVING, REDUCED, SALT, TOP, VIEW, look_up

INFINITY = float("inf")

FUTILE = 6  # plies: the search is near the horizon
FUTILE_LEADS = 0.8  # swings that each ply may bring
HOPELESS_LEADS = 1.2  # the same for a quiet action that has to catch up
PASS_DEPTH, PASS_SAVED, PASS_SHARE = 3, 3, 5  # plies: the least depth; saved by passing, and one more for each share
REDUCED_DEPTH, REDUCED_FROM = 3, 2  # plies, and how many actions are searched in full first
LATE_DEPTH, LATE_FROM = 4, 4  # plies, and how many actions are searched in any case
UNKNOWN_FROM = 4  # plies: the least depth that is reduced where no action is known
SPARE = 32  # plies that extensions leave to quiescence
SORTED = 24  # actions that are sorted; those that come later are taken as they lie


@kernel
def value_of(
    game: Any,
    state: Any,
    depth: int,
    ply: int,
    one: float,
    other: float,
    last: int,
    desk: Any,
    table: Any,
    use: Any,
) -> float:
    """Return the value v of `state` for player VIEW, or a bound that is enough; `one` and `other` are the window.

    alpha < result < beta    v == result
    result <= alpha          v <= result
    result >= beta           v >= result

    Without heuristics v is the minimax value with `depth` plies to go, but that wins are told apart by how soon they
    come. Inside, values are those of the player to move. `last` is the action that led here; NO_ACTION was a pass.
    GUESSED is left at 1 where an estimate, or what was left out, may matter to the result, and at 0 where it is proven.
    """
    # 1. Count the node, stop if that is asked for, and begin to load what the table knows.
    cells, bounds = desk.cells, desk.bounds
    if cells[LEFT] == 0:
        look_up(desk)
    cells[LEFT] -= 1
    desk.lengths[ply] = 0
    key, number, known_action = 0, 0, NO_ACTION
    if depth >= 0:
        key = game.key(state) ^ cells[SALT] if use.table else 0
        number = game.repetition_key(state) if use.short_memory else 0
    if use.table and depth > 0:
        table.fetch(key)
    view, proving = cells[VIEW], cells[PROVING] != 0

    # 2. The game may be over, or go round in circles.
    if game.is_terminal(state):
        cells[GUESSED] = 0
        return desk.final(game.utility(state, view), ply)
    if use.short_memory and depth >= 0 and desk.comes_back(number, game.since_progress(state), ply):
        cells[GUESSED] = 1
        return (bounds[0] + bounds[1]) / 2.0
    mover = game.to_move(state)
    if mover == CHANCE:
        raise WrongGame("the engine does not average over chance: use expectiminimax, star1 or star2")
    sign = 1.0 if mover == view else -1.0
    alpha, beta = min(sign * one, sign * other), max(sign * one, sign * other)
    wide = beta > next_float(alpha)

    # 3. Under a threat, look one ply further.
    threatened = game.is_threatened(state)
    if use.extensions and threatened and depth >= 0 and ply + depth + SPARE < len(desk.lengths):
        depth += 1

    careful = threatened or proving

    # 4. Evaluate the state, before the table is asked: that answer takes a while to come.
    estimate = -INFINITY
    if depth <= 0 or (use.null_move or use.futility) and not threatened:
        estimate = sign * game.evaluate(state, view)

    # 5. The table may know enough.
    if use.table and depth > 0:
        known = table.find(key)
        known_action = known.action
        if known.info != 0 and not wide:
            value, bound = desk.from_table(known.value, ply), table.bound(known.info)
            known_depth, proven = table.depth(known.info), not table.guessed(known.info)
            deep_enough = known_depth == depth or known_depth < depth and proven
            if use.deeper_entries and (known_depth > depth or desk.is_decided(value) and proven):
                deep_enough = True
            if proving and not proven:
                deep_enough = False
            if deep_enough and (value >= beta and bound & LOWER != 0 or value <= alpha and bound & UPPER != 0):
                cells[GUESSED] = int(not proven)
                return sign * value

    # 6. At the horizon the evaluation counts, if it can be trusted; elsewhere it advises.
    best, first = -INFINITY, cells[TOP]
    end, selected, hopeless, all_listed = first, False, False, True
    if depth <= 0:
        cells[GUESSED] = 1
        if ply > cells[DEEPEST]:
            cells[DEEPEST] = ply
        if not use.quiescence or ply + 2 >= len(desk.lengths) or estimate >= beta and not threatened:
            return sign * estimate
        if game.is_quiet(state):
            return sign * estimate
        if not threatened:
            best = estimate
            alpha = max(alpha, estimate)
        end = list_tactics(game, state, threatened, known_action, desk)
        if end == first:
            return sign * estimate
    else:
        calm = not wide and not careful and not desk.is_decided(beta)

        # 7. Futility: so far ahead that the plies that are left cannot change it.
        if use.futility and game.swing > 0.0 and calm and depth <= FUTILE:
            behind = desk.shifted(estimate, -game.swing * FUTILE_LEADS * depth)
            if behind >= beta:
                cells[GUESSED] = 1
                return sign * behind

        # 8. Null move: so good that the other player may act twice.
        if use.null_move and calm and depth >= PASS_DEPTH and last != NO_ACTION and estimate >= beta:
            passed = game.pass_turn(state)
            if game.to_move(passed) != mover and not game.may_be_zugzwang(state):
                rest, below = depth - 1 - PASS_SAVED - depth // PASS_SHARE, -next_float(-beta)
                value = sign * value_of(
                    game, passed, rest, ply + 1, sign * below, sign * beta, NO_ACTION, desk, table, use
                )
                if value >= beta:
                    cells[GUESSED] = 1
                    return sign * (beta if desk.is_decided(value) else value)

        # 9. Where the table knows no action, look one ply less far: the next, deeper search then finds one there.
        if use.internal_reduction and use.table and depth >= UNKNOWN_FROM and known_action == NO_ACTION and not proving:
            depth -= 1

        # 10. List the actions: at first only tactics, if they are found sooner or if nothing else could catch up.
        if use.futility and game.swing > 0.0 and calm and depth <= FUTILE:
            ahead = desk.shifted(estimate, game.swing * HOPELESS_LEADS * depth)
            if ahead <= alpha:
                best, hopeless = ahead, True
        if use.selection and use.order and not proving and not hopeless:
            end = list_selected(game, state, mover, ply, known_action, last, desk, use)
        selected = end > first
        all_listed = selected or hopeless
        if hopeless or game.tactics_first and use.order and not threatened and not selected:
            end = list_tactics(game, state, False, known_action, desk)
            if not hopeless and known_action != NO_ACTION and not desk.is_listed(known_action, first, end):
                end = first

    # 11. Try the actions, the most promising first.
    cells[TOP] = end
    low, best_action, place = alpha, NO_ACTION, first - 1
    guessed, best_guessed = 0, 1  # by what was searched; by the best of it
    while True:
        place += 1
        if place == end and not all_listed:
            all_listed = True
            end = list_actions(game, state, mover, ply, known_action, last, first, desk, use)
            cells[TOP] = end
        if place == end:
            break
        action = desk.pick(place, end) if place - first < SORTED else int(desk.listed[place])
        quiet = abs(desk.scores[place]) < QUIET

        # 12. Leave out quiet actions that come late, and what comes after them.
        late = depth <= LATE_DEPTH and place - first >= LATE_FROM + depth * depth
        if use.late_pruning and late and quiet and not wide and not careful and best >= -bounds[2]:
            guessed = 1
            break

        # 13. Search late actions less deeply, and all but the first only to see whether they are better.
        child = game.result(state, action)
        saved = 0
        if use.late_reductions and quiet and not careful and depth >= REDUCED_DEPTH and place - first >= REDUCED_FROM:
            saved = int(desk.reductions[min(depth, REDUCED - 1), min(place - first, REDUCED - 1)])
            if wide:
                saved -= 1
            if desk.scores[place] < 0.0:
                saved += 1
            saved = max(0, min(saved, depth - 2))
        upper = next_float(low) if saved > 0 or use.null_window and place > first else beta
        while True:
            rest = depth - 1 - saved
            value = sign * value_of(game, child, rest, ply + 1, sign * low, sign * upper, action, desk, table, use)
            if value <= low or saved == 0 and (upper == beta or value >= beta):
                break
            if saved > 0:
                saved = 0
            else:
                upper = beta

        # 14. Keep the best, and stop where the other player will not let it come to this.
        guessed |= cells[GUESSED]
        if value > best:
            best, best_guessed = value, cells[GUESSED]
            if value > low:
                best_action = action
                low = value
                if wide:
                    desk.keep_line(ply, action)
                if value >= beta:
                    if quiet:
                        remember_refutation(mover, ply, depth, first, place, last, desk)
                    break
    cells[TOP] = first

    # 15. Remember what was found: only the best matters to a win, and to a loss what was left out, unless that loses.
    if best > bounds[2]:
        guessed = best_guessed
    elif depth <= 0 and best >= -bounds[2] or hopeless or selected and not (threatened and best < -bounds[2]):
        guessed = 1
    cells[GUESSED] = guessed
    if use.table and depth > 0:
        bound = LOWER if best >= beta else UPPER if best <= alpha else LOWER | UPPER
        table.store(key, desk.to_table(best, ply), best_action, depth, bound, guessed, cells[AGE])
    return sign * best

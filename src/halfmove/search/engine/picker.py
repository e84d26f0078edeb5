"""Which action to try first: what the table knows, promising tactics, killers, countermoves, history, poor tactics."""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.compiled import kernel
from halfmove.errors import HalfmoveError
from halfmove.running.table import NO_ACTION
from halfmove.search.engine.worker import MOST_HISTORY, SLOTS

# Scores: the stages lie so far apart that what a game says of an action orders it within its stage only.
KNOWN, TACTICAL, KILLER, SECOND_KILLER, COUNTER, POOR = 4e12, 2e12, 4e10, 3e10, 2e10, -2e12
QUIET = 1e11  # a score below it, and above -1e11, is that of a quiet action
STRONGEST = 1e9  # the most that a game may say of an action

_BONUS, _MOST_BONUS = 16, 2048  # of an action that refutes, in `history`: times the depth squared, and at most


class Candidate(NamedTuple):
    """An action, and what the game says of it."""

    action: int
    order: float
    tactical: bool


@kernel
def list_first(worker: Any, state: Any, node: Any, known: int, hopeless: bool, threatened: bool) -> Any:
    """List what is tried first; return where the list ends, and whether it is that of the selective moves.

    Tactics alone come first where they are found sooner, and there is nothing else where nothing else could catch up.
    """
    advice, use = worker.advice, worker.use
    first = end = worker.list_start
    if use.selection and use.order and worker.proving == 0 and not hopeless:
        end = list_selected(worker, state, node, known)
    selected = end > first
    if hopeless or advice.tactics_first and use.order and not threatened and not selected:
        end = list_tactics(worker, state, False, known)
        if not hopeless and known != NO_ACTION and not is_listed(worker, known, first, end):
            end = first
    return end, selected


@kernel(inline=False)
def list_actions(worker: Any, state: Any, node: Any, known: int, first: int) -> int:
    """List the actions that are not on the list that begins at `first`, with their scores; return where it ends."""
    advice, use = worker.advice, worker.use
    listed = end = worker.list_start
    for action in worker.game.actions(state):
        if is_listed(worker, action, first, listed):
            continue
        order = advice.order(state, action) if use.order else 0.0
        tactical = use.order and advice.is_tactical(state, action)
        put(worker, end, action, score_of(worker, node, known, Candidate(action, order, tactical)))
        end += 1
    return end


@kernel(inline=False)
def list_selected(worker: Any, state: Any, node: Any, known: int) -> int:
    """List the selective moves of a state with their scores; return where the list ends."""
    end = worker.list_start
    for action, order, tactical in worker.advice.selective_moves(state):
        put(worker, end, action, score_of(worker, node, known, Candidate(action, order, tactical)))
        end += 1
    return end


@kernel(inline=False)
def list_tactics(worker: Any, state: Any, all_of_them: bool, known: int) -> int:
    """List the actions that matter beyond the horizon, leaving poor ones out unless all count; return the end."""
    end = worker.list_start
    for action in worker.advice.tactics(state):
        score = worker.advice.order(state, action)
        if all_of_them or score >= 0.0:
            put(worker, end, action, KNOWN if action == known else TACTICAL + score)
            end += 1
    return end


@kernel
def score_of(worker: Any, node: Any, known: int, candidate: Any) -> float:
    """Return how early an action of the player of `node` is to be tried; `known` is the one that the table knows."""
    use, action = worker.use, candidate.action
    score = min(max(candidate.order, -STRONGEST), STRONGEST)
    if action == known:
        return KNOWN
    if candidate.tactical:
        return score + (TACTICAL if score >= 0.0 else POOR)
    if use.killers and action == worker.killers[node.ply, 0]:
        return KILLER
    if use.killers and action == worker.killers[node.ply, 1]:
        return SECOND_KILLER
    if use.countermoves and action == worker.countermoves[node.player, slot(node.last)]:
        return COUNTER
    return score + float(worker.history[node.player, slot(action)]) if use.history else score


@kernel
def put(worker: Any, place: int, action: int, score: float) -> None:
    """Put an action on the list with its score."""
    if place >= len(worker.listed):
        raise HalfmoveError("the states on the path of the search have too many actions together to be listed")
    worker.listed[place] = action
    worker.scores[place] = score


@kernel
def is_listed(worker: Any, action: int, first: int, end: int) -> bool:
    """Tell whether an action is on the list between these places."""
    for i in range(first, end):
        if worker.listed[i] == action:
            return True
    return False


@kernel
def pick(worker: Any, place: int, end: int) -> int:
    """Bring the most promising of the listed actions from `place` on to that place, and return it."""
    scores, listed = worker.scores, worker.listed
    best, highest = place, scores[place]
    for i in range(place + 1, end):
        score = scores[i]
        if score > highest:
            best, highest = i, score
    action = listed[best]
    listed[best], scores[best] = listed[place], scores[place]
    listed[place], scores[place] = action, highest
    return int(action)


@kernel(inline=False)
def remember_refutation(worker: Any, node: Any, first: int, place: int) -> None:
    """Note that the quiet action at `place` refuted the last one; those from `first` on had been tried in vain."""
    ply, action = node.ply, worker.listed[place]
    if worker.killers[ply, 0] != action:
        worker.killers[ply, 1] = worker.killers[ply, 0]
        worker.killers[ply, 0] = action
    worker.countermoves[node.player, slot(node.last)] = action
    bonus = min(node.depth * node.depth * _BONUS, _MOST_BONUS)
    credit(worker, node.player, action, bonus)
    for i in range(first, place):
        if abs(worker.scores[i]) < QUIET:
            credit(worker, node.player, worker.listed[i], -bonus)


@kernel
def credit(worker: Any, player: int, action: int, bonus: int) -> None:
    """Raise or lower the history score of an action, by less the more extreme it is."""
    score = int(worker.history[player, slot(action)])
    worker.history[player, slot(action)] = score + bonus - score * abs(bonus) // MOST_HISTORY


@kernel
def slot(action: int) -> int:
    """Return the place of an action in the tables of what was learned, by its lowest bits."""
    return action & SLOTS - 1

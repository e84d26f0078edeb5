"""Lists of what can happen at a node: outcomes of chance with their probabilities, actions with a preview."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import kernel, mix
from halfmove.search.engine.picker import KNOWN, Candidate, pick, put, score_of

PREVIEW_FROM = 2  # plies: nearer to the horizon a preview of an action is its search

_FRACTION = 9007199254740992.0  # 2 ** 53, whose bits are all that a float holds


@kernel(inline=False)
def list_outcomes(worker: Any, state: Any, ply: int) -> Any:
    """List the outcomes of chance, the likeliest first; return where the list ends, and whether it is a sample.

    Their scores are their probabilities, and each can be worth anything yet.
    """
    first = end = worker.list_start
    for outcome, probability in worker.game.chances(state):
        if probability > 0.0:
            put(worker, end, outcome, probability)
            end += 1
    sampled = worker.use.sampling and worker.proving == 0 and end - first > worker.samples
    if sampled:
        end = draw_sample(worker, first, end, ply)
    for place in range(first, end):
        worker.lows[place], worker.highs[place] = worker.bounds[0], worker.bounds[1]
    if worker.use.likely_first:
        sort_by_score(worker, first, end)
    return end, sampled


@kernel
def sort_by_score(worker: Any, first: int, end: int) -> None:
    """Sort a list, the greatest score first; equal ones stay as they are, and a list that is sorted takes no time."""
    listed, scores = worker.listed, worker.scores
    for i in range(first + 1, end):
        action, score, place = listed[i], scores[i], i
        while place > first and scores[place - 1] < score:
            listed[place], scores[place] = listed[place - 1], scores[place - 1]
            place -= 1
        listed[place], scores[place] = action, score


@kernel
def draw_sample(worker: Any, first: int, end: int, ply: int) -> int:
    """Leave some of the listed outcomes, by systematic sampling (Madow and Madow 1944); return the end.

    The probabilities lie end to end, and equally spaced points fall on them, beginning anywhere in the first space:
    each outcome comes in as likely as it is, one that is likelier than a space for certain. The beginning depends on
    the ply alone, so that states beside each other meet the same dice.
    """
    count, kept = worker.samples, first
    point, passed = (mix(ply) >> 10) / _FRACTION, 0.0  # the next point, and the probabilities so far, in spaces
    for place in range(first, end):
        passed += worker.scores[place] * count
        hits = 0
        while point < passed and hits < count:
            hits += 1
            point += 1.0
        if hits > 0:
            put(worker, kept, int(worker.listed[place]), hits / count)
            kept += 1
    return kept


@kernel(inline=False)
def list_candidates(worker: Any, state: Any, node: Any, known: int, sign: float) -> int:
    """List the actions with their scores; return where the list ends.

    Two plies and more before the horizon an action scores what the state is worth to which it leads.
    """
    game, advice, use, end = worker.game, worker.advice, worker.use, worker.list_start
    for action in game.actions(state):
        if action == known:
            score = KNOWN
        elif use.preview and node.depth >= PREVIEW_FROM:
            worker.count_node()
            child = game.result(state, action)
            over = game.is_terminal(child)
            score = sign * (game.utility(child, worker.perspective) if over else worker.estimate(child))
        else:
            order = advice.order(state, action) if use.order else 0.0
            tactical = use.order and advice.is_tactical(state, action)
            score = score_of(worker, node, known, Candidate(action, order, tactical))
        put(worker, end, action, score)
        end += 1
    return end


@kernel
def filtered(worker: Any, first: int, end: int) -> int:
    """Bring the most promising actions to the front of a list; return where those end that are to be searched."""
    if not worker.use.filter or worker.proving != 0 or end - first <= worker.width:
        return end
    last = first + worker.width
    for place in range(first, last):
        pick(worker, place, end)
    return last

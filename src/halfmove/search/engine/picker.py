"""Which action to try first: what the table knows, promising tactics, killers, countermoves, history, poor tactics."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import kernel, out_of_line
from halfmove.errors import HalfmoveError
from halfmove.search.engine.worker import TOP

# Scores: the stages lie so far apart that what a game says of an action orders it within its stage only.
KNOWN, TACTICAL, KILLER, SECOND_KILLER, COUNTER, POOR = 4e12, 2e12, 4e10, 3e10, 2e10, -2e12
QUIET = 1e11  # a score below it, and above -1e11, is that of a quiet action
STRONGEST = 1e9  # the most that a game may say of an action


@kernel
def list_actions(
    game: Any, state: Any, player: int, ply: int, known: int, last: int, first: int, desk: Any, use: Any
) -> int:
    """List the actions that are not on the list that begins at `first`, with their scores; return where it ends."""
    out_of_line()
    listed = end = desk.cells[TOP]
    counter = desk.counters[player, desk.slot(last)]
    for action in game.actions(state):
        if desk.is_listed(action, first, listed):
            continue
        promise = game.order(state, action) if use.order else 0.0
        tactical = use.order and game.is_tactical(state, action)
        put(action, promise, tactical, player, ply, known, counter, end, desk, use)
        end += 1
    return end


@kernel
def list_selected(game: Any, state: Any, player: int, ply: int, known: int, last: int, desk: Any, use: Any) -> int:
    """List the actions that the game thinks worth a look with their scores; return where the list ends."""
    out_of_line()
    end = desk.cells[TOP]
    counter = desk.counters[player, desk.slot(last)]
    for action, promise, tactical in game.worth_a_look(state):
        put(action, promise, tactical, player, ply, known, counter, end, desk, use)
        end += 1
    return end


@kernel
def put(
    action: int,
    promise: float,
    tactical: bool,
    player: int,
    ply: int,
    known: int,
    counter: int,
    place: int,
    desk: Any,
    use: Any,
) -> None:
    """Put an action on the list with its score."""
    score = min(max(promise, -STRONGEST), STRONGEST)
    if action == known:
        score = KNOWN
    elif tactical:
        score += TACTICAL if score >= 0.0 else POOR
    elif use.killers and action == desk.killers[ply, 0]:
        score = KILLER
    elif use.killers and action == desk.killers[ply, 1]:
        score = SECOND_KILLER
    elif use.countermoves and action == counter:
        score = COUNTER
    elif use.history:
        score += float(desk.history[player, desk.slot(action)])
    if place >= len(desk.listed):
        raise HalfmoveError("the states on the way have too many actions together to be listed")
    desk.listed[place] = action
    desk.scores[place] = score


@kernel
def list_tactics(game: Any, state: Any, all_of_them: bool, known: int, desk: Any) -> int:
    """List the actions that matter beyond the horizon, leaving poor ones out unless all count; return the end."""
    out_of_line()
    end = desk.cells[TOP]
    for action in game.tactics(state):
        score = game.order(state, action)
        if all_of_them or score >= 0.0:
            if end >= len(desk.listed):
                raise HalfmoveError("the states on the way have too many actions together to be listed")
            desk.listed[end] = action
            desk.scores[end] = KNOWN if action == known else TACTICAL + score
            end += 1
    return end


@kernel
def remember_refutation(player: int, ply: int, depth: int, first: int, place: int, last: int, desk: Any) -> None:
    """Note that the quiet action at `place` refuted `last`, where those from `first` on had been tried in vain."""
    out_of_line()
    action = desk.listed[place]
    if desk.killers[ply, 0] != action:
        desk.killers[ply, 1] = desk.killers[ply, 0]
        desk.killers[ply, 0] = action
    desk.counters[player, desk.slot(last)] = action
    bonus = min(depth * depth * 16, 2048)
    desk.credit(player, action, bonus)
    for i in range(first, place):
        if abs(desk.scores[i]) < QUIET:
            desk.credit(player, desk.listed[i], -bonus)

"""Alpha-beta with a memory: states that come back by another way are not searched again.

004, algorithms 30 and 31, corrected: the printed form stores whatever alpha-beta returned, keyed by the state alone,
but a search that was cut off returns a bound, and a value found with 2 plies left is not one found with 6. So an entry
says which of the two it is and for how many plies, and is used only where it answers the question.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from halfmove.compiled import kernel
from halfmove.core.choice import Choice, Limit
from halfmove.core.game import ALLOWED, CHANCE, Game
from halfmove.core.rules import legal_actions, mover
from halfmove.errors import WrongGame
from halfmove.running.table import EXACT_VALUE, LOWER_BOUND, UPPER_BOUND, Table, table
from halfmove.running.watch import CUT, END, FOUND, HORIZON, SEARCHED
from halfmove.search.decide import decide

INFINITY = float("inf")


def memoised(
    game: Game,
    state: Any = None,
    depth: int | None = None,
    *,
    megabytes: float = 64,
    limit: Limit | None = None,
    watch: Any = None,
) -> Choice:
    """Choose an action as alpha-beta does, with a table of `megabytes` that is empty at the start."""
    memory = table(megabytes)
    to_the_end = depth is None and (limit is None or limit.depth is None)
    choice = decide(value_of, game, state, depth, limit, watch, -INFINITY, INFINITY, to_the_end, memory)
    return choice if game.repetition != ALLOWED else _extended(choice, memory, to_the_end)


@kernel
def value_of(
    game: Any,
    state: Any,
    player: int,
    depth: int,
    alpha: float,
    beta: float,
    to_the_end: bool,
    memory: Any,
    watch: Any,
) -> float:
    """Return the minimax value of `state` for `player`, or a bound that is enough, as `alphabeta.value_of` does."""
    watch.enter(state, player, depth, alpha, beta)
    if game.is_terminal(state):
        return watch.leave(game.utility(state, player), END)
    if depth == 0:
        return watch.leave(game.evaluate(state, player), HORIZON)
    mover = game.to_move(state)
    if mover == CHANCE:
        raise WrongGame("alpha-beta does not average over chance: use expectiminimax, star1 or star2")

    plies = 0 if to_the_end else depth  # with no horizon in sight, a state is worth the same at any ply
    key = game.key(state)
    slot = memory.find(key)
    if slot >= 0 and memory.depth(slot) == plies:
        known, bound = memory.value(slot), memory.bound(slot)
        enough = known >= beta if bound == LOWER_BOUND else known <= alpha if bound == UPPER_BOUND else True
        if enough:
            return watch.leave(known, FOUND)

    best = -INFINITY if mover == player else INFINITY
    best_action, reason = 0, SEARCHED
    low, high = alpha, beta
    for action in game.actions(state):
        child = game.result(state, action)
        value = value_of(game, child, player, depth - 1, low, high, to_the_end, memory, watch)
        if value > best if mover == player else value < best:
            best, best_action = value, action
            watch.improve(depth, action, value)
        if mover == player:
            low = max(low, best)
        else:
            high = min(high, best)
        if low >= high:
            reason = CUT
            break
    bound = LOWER_BOUND if best >= beta else UPPER_BOUND if best <= alpha else EXACT_VALUE
    memory.store(key, plies, best, bound, best_action)
    return watch.leave(best, reason)


def _extended(choice: Choice, memory: Table, to_the_end: bool) -> Choice:
    """Return the choice with its line continued by what the table knows.

    An action found in the table may belong to a state that is the same only by symmetry, so the next state is one that
    is proven to keep the value.
    """
    game, state, line = choice.game, choice.state, list(choice.line)
    assert game is not None
    player = mover(game, state)

    def keeps_value(state: Any) -> bool:
        if game.is_terminal(state):
            return game.utility(state, player) == choice.value
        slot = memory.find(game.key(state))
        plies = 0 if to_the_end else choice.depth - len(line) - 1
        exact = slot >= 0 and memory.bound(slot) == EXACT_VALUE and memory.depth(slot) == plies
        return exact and memory.value(slot) == choice.value

    for action in line:
        state = game.result(state, action)
    while len(line) < choice.depth:
        after = ((action, game.result(state, action)) for action in legal_actions(game, state))
        following = next(((action, child) for action, child in after if keeps_value(child)), None)
        if following is None:
            break
        line.append(following[0])
        state = following[1]
    return replace(choice, line=tuple(line))

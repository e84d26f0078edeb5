"""How a player goes on: the action that is nearest to a success, and what follows in the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from halfmove.compiled import plain
from halfmove.core.rules import legal_actions
from halfmove.search.proof_number.search import Search
from halfmove.search.proof_number.table import effort_of


def nearest(search: Search, mover: int) -> tuple[int, ...]:
    """Return the action of the root that is nearest to a success of a player."""
    room, children = search.room, slice(1, search.root_end)
    numbers = room.proofs if search.attacker == mover else room.disproofs
    if search.root_end <= 1:
        return ()
    return (int(room.actions[children][int(np.argmin(numbers[children]))]),)


def line_after(search: Search, state: Any, mover: int) -> Iterator[int]:
    """Yield how a player goes on after his first action, as far as the table remembers it.

    The other player resists the longest.
    """
    search, game = plain(search), plain(search.game)
    for ply in range(1, search.plies):
        if game.is_terminal(state):
            return
        ours = game.to_move(state) == mover
        best, most = None, -1
        for action in legal_actions(game, state):
            child = game.result(state, action)
            effort = effort_of(search, child, ply + 1, search.attacker == mover)
            if effort >= 0 and (best is None or not ours and effort > most):
                best, most, following = action, effort, child
        if best is None:
            return
        yield best
        state = following

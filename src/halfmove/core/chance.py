"""Chance as a player, and what it does: draw an action."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import kernel

CHANCE = -1  # the player to move when dice are rolled or cards are dealt


@kernel
def draw_action(game: Any, state: Any, rng: Any) -> int:
    """Return an action drawn at random: by its probability where CHANCE is to move, evenly otherwise."""
    if game.to_move(state) == CHANCE:
        left = rng.fraction()
        drawn = 0
        for outcome, probability in game.chances(state):
            drawn = outcome
            left -= probability
            if left < 0:
                break
        return drawn
    count = 0
    for _ in game.actions(state):
        count += 1
    index = rng.below(count)
    for action in game.actions(state):
        if index == 0:
            return action
        index -= 1
    return 0

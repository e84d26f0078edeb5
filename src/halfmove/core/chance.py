"""Chance as a player, and what it does: draw an action."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import kernel
from halfmove.core.random import ROOM

CHANCE = -1  # the player to move when dice are rolled or cards are dealt
NOTHING = -1  # the percept of a player who does not notice that an action was taken


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
    room, count = rng.room, 0
    for action in game.actions(state):
        if count < ROOM:
            room[count] = action
        else:
            place = rng.below(count + 1)  # reservoir sampling: each action is as likely
            if place < ROOM:
                room[place] = action
        count += 1
    return int(room[rng.below(min(count, ROOM))])

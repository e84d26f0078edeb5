"""Which stones are dead at the end of a game of Go, by what becomes of them in simulated games."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import kernel
from halfmove.core.random import random
from halfmove.running.table import NO_ACTION

GAMES = 200  # that are simulated
LONGEST = 1000  # plies of each
DEAD = 0.75  # of the games, in which the other player gets the point of a stone that is dead


def dead_stones(game: Any, position: Any, seed: int = 0) -> int:
    """Return the stones that are dead, as bits: chains whose points go to the other player as a rule."""
    lost = np.zeros(game.size * game.size)
    count_lost(game, game.advice, position._replace(passes=0), GAMES, random(seed), lost)
    dead = 0
    for stones in (position.mine, position.theirs):
        left = stones
        while left:
            chain = game.grown(left & -left, stones)
            left &= ~chain
            points = [point for point in range(len(lost)) if chain >> point & 1]
            if sum(lost[points]) >= DEAD * GAMES * len(points):
                dead |= chain
    return dead


@kernel
def count_lost(game: Any, advice: Any, position: Any, games: int, rng: Any, lost: Any) -> int:
    """Simulate games, and count for each stone in how many of them its point belongs to the other player in the end."""
    owner = position.player
    for _ in range(games):
        here, last, plies = position, NO_ACTION, 0
        while not game.is_terminal(here) and plies < LONGEST:
            last = advice.playout_action(here, last, rng)
            here = game.result(here, last)
            plies += 1
        mine, theirs = (here.mine, here.theirs) if here.player == owner else (here.theirs, here.mine)
        empty = game.board ^ (mine | theirs)
        from_mine, from_theirs = game.grown(mine, empty), game.grown(theirs, empty)
        gone = position.mine & from_theirs & ~from_mine | position.theirs & from_mine & ~from_theirs
        for point in range(len(lost)):
            if gone & game.stone(position, point):
                lost[point] += 1
    return games

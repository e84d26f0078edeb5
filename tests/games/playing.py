"""Random games, for whatever is to be checked along them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from halfmove.core.chance import draw_action
from halfmove.core.random import random

NONE = -1  # the action at the end of a game


def random_play(game: Any, seed: int) -> Iterator[tuple[Any, int]]:
    """Yield each state of a random game with the action taken there, and the last state with NONE."""
    numbers, state = random(seed), game.initial
    while not game.is_terminal(state):
        action = draw_action(game, state, numbers)
        yield state, action
        state = game.result(state, action)
    yield state, NONE


def random_states(game: Any, seed: int) -> Iterator[Any]:
    """Yield the states of a random game."""
    return (state for state, _ in random_play(game, seed))

"""A game of ours and the same game of OpenSpiel, side by side along random games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from halfmove.compiled import kernel
from halfmove.core.random import random

MOST_ACTIONS = 400


class Tally(NamedTuple):
    """How much was compared."""

    games: int
    states: int


class Pair(NamedTuple):
    """Two games, and how our actions are numbered there; both ways are the same."""

    ours: Any
    theirs: Any
    translate: Callable[[int], int] = lambda action: action
    ends_early: Callable[[Any], bool] = lambda other: False  # where a rule of theirs, which is not ours, ends the game
    legal: Callable[[Any], set[int]] = lambda other: set(other.legal_actions())


@kernel
def ask(game: Any, state: Any, actions: Any, utilities: Any) -> int:
    """Write down what is legal, or what the end is worth; return how many actions there are, or -1 at the end."""
    if game.is_terminal(state):
        utilities[0], utilities[1] = game.utility(state, 0), game.utility(state, 1)
        return -1
    count = 0
    for action in game.actions(state):
        actions[count] = action
        count += 1
    return count


@kernel
def follow(game: Any, state: Any, action: int) -> Any:
    return game.result(state, action)


def compare(pair: Pair, seed: int, games: int, states: int) -> Tally:
    """Compare at every ply of at least so many games and states: turn, legal actions, end, what it is worth."""
    game, numbers, seen, played = pair.ours, random(seed), 0, 0
    actions, utilities = np.zeros(MOST_ACTIONS, np.int64), np.zeros(2)
    while played < games or seen < states:
        state, other = game.initial, pair.theirs.new_initial_state()
        played += 1
        while True:
            seen += 1
            if pair.ends_early(other):
                break
            count = ask(game, state, actions, utilities)
            assert (count < 0) == other.is_terminal(), game.show(state)
            if count < 0:
                assert utilities.tolist() == other.returns(), game.show(state)
                break
            assert game.to_move(state) == other.current_player()
            listed = actions[:count].tolist()
            assert {pair.translate(action) for action in listed} == pair.legal(other), game.show(state)
            assert len(set(listed)) == count
            action = listed[numbers.below(count)]
            assert (
                game.name(action, state).casefold()
                == other.action_to_string(pair.translate(action)).split()[-1].casefold()
            )
            other.apply_action(pair.translate(action))
            state = follow(game, state, action)
    return Tally(played, seen)

"""Beliefs: all states that a player cannot tell from the true one, each once, followed through the game (AIMA 5.6).

A state weighs as much as chance makes it likely. What the others do is not weighed: an action that they may have taken
counts as one that they took.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import kernel, lane_of, plain
from halfmove.core.game import CHANCE, NOTHING, Game
from halfmove.core.knowledge import UNSEEN, Event
from halfmove.errors import HalfmoveError
from halfmove.running.states import States, states_for

ROOM = 256  # states that a belief has room for at first
MOST_STATES = 1 << 22  # in a belief
_FULL = -2  # what `States.add` returns if there is no room


class TooManyStates(HalfmoveError):
    """A belief has too many states to list."""


class Belief:
    """What a player knows: the states that he may be in, in the lane of the game."""

    def __init__(
        self, game: Game, player: int, states: States, weights: NDArray[np.float64], most: int = MOST_STATES
    ) -> None:
        self.game, self.player, self.most = game, player, most
        self.states, self.weights = states, weights

    @staticmethod
    def of(game: Game, player: int, states: Iterable[Any] = (), most: int = MOST_STATES) -> Belief:
        """Return the belief of a player who knows that the state is one of these, all as likely; by default the first.

        What the others can have done since without his notice is part of it.
        """
        given = list(states) or [game.initial]

        def enter_given(into: States, weights: NDArray[np.float64]) -> int:
            for state in given:
                weights[into.add(state)] = 1.0
            return len(given)

        return _filled(game, player, 2 * len(given), enter_given, most)

    def after(self, own: int, percept: int) -> Belief:
        """Return the belief after the own action, or after somebody else's (UNSEEN), and what was noticed of it."""
        if own == UNSEEN and percept == NOTHING:
            return self  # what the others may do without notice is part of it already

        def follow(into: States, weights: NDArray[np.float64]) -> int:
            asked = (self.game, self.game.initial, self.player, own, percept)
            return after(*asked, self.states, self.weights, into, weights)

        return _filled(self.game, self.player, 2 * len(self), follow, self.most)

    def __len__(self) -> int:
        return self.states.count()

    def __iter__(self) -> Iterator[Any]:
        return (self.states.get(number, self.game.initial) for number in range(len(self)))

    def worlds(self) -> list[tuple[Any, float]]:
        """Return the states in which it is the player's turn, each with its probability."""
        rules = plain(self.game)
        found = [
            (state, float(weight))
            for state, weight in zip(self, self.weights[: len(self)], strict=True)
            if not rules.is_terminal(state) and rules.to_move(state) == self.player
        ]
        total = sum(weight for _, weight in found)
        return [(state, weight / total) for state, weight in found]


def _filled(
    game: Game, player: int, room: int, fill: Callable[[States, NDArray[np.float64]], int], most: int
) -> Belief:
    """Return the belief that `fill` begins, with what the others can do without notice, in as much room as it takes."""
    room = max(ROOM, room)
    while True:
        into = states_for(lane_of(game) == "compiled", game.initial, room)
        weights = np.zeros(room)
        if fill(into, weights) != _FULL and unnoticed(game, game.initial, player, into, weights) != _FULL:
            return Belief(game, player, into, weights, most)
        if room >= most:
            who = game.player_names[player]
            raise TooManyStates(f"{type(game).__name__}: more than {room:,} states fit what {who} knows")
        room *= 4


def belief_after(game: Game, player: int, events: Iterable[Event]) -> Belief:
    """Return what a player believes after what he did and noticed from the beginning of the game."""
    belief = Belief.of(game, player)
    for event in events:
        belief = belief.after(event.own, event.percept)
    return belief


@kernel
def after(
    game: Any, like: Any, player: int, own: int, percept: int, states: Any, weights: Any, into: Any, into_weights: Any
) -> int:
    """Fill `into` with the children of `states` that fit what a player did (or UNSEEN) and noticed.

    Return how many there are, or -2 if there is no room.
    """
    for number in range(states.count()):
        state = states.get(number, like)
        if game.is_terminal(state) or (game.to_move(state) == player) != (own != UNSEEN):
            continue
        weight = float(weights[number])
        if own != UNSEEN:
            child = game.result(state, own)
            if game.percept(state, own, child, player) == percept and not enter(
                into, into_weights, child, weight, False
            ):
                return _FULL
        elif not enter_children(game, player, percept, state, weight, into, into_weights):
            return _FULL
    return into.count()


@kernel
def unnoticed(game: Any, like: Any, player: int, into: Any, weights: Any) -> int:
    """Add to a belief what the others can reach without the notice of `player`; return as `after` does."""
    number = 0
    while number < into.count():
        state = into.get(number, like)
        others_act = not game.is_terminal(state) and game.to_move(state) != player
        weight = float(weights[number])
        if others_act and not enter_children(game, player, NOTHING, state, weight, into, weights):
            return _FULL
        number += 1
    return into.count()


@kernel
def enter_children(game: Any, player: int, percept: int, state: Any, weight: float, into: Any, weights: Any) -> bool:
    """Add the children of a state in which somebody else acts, if the player notices `percept`; False: no room."""
    if game.to_move(state) == CHANCE:
        for outcome, probability in game.chances(state):
            child = game.result(state, outcome)
            fits = game.percept(state, outcome, child, player) == percept
            if fits and not enter(into, weights, child, weight * probability, True):
                return False
    else:
        for action in game.actions(state):
            child = game.result(state, action)
            fits = game.percept(state, action, child, player) == percept
            if fits and not enter(into, weights, child, weight, False):
                return False
    return True


@kernel
def enter(into: Any, weights: Any, state: Any, weight: float, by_chance: bool) -> bool:
    """Add a state to a belief. What chance brings about in two ways is as likely as both; False: no room."""
    before = into.count()
    number = into.add(state)
    if number == _FULL or number >= len(weights):
        return False
    if number == before:
        weights[number] = weight
    elif by_chance:
        weights[number] += weight
    else:
        weights[number] = max(float(weights[number]), weight)
    return True

"""Worlds: states drawn at random from those that a player cannot tell from the true one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np

from halfmove.compiled import compiled, lane_of
from halfmove.core.game import Game
from halfmove.core.knowledge import Event
from halfmove.core.secrets import has_secrets
from halfmove.core.wrapper import Wrapper
from halfmove.errors import HalfmoveError
from halfmove.running.states import states_for
from halfmove.search.hidden.beliefs import belief_after


@compiled
class GuessedWorlds:
    """Worlds that the game guesses from what a player sees."""

    game: Game

    def draw(self, seen: Any, player: int, rng: Any) -> Any:
        """Return a state that may be the true one; it is drawn anew each time."""
        return self.game.guess(seen, player, rng)


@compiled
class BeliefWorlds:
    """Worlds out of a list, each as likely as it is."""

    states: Any  # a list in which states are found by their number
    until: np.ndarray  # for each state, how likely it is that it or one before it is drawn

    def draw(self, seen: Any, player: int, rng: Any) -> Any:
        """Return a state that may be the true one; it is drawn anew each time."""
        return self.states.get(rng.place(self.until), seen)


Worlds: TypeAlias = GuessedWorlds | BeliefWorlds


def worlds_for(game: Game, player: int, events: Iterable[Event]) -> Worlds:
    """Return the worlds of a player whose turn it is: guessed by the game, or all that fit what he noticed."""
    if guesses(game):
        return GuessedWorlds(game)
    return listed_worlds(game, belief_after(game, player, events).worlds())


def listed_worlds(game: Game, worlds: Iterable[tuple[Any, float]]) -> BeliefWorlds:
    """Return these states, which have these probabilities, as worlds in the lane of the game."""
    listed = list(worlds)
    if not listed:
        raise HalfmoveError(f"{type(game).__name__}: no state fits what the player noticed; `halfmove check` says why")
    states = states_for(lane_of(game) == "compiled", listed[0][0], len(listed))
    for state, _ in listed:
        states.add(state)
    return BeliefWorlds(states, np.cumsum([probability for _, probability in listed]))


def guesses(game: Game) -> bool:
    """Tell whether states can be drawn without a list of them: the game can guess, or hides nothing."""
    inside: Any = game
    while isinstance(inside, Wrapper) and type(inside).guess is Wrapper.guess:
        inside = inside.game
    return type(inside).guess is not Game.guess or not has_secrets(game)

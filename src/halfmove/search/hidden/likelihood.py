"""How likely a world is if the others act as a model says: their actions tell something about what they hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from halfmove.core.game import CHANCE, NOTHING, Game
from halfmove.core.knowledge import UNSEEN, View, WithKeys
from halfmove.core.random import random
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError, did_you_mean
from halfmove.search.hidden.worlds import listed_worlds

# (player, information key, actions) -> each action and how likely the player takes it
Likelihood: TypeAlias = Callable[[int, int, Sequence[int]], Sequence[tuple[int, float]]]


def evenly(player: int, key: int, actions: Sequence[int]) -> Sequence[tuple[int, float]]:
    """Take each action as likely as another: who has fewer is more likely to have taken the one he took."""
    return [(action, 1.0 / len(actions)) for action in actions]


LIKELIHOODS = {"evenly": evenly}


def likelihood_named(name: str) -> Likelihood:
    """Return a model of the others by its name."""
    if name not in LIKELIHOODS:
        known = f"it is one of {', '.join(LIKELIHOODS)}"
        raise HalfmoveError(f"likelihood={name}{did_you_mean(name, LIKELIHOODS)}: {known}")
    return LIKELIHOODS[name]


def likely_worlds(
    game: Game, view: View, likelihood: Likelihood, worlds: int | None, seed: int
) -> list[tuple[Any, float]]:
    """Return the states in which it is the player's turn with how likely they are, or so many that are drawn by that.

    They are followed from the beginning with what every player knows, since the others act by what they know.
    """
    if view.events is None:
        raise HalfmoveError(
            f"{type(game).__name__}: how likely a world is follows from the actions that led here; say them"
        )
    rules = plain_throughout(WithKeys(game))
    belief = _closed(rules, view.player, likelihood, {rules.initial: 1.0})
    for event in view.events:  # each of them noticed
        after: dict[Any, float] = {}
        for state, weight in belief.items():
            if rules.is_terminal(state) or (rules.to_move(state) == view.player) != (event.own != UNSEEN):
                continue
            steps = [(event.own, 1.0)] if event.own != UNSEEN else _steps(rules, state, likelihood)
            for action, likely in steps:
                child = rules.result(state, action)
                if rules.percept(state, action, child, view.player) == event.percept and likely > 0.0:
                    after[child] = after.get(child, 0.0) + weight * likely
        belief = _closed(rules, view.player, likelihood, after)
    mine: dict[Any, float] = {}
    for state, weight in belief.items():
        if not rules.is_terminal(state) and rules.to_move(state) == view.player:
            mine[state.state] = mine.get(state.state, 0.0) + weight
    total = sum(mine.values())
    if total == 0.0:
        raise HalfmoveError(f"{type(game).__name__}: by this model of the others, no world fits what was noticed")
    listed = [(state, weight / total) for state, weight in mine.items()]
    return listed if not worlds else _drawn(plain_throughout(game), listed, worlds, seed)


def _steps(rules: Any, state: Any, likelihood: Likelihood) -> Sequence[tuple[int, float]]:
    mover = rules.to_move(state)
    if mover == CHANCE:
        return list(rules.chances(state))
    return likelihood(mover, rules.information_key(state, mover), list(rules.actions(state)))


def _closed(rules: Any, player: int, likelihood: Likelihood, belief: dict[Any, float]) -> dict[Any, float]:
    """Return a belief with the states that the others may have reached from its own without the player's notice."""
    closed: dict[Any, float] = {}
    todo = list(belief.items())
    while todo:
        state, weight = todo.pop()
        closed[state] = closed.get(state, 0.0) + weight
        if rules.is_terminal(state) or rules.to_move(state) == player:
            continue
        for action, likely in _steps(rules, state, likelihood):
            child = rules.result(state, action)
            if likely > 0.0 and rules.percept(state, action, child, player) == NOTHING:
                todo.append((child, weight * likely))
    return closed


def _drawn(game: Game, worlds: list[tuple[Any, float]], count: int, seed: int) -> list[tuple[Any, float]]:
    source, numbers = listed_worlds(game, worlds), random(seed)
    return [(source.draw(worlds[0][0], 0, numbers), 1.0 / count) for _ in range(count)]

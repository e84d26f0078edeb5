"""What a player cannot tell from the true deal, by brute force: every way to deal the hidden cards, played again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from halfmove.core.game import CHANCE
from halfmove.core.random import Random
from halfmove.core.rules import legal_actions
from halfmove.games.tricks import Hearts, Skat
from halfmove.games.tricks.skat import BID, SKAT


def played_at_random(game: Any, numbers: Random, plies: int) -> tuple[Any, list[int]]:
    """Return the state after so many actions of players, or before the end if that is sooner, and these actions."""
    state, actions = game.initial, []
    while game.to_move(state) == CHANCE:
        state = game.result(state, game.sample(state, numbers))
    while len(actions) < plies:
        action = game.sample(state, numbers)
        child = game.result(state, action)
        if game.is_terminal(child):
            break
        state = child
        actions.append(action)
    return state, actions


def replayed(game: Any, state: Any, actions: list[int], world: Any) -> Any:
    """Return the state to which the actions of the others lead in another world; None if one of them is not legal.

    What is hidden in `state`, the cards that were passed or put away, is taken from the world.
    """
    begun = game.initial
    hidden = passes_of(game, world)
    for card in range(game.cards):
        begun = game.result(begun, first_owner(game, world, card))
    if isinstance(game, Hearts):
        begun = game.result(begun, world.direction)
    elif game.to_move(begun) == CHANCE:  # the card that was turned
        if state.turned - 1 not in legal_actions(game, begun):
            return None
        begun = game.result(begun, state.turned - 1)
    for action in hidden:
        if action not in legal_actions(game, begun):
            return None
        begun = game.result(begun, action)
    for action in actions:
        if action not in legal_actions(game, begun):
            return None
        begun = game.result(begun, action)
    return begun


def public_actions(game: Any, state: Any, actions: list[int]) -> list[int]:
    """Return the actions that everybody saw: the play of cards."""
    return actions[len(actions) - state.played.bit_count() :]


def first_owner(game: Any, world: Any, card: int) -> int:
    """Return who was dealt a card."""
    owner = next(owner for owner in range(game.owners) if game.owned(world, owner) >> card & 1)
    if isinstance(game, Hearts) and world.passed >> card & 1:
        return (owner - world.direction) % game.players
    if isinstance(game, Skat) and world.contract:
        his = [each for each in range(game.cards) if {owner_of(game, world, each)} <= {world.soloist, SKAT}]
        if card in his:
            return SKAT if card in his[:2] else world.soloist  # any two of his twelve were the skat
    return owner


def owner_of(game: Any, world: Any, card: int) -> int:
    return next(owner for owner in range(game.owners) if game.owned(world, owner) >> card & 1)


def passes_of(game: Any, world: Any) -> list[int]:
    """Return what was chosen in secret before the play, in the order of the players."""
    if isinstance(game, Hearts):
        chosen = [card for card in range(game.cards) if world.passed >> card & 1]
        return sorted(chosen, key=lambda card: first_owner(game, world, card))
    if isinstance(game, Skat):
        put_away = [card for card in range(game.cards) if owner_of(game, world, card) == SKAT]
        return [BID] * world.soloist + [BID + world.contract] + put_away
    return []


def all_worlds(game: Any, state: Any, actions: list[int], player: int) -> Iterator[Any]:
    """Yield every deal of the hidden cards in which the actions of all could have been taken."""
    known = game.seen(state, player)
    hidden = [card for card in range(game.cards) if (state.held & ~known) >> card & 1]
    owners = [owner for owner in range(game.owners) if owner != player]
    needs = [(game.hand(state, owner) & ~known).bit_count() for owner in owners]
    for first in combinations(hidden, needs[0]):
        rest = [card for card in hidden if card not in first]
        for second in combinations(rest, needs[1]):
            third = [card for card in rest if card not in second]
            low, high = state.low, state.high
            for owner, cards in zip(owners, (first, second, third), strict=True):
                for card in cards:
                    low = low & ~(1 << card) | (owner & 1) << card
                    high = high & ~(1 << card) | (owner >> 1) << card
            world = state._replace(low=low, high=high)
            if replayed(game, state, actions, world) == world:
                yield world

"""Worlds where a belief has too many states to list: some are drawn, and followed as what is noticed allows.

After a move of another player each goes on by one of the moves that fit, drawn evenly; those that nothing fits are
dropped. If none is left, more of them are drawn from the start.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from halfmove.compiled import kernel, lane_of
from halfmove.core.game import CHANCE, NOTHING, Game
from halfmove.core.knowledge import UNSEEN, Event
from halfmove.core.random import Random, random
from halfmove.errors import HalfmoveError
from halfmove.running.states import States, states_for
from halfmove.search.hidden.beliefs import Belief
from halfmove.search.hidden.worlds import BeliefWorlds, listed_worlds


class NoWorlds(HalfmoveError):
    """No state was found that fits all that a player noticed."""


LISTED = 3000  # states of a belief: more of them are drawn instead
_PARTICLES = (2000, 8000, 32_000)  # that are followed, more if the fewer have all died out


def drawn_worlds(game: Game, player: int, events: Sequence[Event], seed: int) -> BeliefWorlds:
    """Return worlds of a player whose turn it is: all that fit what he noticed if they are few, or some of them."""
    belief, at = Belief.of(game, player), 0
    while at < len(events) and len(belief) <= LISTED:
        belief, at = belief.after(*events[at]), at + 1
    if at == len(events):
        return listed_worlds(game, belief.worlds())
    for attempt, count in enumerate(_PARTICLES):
        bag = _followed(game, player, belief, events[at:], count, random(seed + attempt))
        if bag is not None:
            states = [bag.get(number, game.initial) for number in range(bag.count())]
            return listed_worlds(game, [(state, 1.0 / len(states)) for state in states])
    raise NoWorlds(f"{type(game).__name__}: no state was found that fits all that was noticed")


def _followed(
    game: Game, player: int, belief: Belief, events: Sequence[Event], count: int, rng: Random
) -> States | None:
    """Return states that fit the events, drawn from a belief; None if all have died out."""
    native = lane_of(game) == "compiled"
    bag = belief.states
    for own, percept in events:
        if own == UNSEEN and percept == NOTHING:
            continue
        into = states_for(native, game.initial, 2 * count)
        follow(game, game.initial, player, own, percept, bag, into, count, rng)
        if into.count() == 0:
            return None
        bag = into
    return bag


@kernel
def follow(game: Any, like: Any, player: int, own: int, percept: int, bag: Any, into: Any, most: int, rng: Any) -> int:
    """Fill `into` with children of the states in `bag` that fit what a player did, or UNSEEN, and noticed."""
    count = bag.count()
    copies = max(1, most // count) if own == UNSEEN else 1
    for number in range(count):
        if into.count() >= most:
            break
        place = number if count <= most else rng.below(count)
        state = bag.get(place, like)
        if game.is_terminal(state) or (game.to_move(state) == player) != (own != UNSEEN):
            continue
        if own != UNSEEN:
            child = game.result(state, own)
            if game.percept(state, own, child, player) == percept:
                into.add(child)
        elif game.to_move(state) != CHANCE:
            for _ in range(copies):
                fitting, chosen = 0, state
                for action in game.actions(state):
                    child = game.result(state, action)
                    if game.percept(state, action, child, player) == percept:
                        fitting += 1
                        if rng.below(fitting) == 0:
                            chosen = child
                if fitting > 0:
                    into.add(chosen)
    return into.count()

"""Worlds where a belief has too many states to list: some are drawn, and followed as what is noticed allows.

After a move of another player each goes on by one of the moves that fit, drawn evenly; those that nothing fits are
dropped. If none is left, more of them are drawn from the start.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from halfmove.compiled import Flag, kernel, lane_of, plain
from halfmove.core.game import CHANCE, NOTHING, Game
from halfmove.core.knowledge import UNSEEN, Event
from halfmove.core.random import Random, random
from halfmove.errors import HalfmoveError
from halfmove.running.run import run
from halfmove.running.states import States, states_for
from halfmove.search.hidden.beliefs import Belief
from halfmove.search.hidden.worlds import BeliefWorlds, listed_worlds


class NoWorlds(HalfmoveError):
    """No state was found that fits all that a player noticed."""


LISTED = 3000  # states of a belief: more of them are drawn instead
LISTED_IN_HASTE = 50  # the same where plain Python has to answer in time, for nothing stops while a belief is listed
_PARTICLES = (2000, 8000, 32_000)  # that are followed, more if the fewer have all died out
_LAST_PARTICLES, _LAST_IN_PLAIN = 50, 1  # that are still followed when there is no time left
_LAST_TRIES = 4  # states that are then looked at for each


def drawn_worlds(
    game: Game, player: int, events: Sequence[Event], seed: int, seconds: float | None = None
) -> BeliefWorlds:
    """Return worlds of a player whose turn it is: all that fit what he noticed if they are few, or some of them.

    After `seconds`, or when the search is stopped, few are followed, which may die out.
    """
    flag = Flag()
    return run(lambda: _drawn(game, player, events, seed, seconds, flag), flag, seconds)


def prepare_worlds(game: Game) -> None:
    """Compile what draws worlds, before it is needed in the middle of a game."""
    native = lane_of(game) == "compiled"
    bag, into = (states_for(native, game.initial, 2) for _ in range(2))
    bag.add(game.initial)
    follow(game, game.initial, 0, UNSEEN, NOTHING, bag, into, 1, 1, random(0), Flag())


def _drawn(
    game: Game, player: int, events: Sequence[Event], seed: int, seconds: float | None, flag: Flag
) -> BeliefWorlds:
    is_hasty = seconds is not None and lane_of(game) == "plain"
    belief, at, listed = Belief.of(game, player), 0, LISTED_IN_HASTE if is_hasty else LISTED
    while at < len(events) and len(belief) <= listed and not flag.is_set():
        belief, at = belief.after(*events[at]), at + 1
    if at == len(events):
        return listed_worlds(game, belief.worlds())
    for attempt, count in enumerate(_PARTICLES):
        bag = _followed(game, player, belief, events[at:], count, random(seed + attempt), flag)
        if bag is not None:
            states = _at_turn(game, player, bag, random(seed))
            return listed_worlds(game, [(state, 1.0 / len(states)) for state in states])
        if flag.is_set():
            break
    raise NoWorlds(f"{type(game).__name__}: no state was found that fits all that was noticed")


def _followed(
    game: Game, player: int, belief: Belief, events: Sequence[Event], count: int, rng: Random, flag: Flag
) -> States | None:
    """Return states that fit the events, drawn from a belief; None if all have died out."""
    native = lane_of(game) == "compiled"
    bag, few = belief.states, _LAST_PARTICLES if native else _LAST_IN_PLAIN
    for own, percept in events:
        if own == UNSEEN and percept == NOTHING:
            continue
        into = states_for(native, game.initial, 2 * count)
        follow(game, game.initial, player, own, percept, bag, into, count, few, rng, flag)
        if into.count() == 0:
            return None
        bag = into
    return bag


def _at_turn(game: Game, player: int, bag: States, rng: Random) -> list[Any]:
    """Return the states in which it is the player's turn, after what the others did without his notice."""
    rules = plain(game)
    states = [at_turn(rules, bag.get(number, game.initial), player, rng) for number in range(bag.count())]
    return [state for state in states if not rules.is_terminal(state) and rules.to_move(state) == player]


@kernel
def at_turn(game: Any, state: Any, player: int, rng: Any) -> Any:
    """Return a state after actions of the others that a player does not notice, drawn until it is his turn."""
    while not game.is_terminal(state) and game.to_move(state) != player:
        action = game.sample(state, rng)
        child = game.result(state, action)
        if game.percept(state, action, child, player) != NOTHING:
            break
        state = child
    return state


@kernel
def follow(
    game: Any,
    like: Any,
    player: int,
    own: int,
    percept: int,
    bag: Any,
    into: Any,
    most: int,
    few: int,
    rng: Any,
    flag: Any,
) -> int:
    """Fill `into` with children of the states in `bag` that fit what a player did, or UNSEEN, and noticed.

    Before he acts, the others do what he does not notice. Once the flag is raised, `few` children are enough, and not
    many more states are looked at.
    """
    count = bag.count()
    copies = max(1, most // count) if own == UNSEEN else 1
    for number in range(count):
        if into.count() >= most or flag.is_set() and (into.count() >= few or number >= _LAST_TRIES * few):
            break
        place = number if count <= most else rng.below(count)
        state = bag.get(place, like)
        if own != UNSEEN:
            state = at_turn(game, state, player, rng)
        if game.is_terminal(state) or (game.to_move(state) == player) != (own != UNSEEN):
            continue
        if own != UNSEEN:
            child = game.result(state, own)
            if game.percept(state, own, child, player) == percept:
                into.add(child)
        elif game.to_move(state) != CHANCE:
            for _ in range(copies):
                if flag.is_set() and into.count() >= few:
                    break
                fitting, chosen = 0, state
                for action in game.actions(state):
                    child = game.result(state, action)
                    if game.percept(state, action, child, player) == percept:
                        fitting += 1
                        if rng.below(fitting) == 0:
                            chosen = child
                if fitting == 0:
                    break
                into.add(chosen)
    return into.count()

"""What each player knows: a wrapper keeps an information key for him, made of what he did and what he noticed.

Two states have one key for a player if, and only if, he cannot tell them apart. A key is a hash chain over his own
actions and his own percepts, so nobody forgets anything (perfect recall), and what he does not notice leaves no trace.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.compiled import compiled, kernel, mix, plain
from halfmove.core.advice import Advice, AdviceWrapper, Bounds, find_bounds
from halfmove.core.chance import CHANCE, NOTHING
from halfmove.core.forwarding import forwards
from halfmove.core.game import Game
from halfmove.core.rules import same
from halfmove.core.wrapper import Wrapper, plain_throughout
from halfmove.errors import HalfmoveError, WrongGame

MOST_PLAYERS = 4  # who have a key
UNSEEN = -2  # in the place of an own action, where somebody else has acted


class Event(NamedTuple):
    """What a player learns when an action is taken."""

    own: int  #: his own action, or UNSEEN
    percept: int  #: what he noticed, or NOTHING


UNNOTICED = Event(UNSEEN, NOTHING)  # an action of which a player learns nothing, not even that it was taken


class View(NamedTuple):
    """What one player knows of a game that is being played; searches for games with secrets take it for a state."""

    player: int  #: who he is
    seen: Any  #: his observation
    events: tuple[Event, ...] | None  #: all that he did and noticed since the game began; None if that is not known
    key: int = 0  #: his information key, if the events are known


class Keys(NamedTuple):
    """The information key of each player; 0 where there are fewer players, or for who may not see it."""

    first: int = 0
    second: int = 0
    third: int = 0
    fourth: int = 0


class StateWithKeys(NamedTuple):
    """A state, and what each player knows in it."""

    state: Any
    keys: Keys


@compiled
@forwards(Game, to="game", state="state.state")
class WithKeys(Wrapper):
    """A game whose states say what each player knows."""

    game: Game

    def __post_init__(self) -> None:
        if self.game.players > MOST_PLAYERS:
            raise WrongGame(f"{type(self.game).__name__} has {self.game.players} players: {MOST_PLAYERS} can have keys")

    @property
    def initial(self) -> Any:
        return self.begin(self.game.initial)

    @property
    def advice(self) -> Advice:
        """The advice of the game inside, whatever the players know."""
        return AdviceWithKeys(self, self.game.advice)

    @property
    def bounds(self) -> Bounds:
        return find_bounds(self)

    def begin(self, state: Any) -> Any:
        """Return a state of the game inside as one in which each player knows what he sees and nothing else."""
        keys = Keys(
            self.first_key(state, 0),
            self.first_key(state, 1),
            self.first_key(state, 2),
            self.first_key(state, 3),
        )
        return StateWithKeys(state, keys)

    def first_key(self, state: Any, player: int) -> int:
        """Return the first key of a player."""
        if player >= self.game.players:
            return 0
        return self.game.state_hash(self.game.observation(state, player))

    def result(self, state: Any, action: int) -> Any:
        child = self.game.result(state.state, action)
        keys = Keys(
            self.key_after(state, action, child, 0),
            self.key_after(state, action, child, 1),
            self.key_after(state, action, child, 2),
            self.key_after(state, action, child, 3),
        )
        return StateWithKeys(child, keys)

    def key_after(self, state: Any, action: int, child: Any, player: int) -> int:
        """Return the key of a player after an action that leads to a state of the game inside."""
        if player >= self.game.players:
            return 0
        own = action if self.game.to_move(state.state) == player else UNSEEN
        percept = self.game.percept(state.state, action, child, player)
        return next_key(self.information_key(state, player), own, percept)

    def information_key(self, state: Any, player: int) -> int:
        """Return what `player` knows as a number from 0 to 2 ** 63 - 1."""
        keys: Keys = state.keys
        if player == 0:
            return keys.first
        if player == 1:
            return keys.second
        return keys.third if player == 2 else keys.fourth

    def observation(self, state: Any, player: int) -> Any:
        """A player knows his own key alone."""
        own = with_key(Keys(0, 0, 0, 0), player, self.information_key(state, player))
        return StateWithKeys(self.game.observation(state.state, player), own)

    def percept(self, state: Any, action: int, child: Any, player: int) -> int:
        return self.game.percept(state.state, action, child.state, player)

    def guess(self, state: Any, player: int, rng: Any) -> Any:
        """Draw a state; what the others know there is what they see, and no more."""
        drawn = self.begin(self.game.guess(state.state, player, rng))
        return StateWithKeys(drawn.state, with_key(drawn.keys, player, self.information_key(state, player)))

    def key(self, state: Any) -> int:
        """What a state is worth depends on what the players know."""
        return self.state_hash(state)

    def state_hash(self, state: Any) -> int:
        keys = state.keys
        hashed = mix(keys.second, mix(keys.first, self.game.state_hash(state.state)))
        return mix(keys.fourth, mix(keys.third, hashed))

    def name(self, action: int, state: Any = None) -> str:
        return self.game.name(action, state and state.state)


def event_of(game: Game, state: Any, action: int, child: Any, player: int) -> Event:
    """Return what `player` learns when an action leads from a state to `child`."""
    own = int(action) if game.to_move(state) == player else UNSEEN
    return Event(own, int(game.percept(state, action, child, player)))


def view_of(game: Game, state: Any) -> View:
    """Return what the player to move knows: a view as it is, or of a state, what he sees of it and nothing else."""
    if isinstance(state, View):
        return state
    rules = plain(game)
    state = game.initial if state is None else state
    player = rules.to_move(state)
    if rules.is_terminal(state) or player == CHANCE:
        raise HalfmoveError(f"{type(game).__name__}: no player is to move here")
    seen = rules.observation(state, player)
    begins = same(state, game.initial)
    return View(player, seen, () if begins else None, rules.state_hash(seen) if begins else 0)


class Viewer:
    """Follows a game that is being played, and keeps what each player knows of it."""

    def __init__(self, game: Game, state: Any) -> None:
        self.rules, self.from_start = plain_throughout(game), same(state, game.initial)
        self.states = [state]
        seats = range(game.players)
        self.events: list[list[Event]] = [[] for _ in seats]
        self._first = [self.rules.state_hash(self.rules.observation(state, seat)) for seat in seats]

    def follow(self, action: int, child: Any) -> None:
        """Note an action that leads to a state."""
        for seat, events in enumerate(self.events):
            events.append(event_of(self.rules, self.states[-1], action, child, seat))
        self.states.append(child)

    def undo(self, count: int) -> None:
        """Forget the last actions."""
        for each in (self.states, *self.events):
            del each[len(each) - count :]

    def view(self, player: int) -> View:
        """Return what a player knows."""
        seen, key = self.rules.observation(self.states[-1], player), self._first[player]
        events = tuple(event for event in self.events[player] if event != UNNOTICED)
        for event in events:
            key = next_key(key, event.own, event.percept)
        return View(player, seen, events if self.from_start else None, key)


@kernel
def next_key(key: int, own: int, percept: int) -> int:
    """Return the key of a player after an action: his own, or UNSEEN; he does not notice NOTHING of another's."""
    if own != UNSEEN:
        key = mix(key, own)  # the other way round than what was noticed, so that the two are never taken for each other
    if percept != NOTHING:
        key = mix(percept, key)
    return key


@kernel
def with_key(keys: Keys, player: int, key: int) -> Any:
    """Return the keys with another one for `player`."""
    return Keys(
        key if player == 0 else keys.first,
        key if player == 1 else keys.second,
        key if player == 2 else keys.third,
        key if player == 3 else keys.fourth,
    )


@compiled
@forwards(Advice, to="inner", state="state.state")
class AdviceWithKeys(AdviceWrapper):
    """Advice about the states of a game that keeps keys; `inner` advises about states without them."""

    game: WithKeys
    inner: Any

    def pass_turn(self, state: Any) -> Any:
        return StateWithKeys(self.inner.pass_turn(state.state), state.keys)

"""Games in which a state can come back: a wrapper remembers the path and applies the rule that the game declares.

The history becomes part of the state (Chapter 9, section 9.4), so no search need know it. A repeated state is a draw
(chess; checkers with n = 1), or an action that leads to one is illegal (Go).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import appended, compiled, mix
from halfmove.core.advice import Advice, AdviceWrapper, Bounds, find_bounds
from halfmove.core.chance import draw_action
from halfmove.core.forwarding import forwards
from halfmove.core.game import ALLOWED, DRAW, ILLEGAL, Game
from halfmove.core.wrapper import Wrapper

PAST = (1 << 62) - 1  # bits of a sum, so that the next addition does not leave a machine word


class StateWithHistory(NamedTuple):
    """A state, and the repetition keys of all states from the first one to it."""

    state: Any
    path: NDArray[np.int64]


@compiled
@forwards(Game, to="game", state="state.state")
class WithHistory(Wrapper):
    """A game in which a state that comes up `repetitions` times or more is a draw."""

    game: Game
    repetition = ALLOWED  # the wrapper applies the rule itself

    @property
    def initial(self) -> Any:
        return StateWithHistory(self.game.initial, np.array([self.game.repetition_key(self.game.initial)], np.int64))

    @property
    def advice(self) -> Advice:
        """The advice of the game inside, whatever the path."""
        return AdviceWithHistory(self, self.game.advice)

    @property
    def bounds(self) -> Bounds:
        """Not those of the game inside, which do not know the path."""
        return find_bounds(self)

    def result(self, state: Any, action: int) -> Any:
        child = self.game.result(state.state, action)
        return StateWithHistory(child, appended(state.path, self.game.repetition_key(child)))

    def is_terminal(self, state: Any) -> bool:
        return self.repeated(state) or self.game.is_terminal(state.state)

    def utility(self, state: Any, player: int) -> float:
        if self.repeated(state):
            return (self.game.utilities[0] + self.game.utilities[1]) / 2
        return self.game.utility(state.state, player)

    def repeated(self, state: Any) -> bool:
        last = len(state.path) - 1
        times = 1
        for i in range(last):  # to the end, so that machine code compares several at once
            if state.path[i] == state.path[last]:
                times += 1
        return times >= self.game.repetitions

    def is_allowed(self, state: Any, action: int) -> bool:
        """Tell whether no rule about repetition forbids an action."""
        return True

    def observation(self, state: Any, player: int) -> Any:
        """Everybody has seen the path."""
        return StateWithHistory(self.game.observation(state.state, player), state.path)

    def guess(self, state: Any, player: int, rng: Any) -> Any:
        return StateWithHistory(self.game.guess(state.state, player, rng), state.path)

    def repetition_key(self, state: Any) -> int:
        return int(state.path[-1])

    def key(self, state: Any) -> int:
        """What a state is worth depends on the states before it, in whatever order they were."""
        return mix(self.game.state_hash(state.state), self.past(state))

    def past(self, state: Any) -> int:
        """Return a number for all states on the path but the last; added up, one that came twice counts twice."""
        past = 0
        for i in range(len(state.path) - 1):
            past = past + (mix(state.path[i]) >> 1) & PAST
        return past

    def state_hash(self, state: Any) -> int:
        hashed = self.game.state_hash(state.state)
        for i in range(len(state.path)):
            hashed = mix(state.path[i], hashed)
        return hashed

    def name(self, action: int, state: Any = None) -> str:
        return self.game.name(action, state and state.state)


@compiled
class NoRepeats(WithHistory):
    """A game in which an action that repeats a state is illegal; it ends where a player has no other action."""

    game: Game

    def is_allowed(self, state: Any, action: int) -> bool:
        return not self.repeated(self.result(state, action))

    def actions(self, state: Any) -> Iterator[int]:
        for action in self.game.actions(state.state):
            if self.is_allowed(state, action):
                yield action

    def sample(self, state: Any, rng: Any) -> int:
        return draw_action(self, state, rng)

    def is_terminal(self, state: Any) -> bool:
        if self.game.is_terminal(state.state):
            return True
        for action in self.game.actions(state.state):
            if self.is_allowed(state, action):
                return False
        return True

    def utility(self, state: Any, player: int) -> float:
        if not self.game.is_terminal(state.state):
            return (self.game.utilities[0] + self.game.utilities[1]) / 2
        return self.game.utility(state.state, player)


@compiled
@forwards(Advice, to="inner", state="state.state")
class AdviceWithHistory(AdviceWrapper):
    """Advice about the states of a game that remembers its path; `inner` advises about states without one."""

    game: WithHistory
    inner: Any

    selective_moves = Advice.selective_moves  # not those of `inner`, which may repeat a state

    def tactics(self, state: Any) -> Iterator[int]:
        for action in self.inner.tactics(state.state):
            if self.game.is_allowed(state, action):
                yield action

    def playout_action(self, state: Any, last: int, rng: Any) -> int:
        action = self.inner.playout_action(state.state, last, rng)
        return action if self.game.is_allowed(state, action) else self.game.sample(state, rng)

    def pass_turn(self, state: Any) -> Any:
        return StateWithHistory(self.inner.pass_turn(state.state), state.path)


def advice_for(game: Game, advice: Advice) -> Advice:
    """Return `advice` for the states of `game`: with the path, or without it."""
    if isinstance(advice, AdviceWithHistory):
        return advice if isinstance(game, WithHistory) else advice.inner
    return AdviceWithHistory(game, advice) if isinstance(game, WithHistory) else advice


def with_history(game: Game, state: Any) -> tuple[Game, Any]:
    """Return the game with the rule of repetition that `game` declares, and `state` as the first on its path.

    Both are returned unchanged where a state may come back.
    """
    if game.repetition == ALLOWED:
        return game, state
    wrapper = {DRAW: WithHistory, ILLEGAL: NoRepeats}[game.repetition]
    return wrapper(game), StateWithHistory(state, np.array([game.repetition_key(state)], np.int64))

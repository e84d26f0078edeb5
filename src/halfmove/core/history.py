"""Games in which a state can come back: the declared policy, kept by a game that remembers its path.

The history becomes part of the state (004, section 9.4), so every search works unchanged. A repeated state is a draw
(chess; checkers with n = 1), or an action that leads to one is illegal (Go).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled, longer, mix
from halfmove.core.chance import draw_action
from halfmove.core.game import ALLOWED, DRAW, ILLEGAL, Game
from halfmove.core.wrapper import Wrapper

PAST = (1 << 62) - 1  # bits of a sum, so that the next addition does not leave a machine word


class Remembered(NamedTuple):
    """A state, and the position keys of all states from the first one to it."""

    state: Any
    path: NDArray[np.int64]


@compiled
class Remembering(Wrapper):
    """A game in which a state that comes up so often as its `repetitions` say, or more, is a draw."""

    game: Any
    repetition = ALLOWED  # the policy is kept already

    def to_move(self, state: Any) -> int:
        return self.game.to_move(state.state)

    def actions(self, state: Any) -> Iterator[int]:
        return self.game.actions(state.state)

    def result(self, state: Any, action: int) -> Any:
        child = self.game.result(state.state, action)
        return Remembered(child, longer(state.path, self.game.position_key(child)))

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

    def chances(self, state: Any) -> Iterator[tuple[int, float]]:
        return self.game.chances(state.state)

    def sample(self, state: Any, rng: Any) -> int:
        return self.game.sample(state.state, rng)

    def observation(self, state: Any, player: int) -> Any:
        """Everybody has seen the path."""
        return Remembered(self.game.observation(state.state, player), state.path)

    def evaluate(self, state: Any, player: int) -> float:
        return self.game.evaluate(state.state, player)

    def features(self, state: Any, player: int) -> tuple[float, ...]:
        return self.game.features(state.state, player)

    def is_quiet(self, state: Any) -> bool:
        return self.game.is_quiet(state.state)

    def order(self, state: Any, action: int) -> float:
        return self.game.order(state.state, action)

    value_bounds, candidates, ask = Game.value_bounds, Game.candidates, Game.ask  # advice that does not know the path

    def promise(self, state: Any, action: int, child: Any) -> float:
        return self.game.promise(state.state, action, child.state)

    def plies_left(self, state: Any) -> int:
        return self.game.plies_left(state.state)

    def count_actions(self, state: Any) -> int:
        return self.game.count_actions(state.state)

    def is_tactical(self, state: Any, action: int) -> bool:
        return self.game.is_tactical(state.state, action)

    def tactics(self, state: Any) -> Iterator[int]:
        return self.game.tactics(state.state)

    worth_a_look = Game.worth_a_look  # what a game thinks worth it may repeat a state

    def is_threatened(self, state: Any) -> bool:
        return self.game.is_threatened(state.state)

    def pass_turn(self, state: Any) -> Any:
        return Remembered(self.game.pass_turn(state.state), state.path)

    def may_be_zugzwang(self, state: Any) -> bool:
        return self.game.may_be_zugzwang(state.state)

    def since_progress(self, state: Any) -> int:
        return self.game.since_progress(state.state)

    def position_key(self, state: Any) -> int:
        return int(state.path[-1])

    def key(self, state: Any) -> int:
        """What a state is worth depends on the states before it, in whatever order they were."""
        return mix(self.game.identity(state.state), self.past(state))

    def past(self, state: Any) -> int:
        """Return a number for all states on the path but the last; added up, one that came twice counts twice."""
        past = 0
        for i in range(len(state.path) - 1):
            past = past + (mix(state.path[i]) >> 1) & PAST
        return past

    def identity(self, state: Any) -> int:
        hashed = self.game.identity(state.state)
        for i in range(len(state.path)):
            hashed = mix(state.path[i], hashed)
        return hashed

    def show(self, state: Any) -> str:
        return self.game.show(state.state)

    def name(self, action: int, state: Any = None) -> str:
        return self.game.name(action, state and state.state)

    def read_action(self, state: Any, written: str) -> int:
        return self.game.read_action(state.state, written)

    def why_illegal(self, state: Any, written: str) -> str:
        return self.game.why_illegal(state.state, written)

    def how_ended(self, state: Any) -> str:
        return self.game.how_ended(state.state) if self.game.is_terminal(state.state) else "repetition"


@compiled
class Unrepeated(Remembering):
    """A game in which an action that repeats a state is illegal; who has no other action is at the end of the game."""

    game: Any

    def actions(self, state: Any) -> Iterator[int]:
        for action in self.game.actions(state.state):
            if not self.repeated(self.result(state, action)):
                yield action

    def tactics(self, state: Any) -> Iterator[int]:
        for action in self.game.tactics(state.state):
            if not self.repeated(self.result(state, action)):
                yield action

    def count_actions(self, state: Any) -> int:
        count = 0
        for _ in self.actions(state):
            count += 1
        return count

    def sample(self, state: Any, rng: Any) -> int:
        return draw_action(self, state, rng)

    def is_terminal(self, state: Any) -> bool:
        if self.game.is_terminal(state.state):
            return True
        for action in self.game.actions(state.state):
            if not self.repeated(self.result(state, action)):
                return False
        return True

    def utility(self, state: Any, player: int) -> float:
        if not self.game.is_terminal(state.state):
            return (self.game.utilities[0] + self.game.utilities[1]) / 2
        return self.game.utility(state.state, player)


def remembering(game: Game, state: Any) -> tuple[Game, Any]:
    """Return the game that keeps the policy `game` declares, and `state` as the first on its path.

    Both are what they were where a state may come back.
    """
    if game.repetition == ALLOWED:
        return game, state
    wrapper = {DRAW: Remembering, ILLEGAL: Unrepeated}[game.repetition]
    return wrapper(game), Remembered(state, np.array([game.position_key(state)], np.int64))

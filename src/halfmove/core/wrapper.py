"""Whatever knows more about a game is a game that wraps a game."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

from halfmove.compiled import plain
from halfmove.core.game import Game


class Wrapper(Game):
    """A game that answers as another does, until a subclass answers better.

    Decorate a subclass with `@compiled`: it runs compiled when the game inside does.
    """

    game: Any

    @property
    def initial(self) -> Any:
        return self.game.initial

    @property
    def players(self) -> int:  # type: ignore[override]
        return self.game.players

    @property
    def utilities(self) -> tuple[float, float]:  # type: ignore[override]
        return self.game.utilities

    @property
    def step(self) -> float:  # type: ignore[override]
        return self.game.step

    @property
    def repetition(self) -> str:  # type: ignore[override]
        return self.game.repetition

    @property
    def repetitions(self) -> int:  # type: ignore[override]
        return self.game.repetitions

    @property
    def has_secrets(self) -> bool:  # type: ignore[override]
        return self.game.has_secrets

    @property
    def swing(self) -> float:  # type: ignore[override]
        return self.game.swing

    @property
    def tactics_first(self) -> bool:  # type: ignore[override]
        return self.game.tactics_first

    def to_move(self, state: Any) -> int:
        return self.game.to_move(state)

    def actions(self, state: Any) -> Iterator[int]:
        return self.game.actions(state)

    def result(self, state: Any, action: int) -> Any:
        return self.game.result(state, action)

    def is_terminal(self, state: Any) -> bool:
        return self.game.is_terminal(state)

    def utility(self, state: Any, player: int) -> float:
        return self.game.utility(state, player)

    def chances(self, state: Any) -> Iterator[tuple[int, float]]:
        return self.game.chances(state)

    def sample(self, state: Any, rng: Any) -> int:
        return self.game.sample(state, rng)

    def observation(self, state: Any, player: int) -> Any:
        return self.game.observation(state, player)

    def evaluate(self, state: Any, player: int) -> float:
        return self.game.evaluate(state, player)

    def features(self, state: Any, player: int) -> tuple[float, ...]:
        return self.game.features(state, player)

    def is_quiet(self, state: Any) -> bool:
        return self.game.is_quiet(state)

    def order(self, state: Any, action: int) -> float:
        return self.game.order(state, action)

    def is_tactical(self, state: Any, action: int) -> bool:
        return self.game.is_tactical(state, action)

    def tactics(self, state: Any) -> Iterator[int]:
        return self.game.tactics(state)

    def worth_a_look(self, state: Any) -> Iterator[tuple[int, float, bool]]:
        return self.game.worth_a_look(state)

    def is_threatened(self, state: Any) -> bool:
        return self.game.is_threatened(state)

    def pass_turn(self, state: Any) -> Any:
        return self.game.pass_turn(state)

    def may_be_zugzwang(self, state: Any) -> bool:
        return self.game.may_be_zugzwang(state)

    def since_progress(self, state: Any) -> int:
        return self.game.since_progress(state)

    def position_key(self, state: Any) -> int:
        return self.game.position_key(state)

    def value_bounds(self, state: Any, player: int, target: float) -> tuple[float, float]:
        return self.game.value_bounds(state, player, target)

    def candidates(self, state: Any) -> Iterator[int]:
        return self.game.candidates(state)

    def ask(self, state: Any, low: float, high: float) -> float:
        return self.game.ask(state, low, high)

    def promise(self, state: Any, action: int, child: Any) -> float:
        return self.game.promise(state, action, child)

    def plies_left(self, state: Any) -> int:
        return self.game.plies_left(state)

    def count_actions(self, state: Any) -> int:
        return self.game.count_actions(state)

    def parents(self, state: Any) -> Iterator[Any]:
        return self.game.parents(state)

    def key(self, state: Any) -> int:
        return self.game.key(state)

    def identity(self, state: Any) -> int:
        return self.game.identity(state)

    def show(self, state: Any) -> str:
        return self.game.show(state)

    def name(self, action: int, state: Any = None) -> str:
        return self.game.name(action, state)

    def read_action(self, state: Any, written: str) -> int:
        return self.game.read_action(state, written)

    def why_illegal(self, state: Any, written: str) -> str:
        return self.game.why_illegal(state, written)

    def how_ended(self, state: Any) -> str:
        return self.game.how_ended(state)

    def player_name(self, player: int) -> str:
        return self.game.player_name(player)

    def read(self, written: str) -> Any:
        return self.game.read(written)


def plain_throughout(game: Game) -> Game:
    """Return a game for the plain lane with all that it wraps: none of its answers waits for a compiler."""
    twin = copy(plain(game))
    if isinstance(twin, Wrapper):
        vars(twin)["game"] = plain_throughout(twin.game)
    return twin

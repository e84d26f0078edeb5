"""The engine as a player, who remembers what he found out and how the game went."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from halfmove.core.choice import Choice, Limit
from halfmove.core.game import Game
from halfmove.search.engine import Engine
from halfmove.search.engine.spoken import engine_of
from halfmove.search.engine.strength import FULL_STRENGTH, weakened


class EnginePlayer:
    """Plays by the engine; `options` are those of its spec, and `limited` adds its limits to those of the game."""

    def __init__(self, options: Mapping[str, Any], limited: Callable[[Limit], Limit], seed: int = 0) -> None:
        self.options, self.limited = dict(options), limited
        self.fixed_seed = self.options.pop("seed", None)
        self.seeded(seed)
        self.strength = self.options.pop("strength", FULL_STRENGTH)
        self.options.pop("lines", None)  # who plays needs one action
        self.engine: Engine | None = None
        self.path: list[Any] = []

    def __call__(self, game: Game, observation: Any, limit: Limit) -> Choice:
        path = self.path[:-1] if self.engine is not None and self.engine.game is game else ()
        limit, only = weakened(game, observation, self.limited(limit), self.strength, self.seed)
        return self._engine_for(game).choose(observation, limit, path=path, only=only)

    def seeded(self, seed: int) -> None:
        """Overlook other actions, unless the spec says which."""
        self.seed = seed if self.fixed_seed is None else self.fixed_seed

    def prepare(self, game: Game, observation: Any) -> None:
        """Compile; refuse a strength that there is not."""
        weakened(game, observation, Limit(), self.strength, self.seed)
        self._engine_for(game).prepare()

    def begin(self, game: Game, state: Any) -> None:
        """Forget the last game."""
        self._engine_for(game).forget()
        self.path = [state]

    def played(self, action: int) -> None:
        """Note how the game went on."""
        if self.engine is not None and self.path:
            self.path.append(self.engine.game.result(self.path[-1], action))

    def stop(self) -> None:
        """Answer now."""
        if self.engine is not None:
            self.engine.stop()

    def _engine_for(self, game: Game) -> Engine:
        if self.engine is None or self.engine.game is not game:
            self.engine, self.path = engine_of(game, **self.options), []
        return self.engine

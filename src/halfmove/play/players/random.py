"""A player who takes any legal action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.choice import ESTIMATE, Choice, Limit
from halfmove.core.game import Game
from halfmove.core.random import random
from halfmove.core.wrapper import plain_throughout
from halfmove.play.players.player import Player

if TYPE_CHECKING:
    from halfmove.play.players.spec import Spec


class RandomPlayer(Player):
    """Takes any legal action, by random numbers that a spec may fix."""

    def __init__(self, spec: Spec | None = None, seed: int = 0) -> None:
        fixed = spec.options.get("seed") if spec else None
        self._is_fixed = fixed is not None
        self._numbers = random(seed if fixed is None else fixed)

    def choose(self, game: Game, observation: Any, limit: Limit) -> Choice:
        action = int(plain_throughout(game).sample(observation, self._numbers))
        return Choice(action, sum(game.utilities) / 2, (action,), 1, 1, kind=ESTIMATE, game=game, state=observation)

    def seed(self, seed: int) -> None:
        if not self._is_fixed:
            self._numbers = random(seed)

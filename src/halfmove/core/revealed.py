"""Games with open cards: what a search may look through that is given a state which may be the true one."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import compiled
from halfmove.core.advice import Advice, Bounds, find_advice, find_bounds
from halfmove.core.chance import CHANCE
from halfmove.core.game import Game
from halfmove.core.wrapper import Wrapper


@compiled
class Revealed(Wrapper):
    """A game in which everybody sees everything."""

    game: Game
    has_secrets = False

    def observation(self, state: Any, player: int) -> Any:
        return state

    def guess(self, state: Any, player: int, rng: Any) -> Any:
        return state


@compiled
class TwoSides(Revealed):
    """The same for one player and his partners against all others, who play as one: player 0 against player 1."""

    game: Game
    seat: np.ndarray  # one cell: the player
    players = 2

    @property
    def player_names(self) -> tuple[str, ...]:
        return "WE", "THEY"

    @property
    def advice(self) -> Advice:
        return find_advice(self)

    @property
    def bounds(self) -> Bounds:
        return find_bounds(self)

    def to_move(self, state: Any) -> int:
        mover = self.game.to_move(state)
        if mover == CHANCE:
            return CHANCE
        return 0 if self.game.side(mover) == self.game.side(int(self.seat[0])) else 1

    def utility(self, state: Any, player: int) -> float:
        return self.for_side(self.game.utility(state, int(self.seat[0])), player)

    def evaluate(self, state: Any, player: int) -> float:
        return self.for_side(self.game.evaluate(state, int(self.seat[0])), player)

    def for_side(self, worth: float, player: int) -> float:
        """Return what is worth so much to us as it is worth to a side."""
        return worth if player == 0 else self.game.utilities[0] + self.game.utilities[1] - worth


def revealed(game: Game, player: int) -> Game:
    """Return the open game for two sides in which `player` belongs to the first, or is himself if there are two."""
    return Revealed(game) if game.players <= 2 else TwoSides(game, np.array([player]))

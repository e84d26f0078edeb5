"""The analyst of a player who assumes that the others do not play perfectly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from halfmove.core.choice import Limit
from halfmove.core.game import Game
from halfmove.core.opponents import modelled
from halfmove.core.rules import mover
from halfmove.search.engine import Progress


class AnalystLike(Protocol):
    """What an engine, a tree search and a search of the book have in common."""

    def think(self, state: Any = None, limit: Limit | None = None, **options: Any) -> Iterator[Progress]: ...

    def stop(self) -> None: ...

    def forget(self) -> None: ...

    def prepare(self) -> None: ...


class ModelledAnalyst:
    """Thinks for whoever is to move, by an analyst of the game in which the others do what the model says."""

    def __init__(self, game: Game, model: str, make: Callable[[Game], AnalystLike]) -> None:
        self.game = game
        self._games = [modelled(game, player, model) for player in range(game.players)]
        self._make, self._analysts = make, dict[int, AnalystLike]()

    def think(self, state: Any = None, limit: Limit | None = None, **options: Any) -> Iterator[Progress]:
        """Search as the analyst of the player to move does."""
        state = self.game.initial if state is None else state
        return self._analyst_of(mover(self.game, state)).think(state, limit, **options)

    def stop(self) -> None:
        for analyst in self._analysts.values():
            analyst.stop()

    def forget(self) -> None:
        for analyst in self._analysts.values():
            analyst.forget()

    def prepare(self) -> None:
        """Compile, for every player."""
        for player in range(self.game.players):
            self._analyst_of(player).prepare()

    def _analyst_of(self, player: int) -> AnalystLike:
        if player not in self._analysts:
            self._analysts[player] = self._make(self._games[player])
        return self._analysts[player]

"""What a player is: a search, a program, a person or a function of a user's that chooses actions in a game.

A user's own player is a function (game, observation, limit) -> Choice, or an object that can be called so and has
whichever of the methods below it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from halfmove.core.choice import Choice, Limit
from halfmove.core.game import Game
from halfmove.core.knowledge import View

_METHODS = ("seed", "prepare", "begin", "played", "stop", "close")


class Player:
    """Chooses actions. A subclass writes `choose`; everything else does nothing by default."""

    needs_rehearsal = False  # whether it has to choose once before its first game, because it cannot prepare

    @property
    def processes(self) -> Sequence[int]:
        """The numbers of other processes that think for this player."""
        return ()

    def choose(self, game: Game, observation: Any, limit: Limit) -> Choice:
        """Return an action for the player to move, from what he may see; no action means that he resigns."""
        raise NotImplementedError

    def __call__(self, game: Game, observation: Any, limit: Limit) -> Choice:
        return self.choose(game, observation, limit)

    def check(self, game: Game, observation: Any) -> None:
        """Refuse a game that this player cannot play, before there is anything to lose."""

    def seed(self, seed: int) -> None:
        """Let the random numbers of the next game begin with this."""

    def prepare(self, game: Game, observation: Any) -> None:
        """Get ready for a game that is about to begin; no clock runs yet."""

    def begin(self, game: Game, state: Any) -> None:
        """Note that a game begins in this state; called only where nothing is secret, as is `played`."""

    def played(self, action: int) -> None:
        """Note an action of any player."""

    def know(self, view: View) -> None:
        """Note what the player knows, before he chooses; called only where something is hidden."""

    def stop(self) -> None:
        """Answer now; called from another thread."""

    def close(self) -> Any:
        """Note that there are no more games."""


class FunctionPlayer(Player):
    """A function (game, observation, limit) -> Choice, or an object that can be called so, as a player.

    One that cannot prepare chooses once before its first game, and the answer is forgotten: what is compiled or
    loaded at a first call is not on its clock.
    """

    def __init__(self, function: Callable[[Game, Any, Limit], Choice]) -> None:
        self.function = function
        self.needs_rehearsal = not hasattr(function, "prepare")
        for method in _METHODS:
            if hasattr(function, method):
                setattr(self, method, getattr(function, method))

    @property
    def processes(self) -> Sequence[int]:
        numbers: Sequence[int] = getattr(self.function, "processes", ())
        return numbers

    def choose(self, game: Game, observation: Any, limit: Limit) -> Choice:
        return self.function(game, observation, limit)


def as_player(player: Any) -> Player:
    """Return a player, made of a function if it is one."""
    return player if isinstance(player, Player) else FunctionPlayer(player)

"""Whatever changes the rules of a game is a game that wraps a game."""

from __future__ import annotations

from typing import TypeVar

from halfmove.compiled import compiled, plain
from halfmove.core.advice import Advice, Bounds
from halfmove.core.forwarding import forwards
from halfmove.core.game import Game

Object = TypeVar("Object")


@forwards(Game, to="game")
class Wrapper(Game):
    """A game that answers as another does, until a subclass answers better.

    Decorate a subclass with `@compiled`: it runs compiled when the game inside does.
    """

    game: Game  #: the game inside

    @property
    def advice(self) -> Advice:
        """That of the game inside, whose states are the same."""
        return self.game.advice

    @property
    def bounds(self) -> Bounds:
        """Those of the game inside, whose states are the same."""
        return self.game.bounds


@compiled
class Advised(Wrapper):
    """A game with another advice than its own, for functions that take a game and no advice."""

    game: Game
    given: Advice

    @property
    def advice(self) -> Advice:
        return self.given


def plain_throughout(game: Object) -> Object:
    """Return a game, or advice, for the plain lane with all that it wraps, so that no call waits for a compiler."""
    twin = object.__new__(type(plain(game)))
    for name, part in vars(game).items():
        if isinstance(part, (Game, Advice)):
            part = plain_throughout(part)
        object.__setattr__(twin, name, part)
    return twin

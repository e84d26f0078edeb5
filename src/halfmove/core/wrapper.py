"""Whatever changes the rules of a game is a game that wraps a game."""

from __future__ import annotations

from copy import copy
from typing import Any, TypeVar

from halfmove.compiled import plain
from halfmove.core.advice import Advice
from halfmove.core.forwarding import forwards
from halfmove.core.game import Game

Object = TypeVar("Object")


@forwards(Game, to="game")
class Wrapper(Game):
    """A game that answers as another does, until a subclass answers better.

    Decorate a subclass with `@compiled`: it runs compiled when the game inside does.
    """

    game: Any

    perft_game = Game.perft_game


def plain_throughout(game: Object) -> Object:
    """Return a game, or advice, for the plain lane with all that it wraps: no answer of it waits for a compiler."""
    twin = copy(plain(game))
    for name, part in vars(twin).items():
        if isinstance(part, (Game, Advice)):
            vars(twin)[name] = plain_throughout(part)
    return twin

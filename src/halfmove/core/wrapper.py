"""Whatever changes the rules of a game is a game that wraps a game."""

from __future__ import annotations

from copy import copy
from typing import Any

from halfmove.compiled import plain
from halfmove.core.forwarding import forwards
from halfmove.core.game import Game


@forwards(Game, to="game")
class Wrapper(Game):
    """A game that answers as another does, until a subclass answers better.

    Decorate a subclass with `@compiled`: it runs compiled when the game inside does.
    """

    game: Any

    perft_game = Game.perft_game


def plain_throughout(game: Game) -> Game:
    """Return a game for the plain lane with all that it wraps: none of its answers waits for a compiler."""
    twin = copy(plain(game))
    if isinstance(twin, Wrapper):
        vars(twin)["game"] = plain_throughout(twin.game)
    return twin

"""The blind form of any game in which stones are put on a board: tic-tac-toe, m,n,k games, Gomoku, Hex, Go.

Dark Hex is `phantom:hex`, phantom tic-tac-toe `phantom:tic-tac-toe`, phantom Go `phantom:go`.
"""

from __future__ import annotations

from typing import Any

from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.games.phantom.rules import GuessingHex, GuessingLines, Phantom, PhantomGo, PhantomHex, PhantomLines
from halfmove.games.shared.connection import ConnectionGame
from halfmove.games.shared.grid import StoneGame

__all__ = ["Phantom", "phantom"]


def phantom(game: Any = "tic-tac-toe", abrupt: bool = False) -> Phantom:
    """Return the blind form of a game, or of the game of this name."""
    game = game_named(game) if isinstance(game, str) else game
    return _form_of(game, abrupt)(game, abrupt)


def _form_of(game: Any, abrupt: bool) -> Any:
    name = type(game).__name__
    if getattr(game, "swap", False):
        raise HalfmoveError(f"phantom: {name} with swap: a player who takes a stone over would see it")
    if isinstance(game, StoneGame) and not hasattr(game, "pairs"):
        return PhantomLines if abrupt else GuessingLines
    if isinstance(game, ConnectionGame) and hasattr(game, "bottom"):
        return PhantomHex if abrupt else GuessingHex
    if hasattr(game, "komi") and not game.superko and not abrupt:
        return PhantomGo
    if hasattr(game, "komi"):
        raise HalfmoveError(f"phantom: {name} is played blind without {'superko' if game.superko else 'abrupt'}")
    raise HalfmoveError(f"phantom: {name} cannot be played blind: tic-tac-toe, mnk, gomoku, hex and go can")

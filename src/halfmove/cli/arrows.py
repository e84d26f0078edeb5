"""The arrow keys as actions, in games whose actions are up, down, left and right."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from halfmove.core.game import Game

_KEYS = {"up": "A", "down": "B", "right": "C", "left": "D"}  # the last letter of what each key sends
_USUAL = {"up": "previous-history", "down": "next-history", "right": "forward-char", "left": "backward-char"}


def bind_arrows(game: Game) -> None:
    """Let an arrow key type its action and Enter, if the game has such actions; otherwise let it do as usual."""
    if not sys.stdin.isatty():
        return
    with suppress(ImportError):
        import readline

        plays = _has_directions(game)
        for name, letter in _KEYS.items():
            for prefix in ("[", "O"):  # as terminals send them in their two modes
                does = rf'"{name}\C-m"' if plays else _USUAL[name]
                readline.parse_and_bind(rf'"\e{prefix}{letter}": {does}')


def _has_directions(game: Game) -> bool:
    with suppress(Exception):  # a user's game may not name an action without its state
        return {game.name(action) for action in range(len(_KEYS))} == {*_KEYS}
    return False

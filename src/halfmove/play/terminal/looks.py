"""How boards look at a terminal: what is drawn for the characters that `show` writes, and in which colours."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from halfmove.core.game import Game
from halfmove.core.wrapper import Wrapper

_OURS = "halfmove.games."
_WHITE, _BLACK, _RED, _BLUE, _YELLOW = "#ffffff", "#000000", "#e04040", "#4a90e2", "#f2c230"
_WOOD, _BROWN, _PALE, _GREEN, _NAVY = "#c08a45", "#8b5a2b", "#d8b98a", "#2e7d46", "#1f3f8f"
_TILES = ("#776e65", "#5b7fa6", "#3f8f6b", "#c0792a", "#c9572f", "#b03030", "#8e44ad")
_NOTHING: Mapping[str, str] = MappingProxyType({})


class Look(NamedTuple):
    """The look of a board. A character that is not mentioned stays as it is."""

    pieces: Mapping[str, str] = _NOTHING  # the colour of each
    glyphs: Mapping[str, str] = _NOTHING  # what is drawn for a character where the terminal has Unicode
    empty: str = "."
    squares: tuple[str, ...] = ()  # colours behind the squares: one for all, or two in turn as on a chessboard
    between: str = ""  # the colour behind squares that nobody plays on
    numbers: tuple[str, ...] = ()  # colours of numbers, by their powers of two


def _pieces(first: str, second: str, first_colour: str, second_colour: str) -> dict[str, str]:
    return dict.fromkeys(first, first_colour) | dict.fromkeys(second, second_colour)


_STONES = {"X": "●", "O": "●", ".": "·"}
_CHESSMEN = dict(zip("KQRBNPkqrbnp", "♚♛♜♝♞♟" * 2, strict=True)) | {".": " "}
_MEN = {"w": "●", "b": "●", "W": "♛", "B": "♛", ".": " "}
_MAZE = {"%": "█", "_": " ", ".": "·", "o": "●", "P": "◉", "G": "▲", "S": "△", "X": "✖"}
_LINES = {"W": "●", "B": "●", ".": "·", "-": "─", "|": "│"}

_GRID = Look(_pieces("X", "O", _RED, _BLUE), {".": "·"})  # any game with such characters
_COLOURED_STONES = Look(_pieces("X", "O", _RED, _BLUE), _STONES)

LOOKS = {
    "chess": Look(_pieces("KQRBNP", "kqrbnp", _WHITE, _BLACK), _CHESSMEN, squares=("#b58863", "#7d945d")),
    "draughts": Look(_pieces("wW", "bB", _WHITE, _BLACK), _MEN, squares=(_BROWN,), between=_PALE),
    "othello": Look(_pieces("X", "O", _BLACK, _WHITE), _STONES | {"-": "·"}, "-", (_GREEN,)),
    "go": Look(_pieces("X", "O", _BLACK, _WHITE), _STONES, squares=(_WOOD,)),
    "pente": Look(_pieces("X", "O", _BLACK, _WHITE), _STONES, squares=(_WOOD,)),
    "connect_four": Look(_pieces("X", "O", _RED, _YELLOW), _STONES, squares=(_NAVY,)),
    "hex": _COLOURED_STONES,
    "y": _COLOURED_STONES,
    "mnk": _COLOURED_STONES,
    "morris": Look(_pieces("W", "B", _YELLOW, _RED), _LINES),
    "cat_and_mouse": Look({"C": _RED, "M": _BLUE, "O": _YELLOW}, {".": "·"}),
    "tiles": Look(numbers=_TILES),
    "pacman": Look(_pieces("PX", "G", _YELLOW, _RED) | _pieces("S%", ".o", _BLUE, _PALE), _MAZE, "_"),
}  # by the folder or file of the game


def look_of(game: Game) -> Look:
    """Return the look of a game; one of a user's that shows X and O on a grid has them in colours."""
    while isinstance(game, Wrapper):
        game = game.game
    module = type(game).__module__
    return LOOKS.get(module.removeprefix(_OURS).partition(".")[0], _GRID) if module.startswith(_OURS) else _GRID

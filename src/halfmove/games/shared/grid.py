"""Boards of squares as text: rows from the top, columns by letters, rows by numbers from the bottom.

3 X . O
2 . X .      squares are numbered by rows from the top: 0 is a3, 8 is c1
1 . . .
  a b c
"""

from __future__ import annotations

import re
from typing import Any

from halfmove.core.commentary import Commentary
from halfmove.core.game import Game
from halfmove.errors import MalformedText
from halfmove.games.shared.picture import read_picture

LETTERS = "abcdefghijklmnopqrstuvwxyz"
EMPTY = "."


def square_name(square: int, width: int, height: int) -> str:
    """Return the letter of the column and the number of the row."""
    return f"{LETTERS[square % width]}{height - square // width}"


def read_square(written: str, width: int, height: int) -> int | None:
    """Return the square of a name, or None if there is none on the board."""
    match = re.fullmatch(r"([a-z])([1-9][0-9]?)", written.strip().lower())
    if match is None or match[1] not in LETTERS[:width] or int(match[2]) > height:
        return None
    return (height - int(match[2])) * width + LETTERS.index(match[1])


def no_square(width: int, height: int) -> str:
    """Return why a name that is not one of a square is refused."""
    return f"not a square of the board: they are a1 to {square_name(width - 1, width, height)}"


def show_grid(cells: list[str], width: int) -> str:
    """Return a picture of the cells, one character each."""
    height = len(cells) // width
    margin = len(str(height))
    lines = [f"{height - row:>{margin}} " + " ".join(cells[row * width : (row + 1) * width]) for row in range(height)]
    return "\n".join([*lines, " " * margin + " " + " ".join(LETTERS[:width])])


def read_grid(written: str, width: int, height: int, symbols: str) -> list[str]:
    """Return the cells of a board that is drawn as `show_grid` does."""
    squares = [[square_name(row * width + column, width, height) for column in range(width)] for row in range(height)]
    return read_picture(written, list(zip(range(height, 0, -1), squares, strict=True)), symbols, LETTERS[:width])


class StoneGame(Game):
    """A game in which X and O take turns to put a stone on a square: the text of it, and nothing else.

    The state holds `mine`, `theirs` (sets of bits) and `player`; the game has `width`, `height` and `won(stones)`.
    """

    width = 3
    height = 3

    player_names = ("X", "O")

    def bit(self, square: int) -> int:
        """Return which bit stands for a square."""
        return square

    def show(self, state: Any) -> str:
        first, second = (state.mine, state.theirs) if state.player == 0 else (state.theirs, state.mine)
        bits = [self.bit(square) for square in range(self.width * self.height)]
        return show_grid(["X" if first >> bit & 1 else "O" if second >> bit & 1 else EMPTY for bit in bits], self.width)

    def name(self, action: int, state: Any = None) -> str:
        return square_name(action, self.width, self.height)

    def check_last_stone(self, stones: int, symbol: str) -> None:
        """Refuse lines that no single stone can have made: the game was over before the last one."""
        won = self.won  # type: ignore[attr-defined]
        if won(stones) and all(won(stones & ~(1 << bit)) for bit in range(stones.bit_length()) if stones >> bit & 1):
            raise MalformedText(f"{symbol} has won by two lines, and has played on after the first")

    def read(self, written: str) -> Any:
        """Return the state that a board of X, O and . shows; X begins, so the stones tell who is to move."""
        cells = read_grid(written, self.width, self.height, "XO" + EMPTY)
        stones = [sum(1 << self.bit(square) for square, cell in enumerate(cells) if cell == symbol) for symbol in "XO"]
        player = cells.count("X") - cells.count("O")
        if player not in (0, 1):
            raise MalformedText(f"{cells.count('X')} X and {cells.count('O')} O: X begins and they take turns")
        mine, theirs = stones[player], stones[1 - player]
        if self.won(mine):  # type: ignore[attr-defined]
            raise MalformedText(f"{'XO'[player]} has won, and {'XO'[1 - player]} has played on")
        self.check_last_stone(theirs, "XO"[1 - player])
        return type(self.initial)(mine, theirs, player)


class StoneGameCommentary(Commentary):
    """There is no such square, or a stone on it."""

    def why_illegal(self, state: Any, written: str) -> str:
        """Say why no stone can be put on a square."""
        square = read_square(written, self.game.width, self.game.height)
        if square is None:
            return no_square(self.game.width, self.game.height)
        owner = state.player if state.mine >> self.game.bit(square) & 1 else 1 - state.player
        return f"the square is taken by {self.game.player_names[owner]}"

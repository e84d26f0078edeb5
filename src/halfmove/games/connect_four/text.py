"""Boards and columns of Connect Four as people write them."""

import re

from halfmove.core.game import Game
from halfmove.errors import MalformedText
from halfmove.games.shared.grid import EMPTY, read_grid

DIGITS = 9  # columns that one digit can name


class ConnectFourText(Game):
    """The text of a board of `width` by `height`."""

    width = 7
    height = 6

    player_names = ("X", "O")
    margin = False

    @property
    def unit(self):  # type: ignore[override]
        return "stones" if self.margin else ""

    def show(self, board):
        first = board.mine if board.player == 0 else board.mine ^ board.mask
        margin = len(str(self.width))
        lines = []
        for row in reversed(range(self.height)):
            bits = [column * (self.height + 1) + row for column in range(self.width)]
            lines.append(["." if not board.mask >> bit & 1 else "X" if first >> bit & 1 else "O" for bit in bits])
        lines.append([str(column + 1) for column in range(self.width)])
        return "\n".join(" ".join(f"{cell:>{margin}}" for cell in line) for line in lines)

    def name(self, action, state=None):
        """Return the number of the column, from 1."""
        return str(action + 1)

    def is_column(self, word):
        return word.isascii() and word.isdigit() and 1 <= int(word) <= self.width

    def read(self, written):
        """Return the state after the columns that were played, as in `4453`, or the one that a picture shows.

        With more than nine columns, spaces part them.
        """
        if any(sign in written.strip() for sign in (EMPTY, "/", "\n")):
            return self.read_picture(written)
        board = self.initial
        words = written.replace(",", " ").split()
        columns = list("".join(words)) if self.width <= DIGITS else words
        for place, word in enumerate(columns, 1):
            if not self.is_column(word):
                raise MalformedText(f"'{word}' at place {place} of '{written}' is not a column from 1 to {self.width}")
            if self.is_terminal(board):
                raise MalformedText(f"'{word}' at place {place} of '{written}': the game was over before")
            if int(word) - 1 not in self.actions(board):
                raise MalformedText(f"'{word}' at place {place} of '{written}': the column is full")
            board = self.result(board, int(word) - 1)
        return board

    def read_picture(self, written):
        """Return the state of rows from the top; X begins, so the stones tell who is to move."""
        rows = [row for row in re.split(r"[/\n]", written.strip()) if set(row) & set("XOxo" + EMPTY)]
        cells = read_grid("/".join(rows), self.width, self.height, "XO" + EMPTY)
        stones = {"X": 0, "O": 0, EMPTY: 0}
        for place, cell in enumerate(cells):
            stones[cell] |= self.bottom(self.initial, place % self.width) << self.height - 1 - place // self.width
        player, mask = cells.count("X") - cells.count("O"), stones["X"] | stones["O"]
        if player not in (0, 1):
            raise MalformedText(f"{cells.count('X')} X and {cells.count('O')} O: X begins and they take turns")
        for column in range(self.width):
            if mask & self.column(self.initial, column) & stones[EMPTY] << 1:
                raise MalformedText(f"a stone in column {column + 1} lies on nothing")
        if self.connects(stones["XO"[player]]):
            raise MalformedText(f"{'XO'[player]} has won, and {'XO'[1 - player]} has played on")
        return self.initial._replace(mine=stones["XO"[player]], mask=mask, player=player)

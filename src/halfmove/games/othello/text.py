"""Othello boards and actions as people write them; a line is in the Othello Board Format."""

import re

from halfmove.compiled import lowest_bit
from halfmove.core.game import Game
from halfmove.errors import MalformedText
from halfmove.games.othello.lines import PASS, SIDE
from halfmove.games.shared.grid import LETTERS
from halfmove.games.shared.notation import last_line

DISCS, EMPTY = "XO", "-"  # as the Othello Board Format writes them
ANALYSIS = re.compile(r"([A-Za-z]\d|ps|pass|--):[+-]?\d+", re.IGNORECASE)  # a scored action after a position


class OthelloText(Game):
    """The text of a board of `size` by `size`."""

    size = 8

    def cells(self, board):
        """Return a character for each square, by rows from a1."""
        black, white = (board.mine, board.theirs) if board.player == 0 else (board.theirs, board.mine)
        bits = [self.bit(square) for square in range(self.size * self.size)]
        return "".join(DISCS[0] if black >> bit & 1 else DISCS[1] if white >> bit & 1 else EMPTY for bit in bits)

    def obf(self, board):
        """Return the state in the Othello Board Format: all squares by rows from a1, and who is to move."""
        return f"{self.cells(board)} {DISCS[board.player]}"

    player_names = ("Black", "White")
    margin = False

    @property
    def unit(self):  # type: ignore[override]
        return "discs" if self.margin else ""

    def show(self, board):
        cells = self.cells(board)
        lines = ["  " + " ".join(LETTERS[: self.size])]
        lines += [f"{row + 1} " + " ".join(cells[row * self.size :][: self.size]) for row in range(self.size)]
        return "\n".join([*lines, self.obf(board)])

    def name(self, action, state=None):
        """Return the letter of the column and the number of the row, which are counted from the top."""
        if action == PASS:
            return "pass"
        edge = (SIDE - self.size) // 2
        return f"{LETTERS[action % SIDE - edge]}{action // SIDE - edge + 1}"

    def read(self, written):
        """Return the state of a line in the Othello Board Format; scored actions may follow, after semicolons."""
        position, *analysis = last_line(written).split(";")
        words = position.split()
        if not words:
            raise MalformedText("there is no board: a line of X, O and - and then X or O, who is to move")
        cells = words[0].upper().replace(".", EMPTY)
        for place, cell in enumerate(cells, 1):
            if cell not in DISCS + EMPTY:
                raise MalformedText(f"'{cell}' at place {place} of the board is none of X O -")
        if len(cells) != self.size * self.size:
            raise MalformedText(f"the board has {len(cells)} squares where it should have {self.size * self.size}")
        if len(words) != 2 or words[1].upper() not in (*DISCS,):
            mover = f"'{' '.join(words[1:])}'" if words[1:] else "nothing"
            raise MalformedText(f"after the board stands {mover}, where X or O should say who is to move")
        for note in filter(None, map(str.strip, analysis)):
            if not ANALYSIS.fullmatch(note):
                raise MalformedText(f"'{note}' after the position is not an action with its score, as in D3:+2")
        discs = [sum(1 << self.bit(i) for i, cell in enumerate(cells) if cell == colour) for colour in DISCS]
        missing = (self.initial.mine | self.initial.theirs) & ~(discs[0] | discs[1])
        if missing:
            raise MalformedText(f"{self.name(lowest_bit(missing))} is empty, where a disc lies from the start")
        player = DISCS.index(words[1].upper())
        return type(self.initial)(discs[player], discs[1 - player], player)

"""Boards of Pente as people write them, with the pairs that were captured."""

import re

from halfmove.errors import MalformedText
from halfmove.games.shared.grid import read_grid
from halfmove.games.shared.lines import LineGame

AT_ONCE = 8  # pairs that one stone can capture
CAPTURED = re.compile(r"captured pairs: *X *([0-9]{1,3}) *, *O *([0-9]{1,3})$", re.IGNORECASE)


class PenteText(LineGame):
    """The text of a game of stones of which pairs are captured."""

    pairs = 5

    def show(self, board):
        pairs = (board.my_pairs, board.their_pairs)
        first, second = pairs if board.player == 0 else pairs[::-1]
        return f"{super().show(board)}\ncaptured pairs: X {first}, O {second}"

    def read(self, written):
        """Return the state of a board of X, O and . after which `captured pairs: X 1, O 0` may stand.

        X begins, so the stones that are on the board or were captured tell who is to move.
        """
        text, pairs = written.strip(), [0, 0]
        match = CAPTURED.search(text)
        if match:
            text, pairs = text[: match.start()], [int(match[1]), int(match[2])]
        cells = read_grid(text, self.width, self.height, "XO.")
        stones = [cells.count(symbol) + 2 * pairs[1 - player] for player, symbol in enumerate("XO")]
        player = stones[0] - stones[1]
        if player not in (0, 1):
            raise MalformedText(f"X has put down {stones[0]} stones and O {stones[1]}: X begins and they take turns")
        bits = [sum(1 << self.bit(square) for square, cell in enumerate(cells) if cell == symbol) for symbol in "XO"]
        if max(pairs) >= self.pairs + AT_ONCE:
            raise MalformedText(f"{max(pairs)} captured pairs: {self.pairs} are enough to win")
        if pairs[player] >= self.pairs or self.won(bits[player]):
            raise MalformedText(f"{'XO'[player]} has won, and {'XO'[1 - player]} has played on")
        self.check_last_stone(bits[1 - player], "XO"[1 - player])
        return type(self.initial)(bits[player], bits[1 - player], pairs[player], pairs[1 - player], player)

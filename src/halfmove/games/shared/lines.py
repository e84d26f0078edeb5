"""Stones in a row: how boards of bits find lines, for all games that are won by one.

Each row takes `width + 1` bits, the last one always empty, so that no line of bits runs on into the next row:

     0  1  2      bit of each square, for width 3
     4  5  6
     8  9 10
"""

from halfmove.compiled import bit_count, lowest_bit, nth_bit
from halfmove.errors import HalfmoveError
from halfmove.games.shared.grid import StoneGame

WORD = 63  # bits that a machine word holds


class LineGame(StoneGame):
    """A game of stones on a board of `width` by `height`, in which `in_a_row` of them in a line count.

    Lines run along rows, columns and diagonals. If `exact`, a longer line is none.
    """

    in_a_row = 3
    exact = False
    squares = 0  # of the board, as bits
    most_bits = WORD  # that a board can have

    def check_size(self):
        """Refuse a board that is too large, or a line that does not fit on it."""
        if min(self.width, self.height, self.in_a_row) < 1 or (self.width + 1) * self.height > self.most_bits:
            size = f"{self.width} x {self.height}"
            raise HalfmoveError(f"a board of {size}: (width + 1) * height must be from 2 to {self.most_bits}")
        if self.in_a_row > max(self.width, self.height):
            raise HalfmoveError(f"{self.in_a_row} in a row do not fit on a board of {self.width} x {self.height}")

    def all_squares(self):
        """Return the squares of the board as bits."""
        return sum(1 << self.bit(square) for square in range(self.width * self.height))

    def actions(self, board):
        empty = self.squares & ~(board.mine | board.theirs)
        for first in range(0, (self.width + 1) * self.height, WORD):
            part = int(empty) & (1 << WORD) - 1  # large boards are looked through part by part, for speed
            while part != 0:
                bit = first + lowest_bit(part)
                yield bit - bit // (self.width + 1)
                part &= part - 1
            empty >>= WORD

    def sample(self, board, rng):
        """Draw an empty square without listing them all."""
        empty = self.squares & ~(board.mine | board.theirs)
        bit = nth_bit(empty, rng.below(bit_count(empty)))
        return bit - bit // (self.width + 1)

    def bit(self, square):
        return square + square // self.width

    def won(self, stones):
        below = self.width + 1
        for step in (1, below - 1, below, below + 1):
            line, length = stones, 1  # where lines of that length begin: two in a row make a longer one
            while length < self.in_a_row:
                more = min(length, self.in_a_row - length)
                line &= line >> more * step
                length += more
            if self.exact:
                line &= ~(line >> step | line << step)  # a longer line begins at two places or more
            if line != 0:
                return True
        return False

"""Pente: five in a row, or five captured pairs (Gabrel 1977, after Ninuki-renju)."""

from dataclasses import field
from typing import Annotated, NamedTuple

from halfmove.compiled import Bits, bit_count, compiled
from halfmove.errors import HalfmoveError
from halfmove.games.pente.text import PenteText

BITS = 384  # of a board: 19 x 19 takes 380


class Stones(NamedTuple):
    mine: Annotated[int, Bits(BITS)] = 0  # stones of the player to move
    theirs: Annotated[int, Bits(BITS)] = 0
    my_pairs: int = 0  # that the player to move has captured
    their_pairs: int = 0
    player: int = 0  # X is 0, O is 1


@compiled
class Pente(PenteText):
    """Have `in_a_row` stones in a line, or capture `pairs` pairs of the other's stones.

    The players put stones on squares in turn; X begins. Where a new stone and another of the same player enclose
    exactly two stones of the other, in any of the eight directions, the two are captured and taken off; one stone can
    capture several pairs. A stone may be put between two of the other's safely. A line runs along a row, a column
    or a diagonal and wins at once; a longer line wins too, unless `exact`. A full board without a winner is a draw.
    Tournaments keep X's second stone away from the middle; that rule is left out.
    """

    width: int = 19
    height: int = 19
    in_a_row: int = 5
    pairs: int = 5
    exact: bool = False
    squares: int = field(init=False, repr=False)
    initial = Stones()
    most_bits = BITS

    def __post_init__(self):
        self.check_size()
        if self.pairs < 1:
            raise HalfmoveError(f"{self.pairs} captured pairs: at least one must be needed to win")
        vars(self).update(squares=self.all_squares())

    def to_move(self, board):
        return board.player

    def result(self, board, square):
        stone = Stones(1).mine << self.bit(square)
        taken = self.captured(stone, board.mine, board.theirs)
        pairs = board.my_pairs + bit_count(taken) // 2
        return Stones(board.theirs & ~taken, board.mine | stone, board.their_pairs, pairs, 1 - board.player)

    def captured(self, stone, mine, theirs):
        """Return the pairs that a new `stone` encloses together with another stone of its colour."""
        below, taken = self.width + 1, mine & 0
        for step in (1, below - 1, below, below + 1):
            if stone << 3 * step & mine:
                pair = stone << step | stone << 2 * step
                if pair & theirs == pair:
                    taken |= pair
            if stone >> 3 * step & mine:
                pair = stone >> step | stone >> 2 * step
                if pair & theirs == pair:
                    taken |= pair
        return taken

    def is_terminal(self, board):
        return self.has_won(board) or bit_count(board.mine | board.theirs) == self.width * self.height

    def utility(self, board, player):
        if not self.has_won(board):
            return 0.0
        return -1.0 if player == board.player else 1.0

    def has_won(self, board):
        """Tell whether the player who has just moved has won."""
        return board.their_pairs >= self.pairs or self.won(board.theirs)

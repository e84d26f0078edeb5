"""Othello on bitboards of eight rows of eight bits; smaller boards lie in the middle of it.

 0  1  2  3  4  5  6  7      bit of each square: a1 is 0, h1 is 7, a8 is 56
 8  9 10 11 12 13 14 15      on 6 x 6, a1 is 9 and f6 is 54
 ...                         on 4 x 4, a1 is 18 and d4 is 45
56 57 58 59 60 61 62 63
"""

from dataclasses import field
from typing import Annotated, NamedTuple

from halfmove.compiled import (
    Bits,
    bit_count,
    compiled,
    lowest_bit,
    mix,
    nth_bit,
    same_word,
    swap_bytes,
    union,
    words,
)
from halfmove.errors import HalfmoveError
from halfmove.games.othello.lines import PASS, RAYS, SIDE, SQUARES
from halfmove.games.othello.text import OthelloText

SIZES = (4, 6, 8)
STEPS = (1, SIDE - 1, SIDE, SIDE + 1)  # bits from a square to the next: right, down left, down, down right
TWO_STEPS = (2, 2 * SIDE - 2, 2 * SIDE, 2 * SIDE + 2)
LAST_BITS, ONES = (SQUARES - 1,) * 4, (1,) * 4
ALL = (1 << SQUARES) - 1
INNER_COLUMNS = 0x7E7E7E7E7E7E7E7E  # a line that steps sideways cannot go on beyond the others
BETWEEN = (INNER_COLUMNS, INNER_COLUMNS, ALL, INNER_COLUMNS)  # for each step, where a line can go on
SWAPS = ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0))  # that mirror at a diagonal
MOST_ACTIONS = 40  # annealing over all boards, possible or not, found at most 35
FEW_DISCS = 24  # on a board that is likely to come up turned or mirrored too


class Board(NamedTuple):
    mine: Annotated[int, Bits(SQUARES)]  # discs of the player to move
    theirs: Annotated[int, Bits(SQUARES)]
    player: int  # Black is 0, White is 1


@compiled(eager=MOST_ACTIONS)
class Othello(OthelloText):
    """Have more discs of your colour on the board at the end than the other player has.

    The board has `size` x `size` squares, 8, 6 or 4. Black (X) begins; in the middle lie two discs of each colour,
    each pair on a diagonal, the white one on the diagonal that begins in a1. A player puts a disc on an empty square
    so that, in at least one of the eight directions, one or more of the other's discs lie without a gap between it
    and another of his own; in all such directions these are turned over and are his. A player who can do so must, and
    otherwise passes. When neither can, the game is over. The winner gets 1 and the loser -1; a draw is 0. With
    `margin` utility is the difference in discs instead, and squares left empty count for the winner.
    """

    size: int = 8
    margin: bool = False
    squares: int = field(init=False, repr=False)  # of the board, as bits
    initial = Board(1 << 28 | 1 << 35, 1 << 27 | 1 << 36, 0)

    def __post_init__(self):
        if self.size not in SIZES:
            raise HalfmoveError(f"a board of {self.size} x {self.size}: the sizes are {', '.join(map(str, SIZES))}")
        squares = sum(1 << self.bit(square) for square in range(self.size * self.size))
        vars(self).update(squares=squares)

    @property
    def utilities(self):  # type: ignore[override]
        most = float(self.size * self.size) if self.margin else 1.0
        return -most, most

    @property
    def step(self):  # type: ignore[override]
        return 2.0 if self.margin else 1.0

    def to_move(self, board):
        return board.player

    def actions(self, board):
        places = self.places(board.mine, board.theirs)
        if places == 0:
            yield PASS
        while places != 0:
            yield lowest_bit(places)
            places &= places - 1

    def sample(self, board, rng):
        """Draw a place without listing them all."""
        places = self.places(board.mine, board.theirs)
        index = rng.below(max(1, bit_count(places)))
        return nth_bit(places, index) if places != 0 else PASS

    def result(self, board, action):
        if action == PASS:
            return Board(board.theirs, board.mine, 1 - board.player)
        return self.put(board, action, self.flips(action, board.mine, board.theirs))

    def put(self, board, square, flips):
        """Return the state after a disc on `square`, which turns over `flips`."""
        disc = Board(1, 0, 0).mine << square
        return Board(board.theirs ^ flips, board.mine | disc | flips, 1 - board.player)

    def is_terminal(self, board):
        return self.places(board.mine, board.theirs) == 0 and self.places(board.theirs, board.mine) == 0

    def utility(self, board, player):
        worth = self.worth(self.difference(board.mine, board.theirs))
        return worth if player == board.player else 0.0 - worth

    def difference(self, mine, theirs):
        """Return how many discs more the player has who has `mine`, with the empty squares for the winner."""
        ours, others = bit_count(mine), bit_count(theirs)
        empty = self.size * self.size - ours - others
        return ours - others + (empty if ours > others else -empty if ours < others else 0)

    def worth(self, difference):
        return float(difference if self.margin else min(1, max(-1, difference)))

    def key(self, board):
        """Return one number for the eight states that are the same when the board is turned or mirrored."""
        mine, theirs = board.mine, board.theirs
        if bit_count(mine | theirs) > FEW_DISCS:
            return mix(mine, mix(theirs, board.player))
        least, other = mine, theirs
        for image in range(1, 8):
            if image % 2 == 1:
                mine, theirs = swap_bytes(mine), swap_bytes(theirs)
            else:
                mine, theirs = self.transposed(mine), self.transposed(theirs)
            if mine < least or mine == least and theirs < other:
                least, other = mine, theirs
        return mix(least, mix(other, board.player))

    def places(self, mine, theirs):
        """Return the empty squares on which the player who has `mine` turns something over."""
        steps, twice = words(*STEPS), words(*TWO_STEPS)
        start, between = same_word(mine), same_word(theirs) & words(*BETWEEN)
        up = start << steps & between
        up |= up << steps & between
        pairs = between & between << steps
        up |= up << twice & pairs
        up |= up << twice & pairs
        down = start >> steps & between
        down |= down >> steps & between
        pairs = between & between >> steps
        down |= down >> twice & pairs
        down |= down >> twice & pairs
        return union(up << steps | down >> steps) & self.squares & ~(mine | theirs)

    def flips(self, square, mine, theirs):
        """Return the discs that a disc on `square` turns over: on each ray those before the first that is not theirs,
        if that is one of `mine`.
        """
        others, own = ~same_word(theirs), same_word(mine)
        ray = words(RAYS[square, 0], RAYS[square, 1], RAYS[square, 2], RAYS[square, 3])
        end = ray & others
        end &= -end & own
        discs = ray & end - (-end >> words(*LAST_BITS))
        ray = words(RAYS[square, 4], RAYS[square, 5], RAYS[square, 6], RAYS[square, 7])
        steps, twice = words(*STEPS), words(*TWO_STEPS)
        end = ray & others
        end |= end >> steps
        end |= end >> twice
        end |= end >> twice >> twice
        end &= ~(end >> steps) & own
        return union(discs | ray & -(end << words(*ONES)))

    def transposed(self, discs):
        """Return the board mirrored at the diagonal that begins in a1."""
        for shift, mask in SWAPS:
            moved = (discs ^ discs >> shift) & mask
            discs ^= moved ^ moved << shift
        return discs

    def bit(self, square):
        """Return the bit of a square; squares are counted by rows from a1."""
        edge = (SIDE - self.size) // 2
        return (square // self.size + edge) * SIDE + square % self.size + edge

"""Pente: five in a row, or five captured pairs (Gabrel 1977, after Ninuki-renju)."""

import re
from dataclasses import field
from typing import Annotated, NamedTuple

from halfmove.compiled import Bits, bit_count, compiled
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.shared.grid import read_grid
from halfmove.games.shared.lines import LineGame

BITS = 384  # of a board: 19 x 19 takes 380
AT_ONCE = 8  # pairs that one stone can capture
PAIR_WORTH = 80  # points of an evaluation for a captured pair
CAPTURED = re.compile(r"captured pairs: *X *([0-9]{1,3}) *, *O *([0-9]{1,3})$", re.IGNORECASE)


class Stones(NamedTuple):
    mine: Annotated[int, Bits(BITS)] = 0  # stones of the player to move
    theirs: Annotated[int, Bits(BITS)] = 0
    my_pairs: int = 0  # that the player to move has captured
    their_pairs: int = 0
    player: int = 0  # X is 0, O is 1


class PenteReach(NamedTuple):
    five: Annotated[int, Bits(BITS)]
    four: Annotated[int, Bits(BITS)]
    open_four: Annotated[int, Bits(BITS)]
    four_three: Annotated[int, Bits(BITS)]
    crossing: Annotated[int, Bits(BITS)]
    three: Annotated[int, Bits(BITS)]
    points: int


@compiled
class Pente(LineGame):
    """Have `in_a_row` stones in a line, or capture `pairs` pairs of the other's stones.

    The players put stones on squares in turn; X begins. Where a new stone and another of the same player enclose
    exactly two stones of the other, in any of the eight directions, the two are captured and taken off; one stone can
    capture several pairs. Two stones that move between two of the other's are safe. A line runs along a row, a column
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
        object.__setattr__(self, "squares", self.all_squares())

    def to_move(self, board):
        return board.player

    def result(self, board, square):
        stone = Stones(1).mine << self.bit(square)
        taken = self.captured(stone, board.mine, board.theirs)
        pairs = board.my_pairs + bit_count(taken) // 2
        return Stones(board.theirs & ~taken, board.mine | stone, board.their_pairs, pairs, 1 - board.player)

    def captured(self, stone, mine, theirs):
        """Return the stones of which `stone` is one end of two around a pair."""
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

    def extra_points(self, board):
        """Compare the pairs that the players have captured."""
        return PAIR_WORTH * (board.my_pairs - board.their_pairs)

    def escapes(self, board):
        """Return the squares on which a stone captures."""
        mine, theirs, found = board.mine, board.theirs, board.mine & 0
        for direction in range(4):
            step = self.step_of(direction)
            found |= theirs >> step & theirs >> 2 * step & mine >> 3 * step
            found |= theirs << step & theirs << 2 * step & mine << 3 * step
        return found & self.squares & ~(mine | theirs)

    def made(self, five, four, open_four, four_three, crossing, three, points):
        return PenteReach(five, four, open_four, four_three, crossing, three, points)

    def show(self, board):
        pairs = (board.my_pairs, board.their_pairs)
        first, second = pairs if board.player == 0 else pairs[::-1]
        return f"{super().show(board)}\ncaptured pairs: X {first}, O {second}"

    def read(self, written):
        """Return the state of a board of X, O and . after which `captured pairs: X 1, O 0` may stand.

        X begins, so the stones that are on the board or were captured tell who is to move.
        """
        text, pairs = written.strip(), [0, 0]
        found = CAPTURED.search(text)
        if found:
            text, pairs = text[: found.start()], [int(found[1]), int(found[2])]
        cells = read_grid(text, self.width, self.height, "XO.")
        put = [cells.count(symbol) + 2 * pairs[1 - player] for player, symbol in enumerate("XO")]
        player = put[0] - put[1]
        if player not in (0, 1):
            raise MalformedText(f"X has put down {put[0]} stones and O {put[1]}: X begins and they take turns")
        bits = [sum(1 << self.bit(square) for square, cell in enumerate(cells) if cell == symbol) for symbol in "XO"]
        if max(pairs) >= self.pairs + AT_ONCE:
            raise MalformedText(f"{max(pairs)} captured pairs: {self.pairs} are enough to win")
        if pairs[player] >= self.pairs or self.won(bits[player]):
            raise MalformedText(f"{'XO'[player]} has won, and {'XO'[1 - player]} has played on")
        self.check_last_stone(bits[1 - player], "XO"[1 - player])
        return Stones(bits[player], bits[1 - player], pairs[player], pairs[1 - player], player)

"""The game of Y (Shannon, early 1950s) on sets of bits; `connection.py` has cells and text.

The triangle is the upper left half of a rhombus, here for size 4:

     0  1  2  3      a1 b1 c1 d1
       4  5  6         a2 b2 c2
         8  9            a3 b3
          12               a4

Of each player the stones that are linked to the top are known, and among them those that are linked to the left side
as well, so that a new stone is looked into only where it joins them.
"""

from dataclasses import field
from typing import Annotated, NamedTuple

from halfmove.compiled import Bits, compiled
from halfmove.errors import HalfmoveError
from halfmove.games.shared.connection import HUGE, LARGEST, SMALL, WIDE, ConnectionGame
from halfmove.games.shared.widths import widened


class Board(NamedTuple):
    mine: Annotated[int, Bits(SMALL)] = 0  # stones of the player to move
    theirs: Annotated[int, Bits(SMALL)] = 0
    mine_linked: Annotated[int, Bits(SMALL)] = 0  # those that are linked to the top
    theirs_linked: Annotated[int, Bits(SMALL)] = 0
    mine_joined: Annotated[int, Bits(SMALL)] = 0  # those that are linked to the top and to the left side
    theirs_joined: Annotated[int, Bits(SMALL)] = 0
    player: int = 0  # X is 0, O is 1


SETS = Board._fields[:-1]  # of cells
WideBoard = widened(Board, "WideBoard", WIDE, *SETS)
HugeBoard = widened(Board, "HugeBoard", HUGE, *SETS)


@compiled
class Y(ConnectionGame):
    """Link the three sides of a triangle by one chain of stones.

    The board has `size` rows of six-sided cells, the first of `size` cells and each other of one less. X and O in turn
    put a stone on an empty cell; X begins. The first to have a chain of neighbours that touches all three sides wins; a
    corner belongs to both its sides. One player does in the end, so there are no draws.
    """

    size: int = 9
    board: int = field(init=False, repr=False)  # all cells
    top: int = field(init=False, repr=False)
    left: int = field(init=False, repr=False)
    slope: int = field(init=False, repr=False)  # the third side, the last cell of every row
    not_left: int = field(init=False, repr=False)
    not_right: int = field(init=False, repr=False)

    def __post_init__(self):
        if not 1 <= self.size <= LARGEST:
            raise HalfmoveError(f"a board of {self.size} rows: there must be from 1 to {LARGEST}")
        rows = range(self.size)
        board = sum((1 << self.size - row) - 1 << row * self.size for row in rows)
        left = sum(1 << row * self.size for row in rows)
        vars(self).update(
            board=board,
            top=(1 << self.size) - 1,
            left=left,
            slope=sum(1 << row * self.size + self.size - 1 - row for row in rows),
            not_left=board ^ left,
            not_right=board ^ 1 << self.size - 1,
        )

    @property
    def longest(self):  # type: ignore[override]
        return self.size * (self.size + 1) // 2

    @property
    def initial(self):
        bits = self.size * (self.size - 1) + 1
        return Board() if bits <= SMALL else WideBoard() if bits <= WIDE else HugeBoard()

    def result(self, board, action):
        stone = self.stone(board, action)
        linked, joined = board.mine_linked, board.mine_joined
        if stone & self.top or self.around(stone) & linked:
            new = self.grown(stone, board.mine & ~linked)
            linked |= new
            joining = new & (self.left | self.around(joined))
            if joining:
                joined |= self.grown(joining, linked & ~joined)
        return self.next_board(board, board.mine | stone, linked, joined)

    def is_terminal(self, board):
        return board.theirs_joined & self.slope != 0

    def next_board(self, before, mine, linked, joined):
        """Return the next board, with the other player to move."""
        linked = before._replace(mine_linked=before.theirs_linked, theirs_linked=linked)
        joined = linked._replace(mine_joined=before.theirs_joined, theirs_joined=joined)
        return joined._replace(mine=before.theirs, theirs=mine, player=1 - before.player)

    def set_up(self, first, second, player):
        """Return the board with these stones of X and O."""
        stones = (first, second)
        linked = [self.grown(each & self.top, each) for each in stones]
        joined = [self.grown(each & self.left, each) for each in linked]
        mine, theirs = player, 1 - player
        fields = [sets[whose] for sets in (stones, linked, joined) for whose in (mine, theirs)]
        return type(self.initial)(*fields, player)

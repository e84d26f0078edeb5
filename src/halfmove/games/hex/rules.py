"""Hex (Hein 1942, Nash 1948) on sets of bits; `connection.py` has the cells and the text.

Of each player the stones that are linked to his first side are known, so that a new stone is looked into only where
it joins them: in a whole game every stone is linked once.
"""

from dataclasses import field
from typing import Annotated, NamedTuple

from halfmove.compiled import Bits, compiled, lowest_bit
from halfmove.errors import HalfmoveError
from halfmove.games.shared.connection import HUGE, LARGEST, SMALL, WIDE, ConnectionGame
from halfmove.games.shared.widths import widened


class Board(NamedTuple):
    mine: Annotated[int, Bits(SMALL)] = 0  # stones of the player to move
    theirs: Annotated[int, Bits(SMALL)] = 0
    mine_linked: Annotated[int, Bits(SMALL)] = 0  # those that are linked to the first side of who owns them
    theirs_linked: Annotated[int, Bits(SMALL)] = 0
    player: int = 0  # X is 0, O is 1


SETS = Board._fields[:-1]  # of cells
WideBoard = widened(Board, "WideBoard", WIDE, *SETS)
HugeBoard = widened(Board, "HugeBoard", HUGE, *SETS)


@compiled
class Hex(ConnectionGame):
    """Link your two sides of the board by a chain of stones.

    The board is a rhombus of `size` by `size` six-sided cells, or of as many `rows` as are given, each of `size` cells.
    X and O in turn put a stone on an empty cell; X begins.
    X wins with a chain of neighbours from the top row to the bottom row, O with one from the leftmost column to the
    rightmost. One of them does in the end, so there are no draws.

    With `swap`, O may take over the first stone instead of putting down his own: it becomes O's, on the cell with
    column and row exchanged, so that it is worth to him what it was worth to X.
    """

    size: int = 11
    swap: bool = False
    rows: int = 0  # 0: as many as there are cells in a row
    board: int = field(init=False, repr=False)  # all cells
    top: int = field(init=False, repr=False)
    bottom: int = field(init=False, repr=False)
    left: int = field(init=False, repr=False)
    right: int = field(init=False, repr=False)
    not_left: int = field(init=False, repr=False)
    not_right: int = field(init=False, repr=False)

    def __post_init__(self):
        if not 1 <= self.size <= LARGEST or not 1 <= self.height <= LARGEST:
            raise HalfmoveError(f"a board of {self.size} x {self.height}: it must be from 1 to {LARGEST} wide")
        if self.swap and self.height != self.size:
            raise HalfmoveError(f"swap on a board of {self.size} x {self.height}: the stone has no cell to go to")
        board, top = (1 << self.size * self.height) - 1, (1 << self.size) - 1
        left = sum(1 << self.size * row for row in range(self.height))
        right = left << self.size - 1
        vars(self).update(
            board=board,
            top=top,
            bottom=top << self.size * (self.height - 1),
            left=left,
            right=right,
            not_left=board ^ left,
            not_right=board ^ right,
        )

    @property
    def height(self):
        return self.rows or self.size

    @property
    def longest(self):  # type: ignore[override]
        return self.size * self.height + self.swap  # to swap is an action

    @property
    def initial(self):
        bits = self.size * self.height
        return Board() if bits <= SMALL else WideBoard() if bits <= WIDE else HugeBoard()

    def result(self, board, action):
        if action == self.size * self.height:
            cell = lowest_bit(board.theirs)
            stone = self.stone(board, cell % self.size * self.size + cell // self.size)
            return self.next_board(board, stone, board.mine, self.linked(board, stone), board.mine_linked)
        stone = self.stone(board, action)
        return self.next_board(board, board.mine | stone, board.theirs, self.linked(board, stone), board.theirs_linked)

    def is_terminal(self, board):
        if board.player == 0:
            return board.theirs_linked & self.right != 0
        return board.theirs_linked & self.bottom != 0

    def linked(self, board, stone):
        """Return the mover's stones that are linked to his first side when he has put down a stone."""
        first = stone & self.top if board.player == 0 else stone & self.left
        if first or self.around(stone) & board.mine_linked:
            return board.mine_linked | self.grown(stone, board.mine & ~board.mine_linked)
        return board.mine_linked

    def next_board(self, before, mine, theirs, mine_linked, theirs_linked):
        """Return the next board, with the other player to move."""
        linked = before._replace(mine_linked=theirs_linked, theirs_linked=mine_linked)
        return linked._replace(mine=theirs, theirs=mine, player=1 - before.player)

    def set_up(self, first, second, player):
        """Return the board with these stones of X and O."""
        stones = (first, second)
        linked = [self.grown(each & side, each) for each, side in zip(stones, (self.top, self.left))]
        mine, theirs = player, 1 - player
        return type(self.initial)(stones[mine], stones[theirs], linked[mine], linked[theirs], player)

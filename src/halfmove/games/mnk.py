"""m,n,k games: k in a row on a board of m by n. Tic-tac-toe is 3,3,3 and free-style Gomoku 15,15,5."""

from dataclasses import field
from typing import Annotated, NamedTuple

from halfmove.compiled import Bits, bit_count, compiled
from halfmove.games.lines import LineGame

SMALL, LARGE = 63, 256  # bits of a board


class Board(NamedTuple):
    mine: int = 0  # stones of the player to move
    theirs: int = 0
    player: int = 0  # X is 0, O is 1


class LargeBoard(NamedTuple):
    mine: Annotated[int, Bits(LARGE)] = 0
    theirs: Annotated[int, Bits(LARGE)] = 0
    player: int = 0


@compiled
class MNK(LineGame):
    """Put stones on squares in turn; who first has `in_a_row` of them in a line wins.

    Lines run along rows, columns and diagonals. A longer line wins too, as in free-style Gomoku; if `exact`, as in
    standard Gomoku, it does not, but a stone that makes a line of the right length beside a longer one wins. A full
    board without a winner is a draw. A large board makes a `LargeMNK`, which has more bits and is otherwise the same.
    """

    width: int = 3
    height: int = 3
    in_a_row: int = 3
    exact: bool = False
    squares: int = field(init=False, repr=False)
    initial = Board()
    most_bits = LARGE

    def __new__(cls, width=3, height=3, in_a_row=3, exact=False):
        large = cls is MNK and (width + 1) * height > SMALL
        return object.__new__(LargeMNK if large else cls)

    def __post_init__(self):
        self.check_size()
        object.__setattr__(self, "squares", self.all_squares())

    def to_move(self, board):
        return board.player

    def result(self, board, square):
        return Board(board.theirs, board.mine | 1 << self.bit(square), 1 - board.player)

    def is_terminal(self, board):
        return self.won(board.theirs) or bit_count(board.mine | board.theirs) == self.width * self.height

    def utility(self, board, player):
        if not self.won(board.theirs):
            return 0.0
        return -1.0 if player == board.player else 1.0


@compiled
class LargeMNK(MNK):
    """An m,n,k game on a board of more than 63 bits."""

    initial = LargeBoard()  # type: ignore[assignment]

    def result(self, board, square):
        stone = LargeBoard(1, 0, 0).mine << self.bit(square)
        return LargeBoard(board.theirs, board.mine | stone, 1 - board.player)

"""Chess on a smaller board, for endings without pawns: a corner of the board of 8 x 8.

A line that leaves the corner never comes back to it, so it is enough that nothing goes to a square outside.
"""

from dataclasses import field

from halfmove.compiled import compiled, swap_bytes
from halfmove.games.chess.rules import MOST_ACTIONS, Chess
from halfmove.games.chess.tables import SIZE


@compiled(eager=MOST_ACTIONS)
class SmallChess(Chess):
    """Chess on the squares of a1 and its neighbours, `size` by `size`."""

    size: int = SIZE
    corner: int = field(init=False, repr=False)  # its squares, as White sees them

    def __post_init__(self, chess960, position):
        vars(self).update(corner=sum((1 << self.size) - 1 << SIZE * rank for rank in range(self.size)))
        Chess.__post_init__(self, chess960, position)

    def area(self, board):
        squares = board.mine & 0 | self.corner
        return swap_bytes(squares) if board.ply & 1 else squares

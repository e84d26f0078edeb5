"""What networks see of m,n,k games: the stones."""

from dataclasses import field
from typing import Any, NamedTuple

from halfmove.compiled import compiled
from halfmove.core.network_view import NetworkView, mirror_symmetries, square_symmetries
from halfmove.games.mnk.rules import HUGE, LARGE, MNK, SMALL
from halfmove.games.shared.widths import widened


class Stones(NamedTuple):
    mine: int = 0
    theirs: int = 0


LargeStones = widened(Stones, "LargeStones", LARGE, "mine", "theirs")
HugeStones = widened(Stones, "HugeStones", HUGE, "mine", "theirs")


@compiled
class MNKNetworkView(NetworkView):
    """Two planes, or two kinds of pieces; an action is the square of its stone."""

    game: MNK
    blank: Any = field(init=False, repr=False)  # sets as wide as the board

    others = 0

    def __post_init__(self):
        bits = (self.game.width + 1) * self.game.height
        vars(self).update(blank=Stones() if bits <= SMALL else LargeStones() if bits <= LARGE else HugeStones())

    def seen(self, board):
        return self.blank._replace(mine=board.mine, theirs=board.theirs)

    def pieces(self, board):
        if board.player == 0:
            return self.blank._replace(mine=board.mine, theirs=board.theirs)
        return self.blank._replace(mine=board.theirs, theirs=board.mine)

    @property
    def bits(self):
        rows, columns = range(self.game.height), range(self.game.width)
        return tuple(tuple(self.game.bit(row * self.game.width + column) for column in columns) for row in rows)

    def symmetries(self):
        width, height = self.game.width, self.game.height
        return square_symmetries(width) if width == height else mirror_symmetries(height, width)

    @property
    def mirror(self):
        """The board is the same to both players."""
        return tuple(range((self.game.width + 1) * self.game.height))

    def resized(self, rows, columns):
        return MNK(columns, rows, self.game.in_a_row, self.game.exact)

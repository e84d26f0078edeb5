"""What a network sees of Connect Four: stones, and the cells into which the next stone can fall."""

from dataclasses import field
from typing import Any, NamedTuple

from halfmove.compiled import bit_count, compiled
from halfmove.core.network_view import NetworkView, mirror_symmetries
from halfmove.games.connect_four.rules import LARGE, SMALL, ConnectFour
from halfmove.games.shared.widths import widened


class Planes(NamedTuple):
    mine: int = 0
    theirs: int = 0
    open: int = 0  # cells into which a stone can fall


LargePlanes = widened(Planes, "LargePlanes", LARGE, "mine", "theirs", "open")


@compiled
class ConnectFourNetworkView(NetworkView):
    """Three planes; an action is the cell into which its stone falls: a mirrored board then has a mirrored policy."""

    game: ConnectFour
    blank: Any = field(init=False, repr=False)  # planes as wide as the board

    others = 0

    def __post_init__(self):
        small = self.game.width * (self.game.height + 1) <= SMALL
        vars(self).update(blank=Planes() if small else LargePlanes())

    def seen(self, board):
        game = self.game
        theirs, free = board.mine ^ board.mask, (board.mask + game.floor) & game.board
        return self.blank._replace(mine=board.mine, theirs=theirs, open=free)

    def policy_index(self, board, column):
        stones = bit_count(board.mask & self.game.column(board, column))
        return (self.game.height - 1 - stones) * self.game.width + column

    @property
    def bits(self):
        rows, columns = range(self.game.height - 1, -1, -1), range(self.game.width)  # the top row first
        return tuple(tuple(column * (self.game.height + 1) + row for column in columns) for row in rows)

    def symmetries(self):
        return mirror_symmetries(self.game.height, self.game.width)

    def resized(self, rows, columns):
        return ConnectFour(columns, rows, self.game.margin)

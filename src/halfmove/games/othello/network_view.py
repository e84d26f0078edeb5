"""What a network sees of Othello: discs, and where each player can put one."""

from typing import Annotated, NamedTuple

from halfmove.compiled import Bits, compiled
from halfmove.core.network_view import NetworkView, square_symmetries
from halfmove.games.othello.lines import PASS, SIDE, SQUARES
from halfmove.games.othello.rules import SIZES, Othello


class Planes(NamedTuple):
    mine: Annotated[int, Bits(SQUARES)]
    theirs: Annotated[int, Bits(SQUARES)]
    mine_to: Annotated[int, Bits(SQUARES)]  # where I can put a disc
    theirs_to: Annotated[int, Bits(SQUARES)]


class Owners(NamedTuple):
    mine: Annotated[int, Bits(SQUARES)]
    theirs: Annotated[int, Bits(SQUARES)]


@compiled
class OthelloNetworkView(NetworkView):
    """Four planes; who owns a square at the end is whose disc lies there."""

    game: Othello

    has_owners = True

    def seen(self, board):
        mine, theirs = board.mine, board.theirs
        return Planes(mine, theirs, self.game.places(mine, theirs), self.game.places(theirs, mine))

    def policy_index(self, board, action):
        size = self.game.size
        edge = (SIDE - size) // 2
        if action == PASS:
            return size * size
        return (action // SIDE - edge) * size + action % SIDE - edge

    def owners(self, board):
        return Owners(board.mine, board.theirs)

    @property
    def bits(self):
        size = self.game.size
        return tuple(tuple(self.game.bit(row * size + column) for column in range(size)) for row in range(size))

    def symmetries(self):
        return square_symmetries(self.game.size)

    def resized(self, rows, columns):
        return Othello(rows, self.game.margin) if rows in SIZES else self.game

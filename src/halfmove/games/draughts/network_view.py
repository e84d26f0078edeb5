"""What networks see of draughts: men and kings of each player."""

from typing import NamedTuple

from halfmove.compiled import compiled
from halfmove.core.network_view import NetworkView
from halfmove.games.draughts.rules import Draughts


class Pieces(NamedTuple):
    men: int
    kings: int
    their_men: int
    their_kings: int


class Planes(NamedTuple):
    men: int  # of the player to move
    kings: int
    their_men: int
    their_kings: int
    second: int  # all squares if the second player is to move, whose men go the other way


@compiled
class DraughtsNetworkView(NetworkView):
    """Two kinds of pieces of each player.

    To an efficiently updated network the second player sees the board from the other side. The policy has a number for
    each square to go to and each cell to come from; captures that only go different ways share it.
    """

    game: Draughts

    others = 0

    def seen(self, board):
        mine, theirs, kings = board.mine, board.theirs, board.kings
        second = self.game.squares if board.player == 1 else 0
        return Planes(mine & ~kings, mine & kings, theirs & ~kings, theirs & kings, second)

    def policy_index(self, board, action):
        size = self.game.size
        origin, target = self.square(self.game.origin(action)), self.square(self.game.target(action))
        return (target * size + origin // self.game.half) * size + self.column(origin)

    def square(self, bit):
        """Return the number of a square from its bit: after every two rows a bit is none."""
        return bit - bit // (self.game.size + 1)

    def column(self, square):
        """Return the column of a square; those of the first row are not at the left edge."""
        half = self.game.half
        return 2 * (square % half) + 1 - square // half % 2

    def pieces(self, board):
        mine, theirs, kings = board.mine, board.theirs, board.kings
        if board.player == 1:
            mine, theirs = theirs, mine
        return Pieces(mine & ~kings, mine & kings, theirs & ~kings, theirs & kings)

    # Only Python asks the others.

    @property
    def kinds(self):  # type: ignore[override]
        return self.game.half * self.game.size

    @property
    def bits(self):
        """The light squares are the bit after the first two rows, which is always empty."""
        game = self.game
        cells = [[game.size] * game.size for _ in range(game.size)]
        for square in range(game.half * game.size):
            cells[square // game.half][self.column(square)] = game.bit(square)
        return tuple(map(tuple, cells))

    @property
    def mirror(self):
        """For each bit of the board the one on the opposite side; those of no square are themselves."""
        last = self.game.half * self.game.size - 1
        bits = list(range(self.game.bit(last) + 1))
        for square in range(last + 1):
            bits[self.game.bit(square)] = self.game.bit(last - square)
        return tuple(bits)

"""What an efficiently updated network sees of draughts: men and kings of each player."""

from typing import NamedTuple

from halfmove.compiled import compiled
from halfmove.core.view import View
from halfmove.games.draughts.rules import Draughts


class Pieces(NamedTuple):
    men: int
    kings: int
    their_men: int
    their_kings: int


@compiled
class DraughtsView(View):
    """Two kinds of pieces of each player; the second player sees the board from the other side."""

    game: Draughts

    def pieces(self, board):
        mine, theirs, kings = board.mine, board.theirs, board.kings
        if board.player == 1:
            mine, theirs = theirs, mine
        return Pieces(mine & ~kings, mine & kings, theirs & ~kings, theirs & kings)

    @property
    def mirror(self):
        """For each bit of the board the one on the opposite side; those of no square are in the middle of two rows."""
        last = self.game.half * self.game.size - 1
        bits = list(range(self.game.bit(last) + 1))
        for square in range(last + 1):
            bits[self.game.bit(square)] = self.game.bit(last - square)
        return tuple(bits)

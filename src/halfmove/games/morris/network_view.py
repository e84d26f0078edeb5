"""What an efficiently updated network sees of Morris games: the men on the board, and how many are still in hand."""

from typing import NamedTuple

from halfmove.compiled import compiled
from halfmove.core.network_view import NetworkView
from halfmove.games.morris.rules import Morris


class Pieces(NamedTuple):
    men: int
    hand: int  # as many bits as there are men to be placed
    their_men: int
    their_hand: int


@compiled
class MorrisNetworkView(NetworkView):
    """The board is the same to both players."""

    game: Morris

    def pieces(self, men):
        mine, theirs = (1 << (men.hand + 1) // 2) - 1, (1 << men.hand // 2) - 1  # who is to move has placed no more
        if men.player == 0:
            return Pieces(men.mine, mine, men.theirs, theirs)
        return Pieces(men.theirs, theirs, men.mine, mine)

    @property
    def mirror(self):
        return tuple(range(self.game.points))

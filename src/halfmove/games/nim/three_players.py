"""A small game for three players, with a different outcome for each."""

from halfmove.compiled import compiled
from halfmove.games.nim.rules import HeapGame

PLAYERS = 3


@compiled
class ThreePlayerNim(HeapGame):
    """Three players take 1 to `most` stones from one heap in turn; whoever takes the last one wins.

    The player after him, who finds nothing to take, pays him 1; the third neither wins nor loses. So nobody is ever
    indifferent between two outcomes, and max^n has one value.
    """

    stones: int = 10
    players = PLAYERS

    def utility(self, heap, player):
        turns = (player - heap.player) % PLAYERS  # until it would be his turn
        return -1.0 if turns == 0 else 0.0 if turns == 1 else 1.0

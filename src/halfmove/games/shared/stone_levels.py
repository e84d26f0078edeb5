"""Levels of games in which every action puts one stone on an empty square: how many squares are empty."""

from typing import Any

from halfmove.compiled import compiled, kernel, lowest_bit
from halfmove.core.advice import Bounds
from halfmove.errors import WrongGame

MOST_SQUARES = 16  # a larger board has more states on a level than memory holds


@kernel
def next_subset(members, size):
    """Return the next greater set of as many members (Gosper, HAKMEM 175), or one beyond all of that size."""
    if members == 0:
        return 1 << size
    lowest = members & -members
    carried = members + lowest
    return carried | (members ^ carried) // lowest >> 2


@compiled
class StoneLevels(Bounds):
    """What `search.solving.levels` asks of a game of stones in which none is ever taken away."""

    game: Any
    advice: Any

    reach = 1

    def level(self, board):
        """Return how many squares are empty: every action lowers it by one."""
        if self.game.width * self.game.height > MOST_SQUARES:
            raise WrongGame("a board of more than 16 squares has too many states to go by levels: use solve")
        empty = 0
        for square in range(self.game.width * self.game.height):
            empty += 1 - ((board.mine | board.theirs) >> self.game.bit(square) & 1)
        return empty

    def at_level(self, level):
        """Yield the boards with `level` empty squares and as many stones of each player as turns allow."""
        squares = self.game.width * self.game.height
        stones = squares - level
        taken = (1 << stones) - 1
        while taken < 1 << squares:
            mine = (1 << stones // 2) - 1  # which of the stones are the mover's: the other player has one more, or not
            while mine < 1 << stones:
                own = other = 0
                left = taken
                for number in range(stones):
                    stone = 1 << self.game.bit(lowest_bit(left))
                    left &= left - 1
                    if mine >> number & 1:
                        own |= stone
                    else:
                        other |= stone
                yield self.game.board(own, other, stones % 2)
                mine = next_subset(mine, stones)
            taken = next_subset(taken, squares)

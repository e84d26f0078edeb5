"""Advice for the engine: the threats of `shared.threats`, and captures, which count and undo them."""

from typing import Annotated, NamedTuple

from halfmove.compiled import Bits, compiled
from halfmove.games.pente.rules import BITS
from halfmove.games.shared.threats import ThreatAdvice

PAIR_WORTH = 80  # points of an evaluation for a captured pair


class PenteReach(NamedTuple):
    five: Annotated[int, Bits(BITS)]
    four: Annotated[int, Bits(BITS)]
    open_four: Annotated[int, Bits(BITS)]
    four_three: Annotated[int, Bits(BITS)]
    crossing: Annotated[int, Bits(BITS)]
    three: Annotated[int, Bits(BITS)]
    points: int


@compiled
class PenteAdvice(ThreatAdvice):
    """Threats and captured pairs."""

    def extra_points(self, board):
        """Compare the pairs that the players have captured."""
        return PAIR_WORTH * (board.my_pairs - board.their_pairs)

    def escapes(self, board):
        """Return the squares on which a stone captures."""
        mine, theirs, found = board.mine, board.theirs, board.mine & 0
        for direction in range(4):
            step = self.step_of(direction)
            found |= theirs >> step & theirs >> 2 * step & mine >> 3 * step
            found |= theirs << step & theirs << 2 * step & mine << 3 * step
        return found & self.game.squares & ~(mine | theirs)

    def made(self, five, four, open_four, four_three, crossing, three, points):
        return PenteReach(five, four, open_four, four_three, crossing, three, points)

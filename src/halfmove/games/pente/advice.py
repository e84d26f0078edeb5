"""Advice for the engine: the threats of `shared.threats`, and captures, which count and undo them."""

from halfmove.compiled import compiled
from halfmove.games.pente.rules import BITS
from halfmove.games.shared.threats import SETS, Reach, ThreatAdvice
from halfmove.games.shared.widths import widened

PAIR_WORTH = 80  # points of an evaluation for a captured pair

PenteReach = widened(Reach, "PenteReach", BITS, *SETS)


@compiled
class PenteAdvice(ThreatAdvice):
    """Threats and captured pairs."""

    def extra_points(self, board):
        """Compare the pairs that the players have captured."""
        return PAIR_WORTH * (board.my_pairs - board.their_pairs)

    def escapes(self, board):
        """Return the squares on which a stone captures."""
        mine, theirs, squares = board.mine, board.theirs, board.mine & 0
        for direction in range(4):
            step = self.step_of(direction)
            squares |= theirs >> step & theirs >> 2 * step & mine >> 3 * step
            squares |= theirs << step & theirs << 2 * step & mine << 3 * step
        return squares & self.game.squares & ~(mine | theirs)

    def new_reach(self, five, four, open_four, four_three, crossing, three, points):
        return PenteReach(five, four, open_four, four_three, crossing, three, points)

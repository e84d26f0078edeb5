"""Advice for the engine: what threatens to complete a line of Connect Four."""

from dataclasses import field

from halfmove.compiled import bit_count, compiled
from halfmove.core.advice import Advice
from halfmove.games.connect_four.rules import ConnectFour

THREAT, GOOD_THREAT = 8, 8  # points of an evaluation, as many as lines that can still be completed
POINTS = 40.0  # that make a lead of 1


@compiled
class ConnectFourAdvice(Advice):
    """Threats and zugzwang."""

    game: ConnectFour
    odd_rows: int = field(init=False, repr=False)  # the 1st, 3rd, 5th, ... row from the bottom

    quiet_gain = 0.4

    def __post_init__(self):
        rows = sum(1 << row for row in range(0, self.game.height, 2))
        vars(self).update(odd_rows=self.game.floor * rows)

    def evaluate(self, board, player):
        """Compare the threats of both players, and the lines that they can still complete.

        A threat is an empty cell that completes a line. It counts double in the rows that its player gets if both fill
        the board from below: the first player the rows 1, 3, 5, ... and the second the others (Allis, "A
        Knowledge-based Approach of Connect-Four", 1988).
        """
        theirs = board.mine ^ board.mask
        points = self.points(board.mine, theirs, board.player) - self.points(theirs, board.mine, 1 - board.player)
        lead = int(points / THREAT) * THREAT / POINTS  # whole threats only: lines alone do not count
        return self.game.utilities[1] * (lead if player == board.player else -lead) / (1.0 + abs(lead))

    def points(self, own, other, player):
        """Return what the player with `own` stones has."""
        wins = self.wins(own, own | other)
        free, lines = self.game.board & ~other, 0
        for step in (1, self.game.height, self.game.height + 1, self.game.height + 2):
            pairs = free & free >> step
            lines += bit_count(pairs & pairs >> 2 * step)
        odd = wins & self.odd_rows
        good = odd if player == 0 else wins ^ odd
        return THREAT * bit_count(wins) + GOOD_THREAT * bit_count(good) + lines

    def is_quiet(self, board):
        """Tell whether no stone that could be dropped now completes a line, of either player."""
        wins = self.wins(board.mine, board.mask) | self.wins(board.mine ^ board.mask, board.mask)
        return wins & board.mask + self.game.floor == 0

    def is_tactical(self, board, column):
        """Tell whether a stone completes a line, or keeps the other player from completing one."""
        wins = self.wins(board.mine, board.mask) | self.wins(board.mine ^ board.mask, board.mask)
        return wins & board.mask + self.game.bottom(board, column) & ~board.mask != 0

    def is_threatened(self, board):
        """Tell whether the other player could complete a line at once, if the mover does not."""
        return self.wins(board.mine ^ board.mask, board.mask) & board.mask + self.game.floor != 0

    def order(self, board, column):
        """Prefer what leaves most cells that would complete a line, then the middle: more lines run through it."""
        stone = board.mask + self.game.bottom(board, column) & self.game.column(board, column)
        threats = bit_count(self.wins(board.mine | stone, board.mask))
        return float(2 * self.game.width * threats - abs(2 * column - self.game.width + 1))

    def wins(self, stones, mask):
        """Return the empty cells that complete a line of four for the player who has `stones`."""
        cells = stones << 1 & stones << 2 & stones << 3
        for step in (self.game.height, self.game.height + 1, self.game.height + 2):
            above, below = stones << step & stones << 2 * step, stones >> step & stones >> 2 * step
            cells |= above & (stones << 3 * step | stones >> step) | below & (stones >> 3 * step | stones << step)
        return cells & (self.game.board ^ mask)

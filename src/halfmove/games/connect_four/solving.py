"""What the solver may use: how a game of Connect Four must end, seen before it does."""

from dataclasses import field

from halfmove.compiled import bit_count, compiled
from halfmove.core.advice import Bounds
from halfmove.games.connect_four.advice import ConnectFourAdvice
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.games.connect_four.zugzwang import most_of_leader

EARLY = 0.8  # the share of the greatest margin that is still possible, which is asked for first
SOON = 6  # stones: a margin that is not larger is no early win
LATE = 10  # empty cells: with no more of them, the middle is asked for
THREAT_FIRST = 100  # for each threat: more than for all lines through a cell


@compiled
class ConnectFourBounds(Bounds):
    """Lines that are completed next or never, and the order of columns."""

    game: ConnectFour
    advice: ConnectFourAdvice
    follower_rows: int = field(init=False, repr=False)  # the 1st, 3rd, 5th, ... row from the top

    def __post_init__(self):
        rows = sum(1 << row for row in range(self.game.height - 1, -1, -2))
        vars(self).update(follower_rows=self.game.floor * rows)

    def value_bounds(self, board, player, target):
        """Look two stones ahead: the mover wins at once, or cannot stop the other player, or the game goes on longer.

        Pons, "Solving Connect 4", parts 3 and 9. Where the mover hopes for more, see what zugzwang leaves him.
        """
        empty = self.game.empty_cells(board)
        free = self.free(board)
        if self.advice.wins(board.mine, board.mask) & free:
            low = high = self.game.won(empty)
        elif not self.safe(board):
            low = high = -self.game.won(empty - 1)
        else:
            low, high = -self.game.won(empty - 3), self.game.won(empty - 2)
            if empty <= 2:
                low = high = 0.0
            hoped = target if player == board.player else 1.0 - target
            if low < hoped <= high:
                high = min(high, most_of_leader(self, board, self.advice.wins(board.mine ^ board.mask, board.mask)))
        return (low, high) if player == board.player else (-high, -low)

    def solver_moves(self, board):
        """Yield the columns after which the other player cannot complete a line at once."""
        safe = self.safe(board)
        for column in range(self.game.width):
            if safe & self.game.column(board, column):
                yield column

    def plies_left(self, board):
        return self.game.empty_cells(board)

    def next_target(self, board, low, high):
        """Ask for early wins of either player first, which are found soonest; then who wins, then by how much."""
        if self.game.empty_cells(board) <= LATE:
            return (low + high) / 2
        if low + high < 0 and EARLY * low < -SOON:
            return EARLY * low
        return EARLY * high if EARLY * high > SOON else min(high, max(1.0, low + 1))

    def safe(self, board):
        """Return the cells for the next stone after which the other player cannot complete a line at once."""
        free = self.free(board)
        theirs = self.advice.wins(board.mine ^ board.mask, board.mask)
        forced = theirs & free
        if forced & forced - 1:
            return free & 0
        return (forced or free) & ~(theirs >> 1)

    def free(self, board):
        """Return the cells where a stone can come to lie now."""
        return board.mask + self.game.floor & self.game.board

    def child_order(self, board, column, child):
        """Prefer what leaves cells that would complete a line, more if they are soon reached, then what spoils most
        lines, then the middle. A cell right above one that the other player wins on is worth nothing.
        """
        theirs = board.mine ^ board.mask
        threats = self.advice.wins(child.mine ^ child.mask, child.mask) & ~(self.advice.wins(theirs, board.mask) << 1)
        free = self.free(child)
        count = bit_count(threats) + bit_count(threats & (free | free << 1))
        spoilt = self.lines(self.game.board ^ board.mine, child.mask ^ board.mask)
        return float(THREAT_FIRST * count + spoilt - 2 * abs(2 * column - self.game.width + 1))

    def lines(self, cells, stone):
        """Return how many lines within `cells` run through a stone."""
        count = 0
        for step in (1, self.game.height, self.game.height + 1, self.game.height + 2):
            pairs = cells & cells >> step
            below = stone | stone >> step
            count += bit_count(pairs & pairs >> 2 * step & (below | below >> 2 * step))
        return count

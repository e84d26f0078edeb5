"""What the solver may use: the last squares played out, and short looks ahead."""

from halfmove.compiled import (
    bit_count,
    compiled,
)
from halfmove.core.advice import Bounds
from halfmove.games.othello.advice import MOST_LEAD, OthelloAdvice
from halfmove.games.othello.endings import DECIDED, WORST, foresee, play_out
from halfmove.games.othello.lines import SIDE
from halfmove.games.othello.patterns import UNIT
from halfmove.games.othello.rules import Othello

NO_LOOK, DEEPEST_LOOK = 13, 4  # empty squares up to which actions are ordered at a glance; plies to look ahead
RESTRICTED = 5  # times that leaving the other player little counts, where a look ahead counts once
GUESS_SQUARES, DEEPEST_GUESS = 3, 6  # empty ones for each ply to look ahead for a guess at the value; plies
LAST_SQUARES = 7  # empty ones, with which a game is played to its end without a table
LEAD_SHRINKAGE = 0.85  # how much of a lead that is foreseen turns out to be true


@compiled
class OthelloBounds(Bounds):
    """Exact values near the end, the order of actions and a first guess far from it."""

    game: Othello
    advice: OthelloAdvice

    def value_bounds(self, board, player, target):
        """Play the last squares to the end."""
        least, most = self.game.utilities
        if self.plies_left(board) > LAST_SQUARES:
            return least, most
        wanted = int(target) if self.game.margin or target <= 0 else 1
        if board.player == player:
            lead = play_out(self.game, board.mine, board.theirs, wanted)
        else:
            lead = -play_out(self.game, board.mine, board.theirs, 1 - wanted)
        return (self.game.worth(lead), most) if lead >= wanted else (least, self.game.worth(lead))

    def child_order(self, board, action, child):
        """Far from the end, look at what the other player can answer."""
        depth = min(DEEPEST_LOOK, (self.plies_left(board) - NO_LOOK) // 2)
        if depth <= 0:
            return self.advice.restricts(child)
        return RESTRICTED * self.advice.restricts(child) - float(
            foresee(self.advice, child, depth, DECIDED * WORST, -DECIDED * WORST)
        )

    def next_target(self, board, low, high):
        """Ask for the guess of a short look ahead, then for more or for less; between two bounds, for the middle."""
        least, most = self.game.utilities
        if low > least and high < most or not self.game.margin:
            return (low + high) / 2
        guess = self.guess(board)
        if low > least:
            return low + max(self.game.step, low - guess)
        return high - max(0.0, guess - high - self.game.step) if high < most else guess

    def guess(self, board):
        """Estimate by how many discs the first player will win."""
        depth = min(DEEPEST_GUESS, self.plies_left(board) // GUESS_SQUARES)
        lead = LEAD_SHRINKAGE * foresee(self.advice, board, depth, DECIDED * WORST, -DECIDED * WORST) / UNIT
        lead = min(MOST_LEAD, max(-MOST_LEAD, lead)) if self.game.size == SIDE else 0.0
        return lead if board.player == 0 else -lead

    def plies_left(self, board):
        """Return how many squares are empty."""
        return bit_count(self.game.squares & ~(board.mine | board.theirs))

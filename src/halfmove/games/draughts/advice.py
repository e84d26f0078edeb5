"""How good a state of draughts is, and which of its actions to look at first."""

from dataclasses import field

from halfmove.compiled import bit_count, compiled
from halfmove.core.advice import Advice
from halfmove.games.draughts.rules import SQUARE_BITS, UP, Draughts

# Hundredths of a man.
MAN, KING, FLYING_KING = 100, 150, 300
AHEAD = 3  # for each row that a man has gone
GUARD = 8  # for each man that keeps kings off the first row
MIDDLE = 4  # for each piece in the middle
FREE = 2  # for each square to which a piece can step
BEGUN, EACH = 50, 8  # points that make a lead of 1: BEGUN, and EACH for each piece, as few decide an ending
CROWNS = 50.0


@compiled
class DraughtsAdvice(Advice):
    """Material, men ahead, the first row, the middle and room to move."""

    game: Draughts
    middle: int = field(init=False, repr=False)  # squares far from all edges
    bands: tuple[int, ...] = field(init=False, repr=False)  # the first row, the first two, ..., all but the last

    quiet_gain = 0.4

    def __post_init__(self):
        game = self.game
        middle = sum(1 << game.bit(square) for square in range(game.half * game.size) if is_middle(square, game.size))
        rows = [sum(1 << game.bit(row * game.half + i) for i in range(game.half)) for row in range(game.size)]
        vars(self).update(middle=middle, bands=tuple(sum(rows[: i + 1]) for i in range(game.size - 1)))

    def evaluate(self, board, player):
        """Compare the pieces, how far the men have come, who holds the first row and the middle, and who can move."""
        points = self.points(board.mine, board, board.player) - self.points(board.theirs, board, 1 - board.player)
        lead = points / (BEGUN + EACH * bit_count(board.mine | board.theirs))
        return (lead if player == board.player else -lead) / (1.0 + abs(lead))

    def features(self, board, player):
        """Return how many men and kings the player has more than the other, and squares to which he can step more."""
        sign = 1.0 if player == board.player else -1.0
        mine, theirs = bit_count(board.mine & board.kings), bit_count(board.theirs & board.kings)
        men = bit_count(board.mine) - mine - bit_count(board.theirs) + theirs
        free = self.steps_of(board.mine, board, board.player) - self.steps_of(board.theirs, board, 1 - board.player)
        return sign * men, sign * (mine - theirs), sign * free

    def steps_of(self, pieces, board, player):
        """Return how many squares ahead pieces can step to."""
        ahead, empty, count = self.game.ahead(player), self.game.empty(board), 0
        for direction in range(ahead, ahead + 2):
            count += bit_count(self.game.shifted(pieces, direction) & empty)
        return count

    def points(self, pieces, board, player):
        kings, men = pieces & board.kings, pieces & ~board.kings
        points = MAN * bit_count(men) + (FLYING_KING if self.game.flying else KING) * bit_count(kings)
        points += GUARD * bit_count(men & self.game.last_row(1 - player)) + MIDDLE * bit_count(pieces & self.middle)
        forward = self.game.ahead(player)
        for rows in self.bands:
            points += AHEAD * bit_count(men & rows if forward == UP else men & ~rows)
        return points + FREE * self.steps_of(pieces, board, player)

    def is_threatened(self, board):
        """Tell whether something is to be captured: it must be, and only then it can be seen what that is worth."""
        return self.game.capturing(board) != 0

    def is_quiet(self, board):
        return self.game.capturing(board) == 0

    def is_tactical(self, board, action):
        """Tell whether an action captures."""
        return action >> 2 * SQUARE_BITS != 0

    def order(self, board, action):
        """Prefer to take many pieces, then to make a king."""
        man = board.kings >> self.game.origin(action) & 1 == 0
        crowns = man and self.game.last_row(board.player) >> self.game.target(action) & 1 == 1
        return float(MAN * bit_count(self.game.taken(action))) + (CROWNS if crowns else 0.0)


def is_middle(square, size):
    """Tell whether a square is one of the four by four in the middle."""
    row, half = square // (size // 2), size // 2
    column = 2 * (square % half) + (row + 1) % 2
    return max(abs(2 * row + 1 - size), abs(2 * column + 1 - size)) < half

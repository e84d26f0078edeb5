"""Advice: the areas as they are, the middle of the board, and eyes, which simulated games do not fill."""

from halfmove.compiled import bit_count, compiled, nth_bit
from halfmove.core.advice import Advice
from halfmove.games.go.rules import Go

ROOMY, LOW_LINES = 7, 2  # lines of a board with room in the middle; lines along each edge that are low


@compiled
class GoAdvice(Advice):
    """Areas, the middle of the board, and eyes."""

    game: Go

    unit = "points"
    amaf = True

    def playout_action(self, position, last, rng):
        """Play on any point that is not an eye of the mover; pass if there is none."""
        left = (self.game.board ^ (position.mine | position.theirs)) & ~self.eyes(position)
        while left:
            point = nth_bit(left, rng.below(bit_count(left)))
            if self.game.is_legal(position, point):
                return point
            left ^= self.game.stone(position, point)
        return self.game.size * self.game.size

    def eyes(self, position):
        """Return the empty points that have only stones of the mover beside them and will not become false eyes.

        At the corners of a point in the middle the other player may have one stone, elsewhere none.
        """
        game, mine, theirs = self.game, position.mine, position.theirs
        left, right = game.board ^ game.not_left, game.board ^ game.not_right
        top = (position.mine & 0 | 1 << game.size) - 1
        bottom = top << game.size * (game.size - 1)
        beside = (mine << game.size | top) & (mine >> game.size | bottom)
        beside &= ((mine & game.not_right) << 1 | left) & ((mine & game.not_left) >> 1 | right)
        to_right, to_left = (theirs & game.not_right) << 1, (theirs & game.not_left) >> 1
        one = two = mine & 0  # points with at least so many stones of the other player at their corners
        for row in (to_right, to_left):
            for corners in (row << game.size, row >> game.size):
                two |= one & corners
                one |= corners
        false = two | one & (left | right | top | bottom)
        return (game.board ^ (mine | theirs)) & beside & ~false

    def evaluate(self, position, player):
        """Compare the areas as they would be counted now."""
        value = self.game.utilities[1] * self.game.score(position) / self.most_points()
        return value if player == 0 else -value

    def in_units(self, value):
        return value / self.game.utilities[1] * self.most_points()

    def most_points(self):
        """Return more points than anybody can be ahead."""
        return self.game.size * self.game.size + abs(self.game.komi) + 1

    def order(self, position, action):
        """Prefer the middle of the board, and a pass least."""
        size = self.game.size
        if action == size * size:
            return -float(action)
        across, down = 2 * (action % size) - size + 1, 2 * (action // size) - size + 1
        return -float(max(abs(across), abs(down)))

    def selective_moves(self, position):
        """Leave out the first two lines where the board has room for more and no stone is beside the point."""
        size = self.game.size
        if size >= ROOMY:
            near = self.game.around(position.mine | position.theirs)
            for action in self.game.actions(position):
                across, down = action % size, action // size
                from_edge = min(min(across, size - 1 - across), min(down, size - 1 - down))
                if action == size * size or from_edge >= LOW_LINES or self.game.stone(position, action) & near != 0:
                    yield action, self.order(position, action), False

    def pass_turn(self, position):
        return self.game.result(position, self.game.size * self.game.size)

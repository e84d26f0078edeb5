"""Advice for the engine: the areas as they are, and the middle of the board."""

from halfmove.compiled import compiled
from halfmove.core.advice import Advice
from halfmove.games.go.rules import Go


@compiled
class GoAdvice(Advice):
    """Areas and the middle of the board."""

    game: Go

    unit = "points"

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

    def pass_turn(self, position):
        return self.game.result(position, self.game.size * self.game.size)

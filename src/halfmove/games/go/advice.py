"""Advice for the engine: the areas as they are, and the middle of the board."""

from halfmove.compiled import compiled
from halfmove.core.advice import Advice
from halfmove.games.go.rules import Go


@compiled
class GoAdvice(Advice):
    """Areas and the middle of the board."""

    game: Go

    def evaluate(self, position, player):
        """Compare the areas as they would be counted now."""
        game = self.game
        value = game.utilities[1] * game.score(position) / (game.size * game.size + abs(game.komi) + 1)
        return value if player == 0 else -value

    def order(self, position, action):
        """Prefer the middle of the board, and a pass least."""
        size = self.game.size
        if action == size * size:
            return -float(action)
        across, down = 2 * (action % size) - size + 1, 2 * (action // size) - size + 1
        return -float(max(abs(across), abs(down)))

    def pass_turn(self, position):
        return self.game.result(position, self.game.size * self.game.size)

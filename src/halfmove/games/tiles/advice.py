"""Advice for the engine: the score so far."""

from halfmove.compiled import compiled
from halfmove.core.advice import Advice
from halfmove.games.tiles.rules import Tiles


@compiled
class TilesAdvice(Advice):
    """The score so far."""

    game: Tiles

    def evaluate(self, grid, player):
        """Return the score so far; without points, the greatest power on the board as a share of the goal's."""
        if self.game.points:
            return float(grid.score)
        greatest = 0
        for cell in range(self.game.size * self.game.size):
            greatest = max(greatest, self.game.at(grid.cells, cell))
        return greatest / (self.game.power + 1.0)

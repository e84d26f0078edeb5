"""Advice for the engine: how likely the goal seems, by what the lines of the board are worth."""

from dataclasses import field

import numpy as np

from halfmove.compiled import compiled
from halfmove.core.advice import Advice
from halfmove.games.tiles.lines import line_shares
from halfmove.games.tiles.rules import Tiles


@compiled
class TilesAdvice(Advice):
    """Order: great tiles in a corner, smaller ones beside them, and room for those to come."""

    game: Tiles
    shares: np.ndarray = field(init=False, repr=False)  # of each line, as a number: how good it is

    def __post_init__(self):
        vars(self).update(shares=line_shares(self.game.size))

    def evaluate(self, grid, player):
        """Return the score so far, and what is missing to that of the goal by the prospects of reaching it."""
        prospects = self.prospects(grid.cells)
        if not self.game.points:
            return prospects
        missing = (self.game.power - 1) * self.game.goal - grid.score
        return grid.score + prospects * max(missing, self.game.goal)

    def prospects(self, cells):
        """Return the mean over rows and columns of how good they are, from 0 to 1."""
        columns, total = self.game.transposed(cells), 0.0
        for number in range(self.game.size):
            total += self.shares[self.game.line(cells, number)] + self.shares[self.game.line(columns, number)]
        return max(0.0, float(total / (2 * self.game.size)))

"""Advice for the engine: what a position is worth by chances to win and of gammons."""

from dataclasses import field

from halfmove.compiled import compiled
from halfmove.core.advice import Advice
from halfmove.games.backgammon.board import (
    BAR,
    OFF,
)
from halfmove.games.backgammon.evaluation import Evaluation, evaluation
from halfmove.games.backgammon.rules import Backgammon


@compiled
class BackgammonAdvice(Advice):
    """Chances from the race, blots, points, anchors and blocks."""

    game: Backgammon
    evaluation: Evaluation = field(default_factory=evaluation, repr=False)

    learned_is_better = True

    def evaluate(self, position, player):
        """Return what the player wins on average without the cube, for the stake; dice that are shown do not count."""
        value = position.cube * self.evaluation.equity(position.mine, position.theirs)
        return value if player == position.player else -value

    def features(self, position, player):
        """Return by how much the player is better off: points to go, checkers off, on the bar, and alone on a point."""
        sign = 1.0 if player == position.player else -1.0
        mine, theirs = position.mine, position.theirs
        return (
            sign * (self.pips(theirs) - self.pips(mine)),
            sign * (self.game.at(mine, OFF) - self.game.at(theirs, OFF)),
            sign * (self.game.at(theirs, BAR) - self.game.at(mine, BAR)),
            sign * (self.blots(theirs) - self.blots(mine)),
        )

    def blots(self, side):
        """Return how many checkers stand alone on a point."""
        count = 0
        for place in range(BAR + 1, OFF):
            if self.game.at(side, place) == 1:
                count += 1
        return count

    def pips(self, side):
        """Return how many points all checkers together have to go."""
        total = 0
        for place in range(OFF):
            total += self.game.at(side, place) * (OFF - place)
        return total

"""Advice for the engine: how far the checkers have to go."""

from halfmove.compiled import compiled
from halfmove.core.advice import Advice
from halfmove.games.backgammon.board import (
    BAR,
    OFF,
)
from halfmove.games.backgammon.rules import Backgammon


@compiled
class BackgammonAdvice(Advice):
    """The race, and checkers that stand alone."""

    game: Backgammon

    def evaluate(self, position, player):
        """Compare how far the checkers have to go, for the stake."""
        mine, theirs = self.pips(position.mine), self.pips(position.theirs)
        value = position.cube * (theirs - mine) / (theirs + mine + 1)
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

"""Advice for the engine: what has been captured."""

from halfmove.compiled import compiled
from halfmove.core.advice import Advice
from halfmove.games.oware.rules import Oware


@compiled
class OwareAdvice(Advice):
    """What has been captured."""

    game: Oware

    unit = "seeds"

    def evaluate(self, rows, player):
        """Compare what has been captured."""
        lead = self.game.at(rows.mine, self.game.houses) - self.game.at(rows.theirs, self.game.houses)
        return (lead if player == rows.player else -lead) / self.most_seeds()

    def in_units(self, value):
        return value * self.most_seeds()

    def most_seeds(self):
        """Return one more than the number of seeds, so that no lead looks like a win."""
        return 2.0 * self.game.houses * self.game.seeds + 1.0

"""Advice for the engine: what sowing brings at once."""

from halfmove.compiled import compiled
from halfmove.core.advice import Advice
from halfmove.games.kalah.rules import Kalah


@compiled
class KalahAdvice(Advice):
    """Stores, captures and further turns."""

    game: Kalah

    def evaluate(self, pits, player):
        """Compare the stores."""
        margin = self.game.at(pits.seeds, self.game.holes) - self.game.at(pits.seeds, 2 * self.game.holes + 1)
        return float(margin if player == pits.player else -margin)

    def is_tactical(self, pits, hole):
        """Tell whether sowing a hole captures, or gives another turn."""
        return self.order(pits, hole) > 0.0

    def order(self, pits, hole):
        """Prefer another turn, from the hole nearest to the store first, then to capture many seeds."""
        hand, ring = self.game.at(pits.seeds, hole), 2 * self.game.holes + 1
        last = (hole + hand) % ring
        if last == self.game.holes:
            return float(ring * self.game.seeds + hole)
        if last < self.game.holes and (self.game.at(pits.seeds, last) == 0 and hand < ring or hand == ring):
            sown = 1 if last <= hole else 0  # in the hole opposite, on the way round
            return float(self.game.at(pits.seeds, 2 * self.game.holes - last) + sown)
        return 0.0

    def is_quiet(self, pits):
        """Tell whether no hole gives another turn or captures."""
        for hole in self.game.actions(pits):
            if self.order(pits, hole) > 0.0:
                return False
        return True

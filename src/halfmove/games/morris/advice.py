"""Advice for the engine: men, room to move, and mills."""

from halfmove.compiled import bit_count, compiled
from halfmove.core.advice import Advice
from halfmove.games.morris.points import FIELD, NOWHERE
from halfmove.games.morris.rules import Morris


@compiled
class MorrisAdvice(Advice):
    """Men, room to move, and mills."""

    game: Morris

    unit = "men"
    quiet_gain = 0.05  # half a man: what is gained by room to move, and by a mill that is about to close

    def evaluate(self, men, player):
        """Compare the men, and by less than one man the empty points next to them."""
        lead = bit_count(men.mine) + (men.hand + 1) // 2 - bit_count(men.theirs) - men.hand // 2
        empty = self.game.empty(men)
        room = bit_count(self.game.around(men.mine) & empty) - bit_count(self.game.around(men.theirs) & empty)
        value = (lead + room / (self.game.points + 1)) / (self.game.men + 1)
        return value if player == men.player else -value

    def in_units(self, value):
        return value * (self.game.men + 1)

    def is_tactical(self, men, action):
        """Tell whether an action closes a mill and removes a man."""
        return action >> 2 * FIELD != NOWHERE

    def is_quiet(self, men):
        """Tell whether no line lacks just one man."""
        return self.game.closing(men.mine) & self.game.empty(men) == 0

    def order(self, men, action):
        """Prefer to close a mill."""
        return 1.0 if action >> 2 * FIELD != NOWHERE else 0.0

"""Connect Four with nothing known at the horizon, as the twin and the peers play it."""

from halfmove.compiled import compiled
from halfmove.core.advice import Advice
from halfmove.games.connect_four.rules import ConnectFour


@compiled
class BareConnectFour(ConnectFour):
    """Connect Four whose evaluation is 0 everywhere."""

    def evaluate(self, board, player):
        return 0.0


@compiled
class BareConnectFourAdvice(Advice):
    """No advice, so the evaluation is that of the game."""

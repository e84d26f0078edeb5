"""What the solver may use: boards without a count of plies, where no rule counts them."""

from typing import Any

from halfmove.compiled import compiled
from halfmove.core.advice import Bounds
from halfmove.games.draughts.english import Checkers


@compiled
class CheckersBounds(Bounds):
    """Boards that are the same but for the count of plies."""

    game: Checkers
    advice: Any

    def canonical(self, board):
        """Return a board without the count, unless the count can end the game."""
        return board if self.game.no_progress > 0 else board._replace(quiet=0)

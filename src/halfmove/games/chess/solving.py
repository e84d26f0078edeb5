"""What perft may use: moves are counted without a list of them."""

from typing import Any

from halfmove.compiled import compiled
from halfmove.core.advice import Bounds
from halfmove.games.chess.history import ChessWithHistory
from halfmove.games.chess.rules import Chess


@compiled
class ChessBounds(Bounds):
    """Chess is not solved, but its moves are counted."""

    game: Chess
    advice: Any

    def count_actions(self, board):
        """Return how many actions are legal; none if the game is over."""
        return 0 if self.game.is_drawn(board) else self.game.count_moves(board)


@compiled
class ChessWithHistoryBounds(Bounds):
    """The same for boards that know their past."""

    game: ChessWithHistory
    advice: Any

    def count_actions(self, state):
        """Return how many actions are legal; none if the game is over."""
        over = self.game.repeated(state) or self.game.game.is_drawn(state.state)
        return 0 if over else self.game.game.count_moves(state.state)

"""How moves of chess are read, why one cannot be made, and how games of chess end."""

from halfmove.core.commentary import Commentary, WithHistoryCommentary
from halfmove.games.chess import san


class ChessCommentary(Commentary):
    """Of a board, whatever came before it."""

    def read_action(self, state, written):
        """Return the legal action that is written in SAN or UCI."""
        return san.read_action(self.game, state, written)

    def why_illegal(self, state, written):
        """Say why what is written in SAN or UCI cannot be done."""
        return san.why_illegal(self.game, state, written)

    def how_ended(self, board):
        """Return how the game ended: checkmate comes before the count of moves without progress."""
        game, view = self.game, self.game.look(board)
        if not game.can_move(board, view):
            return "checkmate" if view.checkers else "stalemate"
        return "nobody can win" if game.dead and game.is_dead(board) else f"{game.moves} moves without progress"


class ChessWithHistoryCommentary(WithHistoryCommentary):
    """A position that has come up too often ends the game as well."""

    def why_illegal(self, state, written):
        return "the game is over" if self.game.repeated(state) else super().why_illegal(state, written)

"""How games of chess in a fog end."""

from halfmove.core.commentary import Commentary


class FogChessCommentary(Commentary):
    """The names of the endings that a position keeps."""

    def how_ended(self, position):
        without_progress = f"{self.game.chess.moves} moves without progress"
        return ("", "the king was taken", "no move", without_progress)[position.ending]

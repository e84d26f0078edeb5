"""Why a square of Othello cannot be played on, and how games of Othello end."""

from halfmove.core.commentary import Commentary
from halfmove.games.othello.lines import PASS
from halfmove.games.othello.text import DISCS


class OthelloCommentary(Commentary):
    """The square, and the discs of both."""

    def why_illegal(self, board, written):
        """Say why a square cannot be played on."""
        game, name = self.game, written.strip().lower()
        squares = {game.name(game.bit(square)): game.bit(square) for square in range(game.size * game.size)}
        if name == game.name(PASS):
            return f"{game.player_names[board.player]} has a square to play on, and may not pass"
        if name not in squares:
            return f"not a square of the board: they are a1 to {game.name(game.bit(game.size * game.size - 1))}"
        if (board.mine | board.theirs) >> squares[name] & 1:
            return f"there is a disc on {name}"
        return f"a disc on {name} would turn nothing over"

    def how_ended(self, board):
        """Return how many discs both players have."""
        cells = self.game.cells(board)
        return ", ".join(f"{name} {cells.count(disc)} discs" for name, disc in zip(self.game.player_names, DISCS))

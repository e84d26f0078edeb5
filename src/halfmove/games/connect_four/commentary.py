"""Why no stone can be dropped into a column of Connect Four."""

from halfmove.core.commentary import Commentary


class ConnectFourCommentary(Commentary):
    """The column is full, or there is none."""

    def why_illegal(self, board, written):
        """Say why no stone can be dropped into a column."""
        word = written.strip()
        if not self.game.is_column(word):
            return f"not a column from 1 to {self.game.width}"
        return f"column {int(word)} is full"

"""Why a hole of Kalah cannot be sown."""

from halfmove.core.commentary import Commentary
from halfmove.games.shared.grid import LETTERS


class KalahCommentary(Commentary):
    """The hole is empty, or there is none."""

    def why_illegal(self, pits, written):
        """Say why a hole cannot be sown."""
        name = written.strip().lower()
        if len(name) != 1 or name not in LETTERS[: self.game.holes]:
            return f"not a hole: the holes are a to {LETTERS[self.game.holes - 1]}"
        return f"hole {name} is empty"

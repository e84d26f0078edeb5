"""Why a house of Oware cannot be sown."""

from halfmove.core.commentary import Commentary
from halfmove.games.shared.grid import LETTERS


class OwareCommentary(Commentary):
    """The house is empty, or leaves the other player without seeds."""

    def why_illegal(self, rows, written):
        """Say why a house cannot be sown."""
        name = written.strip().lower()
        if len(name) != 1 or name not in LETTERS[: self.game.houses]:
            return f"not a house: the houses are a to {LETTERS[self.game.houses - 1]}"
        if self.game.at(rows.mine, LETTERS.index(name)) == 0:
            return f"house {name} is empty"
        return f"the other player has no seeds, and house {name} does not reach his row"

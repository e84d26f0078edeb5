"""Why tiles of 2048 do not slide, or do not appear."""

import re

from halfmove.core.commentary import Commentary
from halfmove.games.tiles.text import NAMES


class TilesCommentary(Commentary):
    """The direction of a slide, or the cell of a tile."""

    def why_illegal(self, grid, written):
        """Say why tiles do not slide that way, or why none appears there."""
        name = written.strip().lower()
        if grid.coming == 0:
            return f"no tile can slide {name}" if name in NAMES else f"an action is {', '.join(NAMES)}"
        cell = re.fullmatch(r"([a-d])([1-4])=[24]", name)
        if cell is None or max("abcd".index(cell[1]) + 1, int(cell[2])) > self.game.size:
            return "a tile is to appear: its column, its row from the top and 2 or 4, as in a1=2"
        return f"there is a tile on {cell[1]}{cell[2]}"

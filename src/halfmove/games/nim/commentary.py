"""Why stones cannot be taken from the heaps of Nim."""

import re

from halfmove.core.commentary import Commentary
from halfmove.games.shared.grid import LETTERS
from halfmove.games.shared.notation import why_not_taken


class HeapGameCommentary(Commentary):
    """One heap: too few or too many stones."""

    def why_illegal(self, heap, written):
        return why_not_taken(written, self.game.most, heap.stones)


class NimCommentary(Commentary):
    """Several heaps: which one, too."""

    def why_illegal(self, heaps, written):
        """Say why stones cannot be taken from a heap."""
        letters = LETTERS[: len(self.game.heaps)]
        name = re.fullmatch(r"([a-z])([0-9]{1,9})", written.strip().lower())
        if name is None or name[1] not in letters:
            return f"not a heap from a to {letters[-1]} and a number of stones, as in a1"
        size = self.game.size(heaps, letters.index(name[1]))
        return f"heap {name[1]} has {size} stone{'s' * (size != 1)}, and at least one is taken"

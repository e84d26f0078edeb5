"""Go on a small board as a proof wants it: a position does not know the boards before it, and symmetric ones are one.

With superko no board comes back. In this game a board may, and only a simple ko is forbidden. A player who gets what he
wants here without any board coming back gets it with superko too: all that he does is allowed there, and the other
player may do less.
"""

from dataclasses import field

import numpy as np

from halfmove.compiled import compiled, mix
from halfmove.games.go.positions import NOWHERE
from halfmove.games.go.rules import Go
from halfmove.games.go.symmetry import SYMMETRIES, image, images_of_rows


@compiled
class SmallGo(Go):
    """Go that takes a board for repeated whoever is to move, and boards for equal that are turned or mirrored."""

    images: np.ndarray = field(init=False, repr=False)  # of each row of points, in each symmetry

    def __post_init__(self):
        Go.__post_init__(self)
        vars(self).update(images=images_of_rows(self.size))

    def key(self, position):
        """Return a hash that is the same for all symmetric positions: the least one of them."""
        barred = position.mine & 0 if position.barred == NOWHERE else self.stone(position, position.barred)
        turn = position.player + 2 * (position.passes + 3 * position.plies)
        least = -1
        for symmetry in range(SYMMETRIES):
            stones = image(self.images, int(position.mine), self.size, symmetry) << self.size * self.size
            stones |= image(self.images, int(position.theirs), self.size, symmetry)
            hashed = mix(stones, mix(image(self.images, int(barred), self.size, symmetry), turn))
            if least < 0 or hashed < least:
                least = hashed
        return least

    def repetition_key(self, position):
        """Return a hash of the board alone: who is to move does not matter; after a pass the board is the same."""
        black, white = position.mine, position.theirs
        if position.player == 1:
            black, white = white, black
        passed = 0 if position.passes == 0 else 1 + position.player + 2 * position.passes
        return mix(black, mix(white, passed))

"""Go on a small board as a proof wants it: a position does not know the boards before it, and symmetric ones are one.

With superko no board comes back. In this game a board may, and only a simple ko is forbidden. A player who gets what he
wants here without any board coming back gets it with superko too: all that he does is allowed there, and the other
player may do less.
"""

from dataclasses import field
from itertools import product

import numpy as np

from halfmove.compiled import compiled, mix
from halfmove.games.go.positions import NOWHERE
from halfmove.games.go.rules import Go

LARGEST = 5  # points on a side: two sets of points fit into a word
SYMMETRIES = 8


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
            stones = self.image(int(position.mine), symmetry) << self.size * self.size
            stones |= self.image(int(position.theirs), symmetry)
            hashed = mix(stones, mix(self.image(int(barred), symmetry), turn))
            if least < 0 or hashed < least:
                least = hashed
        return least

    def image(self, points, symmetry):
        """Return a set of points, turned or mirrored."""
        image, row = 0, 0
        while points:
            image |= self.images[symmetry, row, points & (1 << self.size) - 1]
            points >>= self.size
            row += 1
        return image

    def repetition_key(self, position):
        """Return a hash of the board alone: who is to move does not matter; after a pass the board is the same."""
        black, white = position.mine, position.theirs
        if position.player == 1:
            black, white = white, black
        passed = 0 if position.passes == 0 else 1 + position.player + 2 * position.passes
        return mix(black, mix(white, passed))


def images_of_rows(size):
    """Return for each symmetry, row of the board and set of points in the row, what set of points it becomes."""
    images = np.zeros((SYMMETRIES, size, 1 << size), np.int64)
    last = size - 1
    for symmetry, row, points in product(range(SYMMETRIES), range(size), range(1 << size)):
        for column in range(size):
            if points >> column & 1:
                down, across = (column, row) if symmetry & 1 else (row, column)
                down, across = last - down if symmetry & 2 else down, last - across if symmetry & 4 else across
                images[symmetry, row, points] |= 1 << down * size + across
    return images

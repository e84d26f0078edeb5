"""What the solver may use: boards that are turned, mirrored, or have their inner and outer square exchanged."""

from dataclasses import field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled
from halfmove.core.advice import Bounds
from halfmove.games.morris.points import RING
from halfmove.games.morris.rules import Men, Morris

TURNS = 8  # ways to turn and mirror a ring
SETS = 1 << RING  # sets of points of a ring


def _image(way: int, points: int) -> int:
    """Return the points of a ring after a quarter turn or more, and mirrored if the way is odd."""
    image = 0
    for point in range(RING):
        if points >> point & 1:
            there = (RING - point) % RING if way % 2 else point
            image |= 1 << (there + way // 2 * 2) % RING
    return image


@compiled
class MorrisBounds(Bounds):
    """Symmetries of the board."""

    game: Morris
    advice: Any
    images: NDArray[np.int64] = field(init=False, repr=False)  # sets of points of a ring, at 256 * way + set

    def __post_init__(self):
        table = [_image(way, points) for way in range(TURNS) for points in range(SETS)]
        vars(self).update(images=np.array(table, np.int64))

    def canonical(self, men):
        """Return the image of a board with the least sets of points."""
        mine, theirs = men.mine, men.theirs
        rings = self.game.points // RING
        for way in range(TURNS):
            for reverse in range(2 if rings > 1 else 1):
                own, other = self.image(men.mine, way, reverse, rings), self.image(men.theirs, way, reverse, rings)
                if own < mine or own == mine and other < theirs:
                    mine, theirs = own, other
        return Men(mine, theirs, men.hand, men.player)

    def image(self, points, way, reverse, rings):
        """Return where a set of points comes to lie; with `reverse`, the outermost ring becomes the innermost."""
        image = points >> rings * RING << rings * RING  # the point in the middle
        for ring in range(rings):
            place = rings - 1 - ring if reverse else ring
            image |= int(self.images[way * SETS + (points >> ring * RING & SETS - 1)]) << place * RING
        return image

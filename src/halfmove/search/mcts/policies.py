"""Tree policies: which child a simulation goes on with.

`scale` is asked once at a node, `first_play` about the first child that was not opened yet, `score` about each opened
one: the greatest wins. `spread` is what a node keeps of its own uncertainty, so that a look at many children is short.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np

from halfmove.compiled import compiled

INFINITY = float("inf")


@compiled
class UCB1:
    """The upper confidence bound: mean + c sqrt(log N / n) (Auer et al. 2002; Kocsis and Szepesvari 2006)."""

    exploration: np.ndarray  # one number: c, in utility

    sorts = False  # whether the children are tried in the order of their priors, or else at random
    opens_all = False  # whether all children may be chosen from the start

    def scale(self, visits: int) -> float:
        return float(self.exploration[0]) * sqrt(log(visits + 1.0))

    def first_play(self, tree: Any, child: int, scale: float) -> float:
        return INFINITY

    def score(self, tree: Any, child: int, mean: float, scale: float) -> float:
        return mean + scale * tree.spreads[child]

    def spread(self, tree: Any, child: int, visits: int) -> float:
        return 1.0 / sqrt(visits)

"""Tree policies: which child a simulation goes on with.

A policy is asked

    scale(visits)                               once at a node that was visited so often before
    first_play(tree, node, value, scale)        about the first child that was not opened yet; `value`: of the node
    score(tree, child, at, base, sign, scale)   about each opened child; the greatest wins
    spread(tree, child, visits)                 what a child keeps until it is visited again, so that `score` is short

The value of a child for the mover is `base + sign * means[at]`. `numbers` holds the parameters of a policy, in the
utility of the game. A child whose value is proven has a spread of 0 and is worth its mean.
"""

from __future__ import annotations

from functools import cache
from math import log, sqrt
from typing import Any

import numpy as np

from halfmove.compiled import compiled

INFINITY = float("inf")
EXPLORATION, RANGE, BIAS, WIDENING, EQUIVALENCE, LEAST, PRIOR_VISITS = range(7)  # places in `numbers`
LEAST_ODDS = 0.01
_QUARTER = 0.25  # the greatest variance of what lies between 0 and 1
_LOOKED_UP = 1 << 16  # visits whose scale is looked up


@cache
def log_roots(native: bool) -> Any:
    """Return sqrt(log(n + 1)) for each n, which takes longer to compute than to look up: an array, or a list."""
    roots = np.sqrt(np.log(np.arange(1, _LOOKED_UP + 1, dtype=np.float64)))
    return roots if native else roots.tolist()


@compiled
class UCB1:
    """The upper confidence bound: mean + c sqrt(log N / n) (Auer et al. 2002; Kocsis and Szepesvari 2006)."""

    numbers: np.ndarray
    roots: np.ndarray  # log_roots

    exploration = 1.4  # c, of half the range of utilities: about sqrt(2)
    sorts = False  # whether children are tried in the order of their priors, or else at random
    odds = False  # whether a prior counts by itself, or else beside those of the other children
    opens_all = False  # whether all children may be chosen from the start
    patience = 1  # visits of a leaf before it is expanded: more where the priors of its children take long
    squares = False  # whether the squares of outcomes are kept
    amaf = False  # whether it is kept what actions brought whenever they were played

    def scale(self, visits: int) -> float:
        root = self.roots[visits] if visits < _LOOKED_UP else sqrt(log(visits + 1.0))
        return self.numbers[EXPLORATION] * root

    def first_play(self, tree: Any, node: int, value: float, scale: float) -> float:
        return INFINITY

    def score(self, tree: Any, child: int, at: int, base: float, sign: float, scale: float) -> float:
        return base + sign * tree.means[at] + scale * tree.spreads[child]

    def spread(self, tree: Any, child: int, visits: int) -> float:
        return 1.0 / sqrt(visits)


@compiled
class UCB1Tuned(UCB1):
    """UCB1 whose bonus follows how much the outcomes of a child vary (Auer et al. 2002)."""

    exploration = 1.0
    squares = True

    def scale(self, visits: int) -> float:
        return log(visits + 1.0)

    def score(self, tree: Any, child: int, at: int, base: float, sign: float, scale: float) -> float:
        share = scale * tree.spreads[child]
        width = self.numbers[RANGE]
        variance = (tree.squares[at] - tree.means[at] * tree.means[at]) / (width * width) + sqrt(2.0 * share)
        bonus = 2.0 * self.numbers[EXPLORATION] * sqrt(share * min(_QUARTER, max(0.0, variance)))
        return base + sign * tree.means[at] + bonus

    def spread(self, tree: Any, child: int, visits: int) -> float:
        return 1.0 / visits


@compiled
class Widened(UCB1):
    """UCB1 over few children, the likeliest ones: about w sqrt(N) of them (progressive widening; Coulom 2007)."""

    sorts = True

    def first_play(self, tree: Any, node: int, value: float, scale: float) -> float:
        allowed = 1.0 + self.numbers[WIDENING] * sqrt(tree.visits[node])
        return INFINITY if tree.opened[tree.first(node)] < allowed else -INFINITY


@compiled
class Biased(UCB1):
    """UCB1 and a bonus for likely actions that fades: b P / (n + 1) (progressive bias; Chaslot et al. 2008)."""

    sorts = True

    def score(self, tree: Any, child: int, at: int, base: float, sign: float, scale: float) -> float:
        mean, spread = base + sign * tree.means[at], tree.spreads[child]
        if spread == 0.0:
            return mean
        return mean + scale * spread + self.numbers[BIAS] * tree.priors[child] / (tree.visits[child] + 1)


@compiled
class PUCT(UCB1):
    """Mean + c P sqrt(N) / (n + 1): what is likely is tried more (Rosin 2011; Silver et al. 2017)."""

    exploration = 1.5
    sorts = True

    def scale(self, visits: int) -> float:
        return self.numbers[EXPLORATION] * sqrt(visits)

    def first_play(self, tree: Any, node: int, value: float, scale: float) -> float:
        first = tree.first(node)
        return value + scale * tree.priors[first + tree.opened[first]]

    def spread(self, tree: Any, child: int, visits: int) -> float:
        return tree.priors[child] / (visits + 1)


@compiled
class RAVE(UCB1):
    """The mean, and at first what the action brought whenever it was played (Gelly and Silver 2011).

    Both weigh the same after about as many visits as `EQUIVALENCE` says. A prior counts as simulations before the
    first one: at odds of 1, as many that were won as were lost (`PRIOR_VISITS` each); at others, more of one kind.
    """

    exploration = 0.0
    sorts = True
    odds = True
    opens_all = True
    patience = 4
    amaf = True

    def score(self, tree: Any, child: int, at: int, base: float, sign: float, scale: float) -> float:
        mean, spread = base + sign * tree.means[at], tree.spreads[child]
        visits, later = tree.visits[child], tree.amaf_visits[child]
        if spread == 0.0:
            return mean
        odds = min(max(tree.priors[child], LEAST_ODDS), 1.0 / LEAST_ODDS)
        won = self.numbers[PRIOR_VISITS] * max(odds, 1.0)
        expected = won * (1.0 + 1.0 / odds)
        visits += expected
        mean += (self.numbers[LEAST] * expected + self.numbers[RANGE] * won - mean * expected) / visits
        if later > 0:
            weight = later / (visits + later + visits * later / self.numbers[EQUIVALENCE])
            mean += weight * (base + sign * tree.amaf_means[at] - mean)
        return mean + scale * spread


POLICIES = {"ucb1": UCB1, "tuned": UCB1Tuned, "widened": Widened, "biased": Biased, "puct": PUCT, "rave": RAVE}

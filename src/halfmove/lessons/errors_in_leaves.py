"""An experiment of Zell, section 5.8 (AIMA, figure 5.14): minimax trusts its leaves too much.

MIN chooses among 99 1000 1000 1000 on the left and 100 101 102 100 on the right, so minimax goes right. If each leaf is
its evaluation plus an error of its own, the left branch is better more often than not.
"""

from __future__ import annotations

import numpy as np

LEFT = (99.0, 1000.0, 1000.0, 1000.0)
RIGHT = (100.0, 101.0, 102.0, 100.0)


def left_is_better(deviation: float, samples: int = 1_000_000, seed: int = 0) -> float:
    """Return how often MIN's best reply on the left leaves MAX more than on the right, errors being normal."""
    rng = np.random.default_rng(seed)
    left = (np.array(LEFT) + rng.normal(0.0, deviation, (samples, len(LEFT)))).min(axis=1)
    right = (np.array(RIGHT) + rng.normal(0.0, deviation, (samples, len(RIGHT)))).min(axis=1)
    return float((left > right).mean())

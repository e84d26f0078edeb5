"""The root of Gumbel search: actions are drawn without replacement, and each round drops the worse half of them.

Danihelka et al., "Policy improvement by planning with Gumbel", 2022; sequential halving: Karnin et al. 2013.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, log, log2
from typing import Any

CONSIDERED = 16  # actions at most
VISIT_OFFSET = 50  # visits that the weight of a value begins with
TINY = 1e-12  # a prior of 0 has no logarithm


class Halving:
    """Shares the simulations out among the actions of the root."""

    def __init__(self, priors: dict[int, float], simulations: int, rng: Any) -> None:
        noise = {action: -log(-log(rng.fraction() + TINY)) for action in priors}
        self.logits = {action: noise[action] + log(prior + TINY) for action, prior in priors.items()}
        self.actions = sorted(priors, key=lambda action: -self.logits[action])[:CONSIDERED]
        self.simulations, self.rounds = simulations, max(1, ceil(log2(max(2, len(self.actions)))))
        self._todo = list(self.actions)

    def next(self, value: Callable[[int], float], visits: Callable[[int], int]) -> tuple[int, int]:
        """Return an action of the root and how many simulations begin with it; `value` is from 0 to 1."""
        if not self._todo:
            most = max(visits(action) for action in self.actions)
            self.actions.sort(key=lambda action: -self.logits[action] - (VISIT_OFFSET + most) * value(action))
            self.actions = self.actions[: max(1, (len(self.actions) + 1) // 2)]
            self._todo = list(self.actions)
        return self._todo.pop(0), max(1, self.simulations // (self.rounds * len(self.actions)))

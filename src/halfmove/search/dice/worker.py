"""What one thread works with where there are dice: what the engine has, and what each outcome can be worth."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import cell, compiled
from halfmove.search.engine.worker import CELLS, MOST_LISTED, Worker

OWN_CELLS = 3  # numbers that are added to those of the engine


@compiled
class DiceWorker(Worker):
    """The working memory of one thread; all values are those of player `perspective`, who is MAX."""

    lows: NDArray[np.float64]  # the least and the most that each listed outcome can be worth
    highs: NDArray[np.float64]

    width = cell(CELLS)  # actions that the filter leaves
    samples = cell(CELLS + 1)  # outcomes that are searched at a chance node
    probes = cell(CELLS + 2)  # actions of each outcome that Star2 looks at first

    def estimate(self, state: Any) -> float:
        """Return the evaluation of a state; cuts at chance nodes rely on the bounds of utility."""
        value: float = self.advice.evaluate(state, self.perspective)
        return min(max(value, float(self.bounds[0])), float(self.bounds[1]))

    def top(self, sign: float) -> float:
        """Return the most that a player can get, as his own value; `sign` is 1 for MAX, -1 for MIN."""
        return float(self.bounds[1]) if sign > 0.0 else -float(self.bounds[0])

    def is_decided(self, value: float) -> bool:
        """Tell whether a value is the greatest there is: nothing that was left out can be better."""
        return value >= float(self.bounds[1])

    def shifted(self, value: float, lead: float) -> float:
        """Return a value that is better by a share of the greatest utility: only such steps are safe with chance."""
        return value + lead * self.most


def dice_worker(worker: Worker) -> DiceWorker:
    """Return a worker of the engine with what dice need."""
    parts = {field.name: getattr(worker, field.name) for field in fields(worker)}
    parts["cells"] = np.zeros(CELLS + OWN_CELLS, np.int64)
    return DiceWorker(**parts, lows=np.empty(MOST_LISTED), highs=np.empty(MOST_LISTED))

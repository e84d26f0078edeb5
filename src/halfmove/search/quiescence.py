"""Quiescence: do not evaluate in the middle of an exchange (Zell, section 5.4).

At the horizon a state is evaluated only if the game calls it quiet; otherwise the search goes on, by `extra` plies at
most.
"""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np

from halfmove.compiled import compiled
from halfmove.core.choice import TO_THE_END, Choice
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError
from halfmove.search.decide import Options, decide
from halfmove.search.policies import INFINITY, SearchPolicy, value_of


def quiescence(
    game: Game, state: Any = None, depth: int | None = None, *, extra: int = 8, **options: Unpack[Options]
) -> Choice:
    """Choose an action by alpha-beta to `depth` plies, and up to `extra` more where the game is not quiet."""
    if not 0 <= extra <= TO_THE_END:
        raise HalfmoveError(f"{extra} more plies where it is not quiet: there are from 0 to {TO_THE_END}")
    policy = UntilQuiet(np.array([extra]))
    return decide(value_of, game, state, depth, -INFINITY, INFINITY, policy, beyond=extra, **options)


@compiled
class UntilQuiet(SearchPolicy):
    """The last `extra` plies are for what is not quiet."""

    extra: np.ndarray  # one cell: a number would be a constant, and each one need machine code of its own

    def is_horizon(self, advice: Any, state: Any, depth: int) -> bool:
        return depth <= self.extra[0] and (depth == 0 or advice.is_quiet(state))

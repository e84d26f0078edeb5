"""The paranoid search: more than two players, and all others are against you (Sturtevant and Korf 2000).

Then there are two sides again, and alpha-beta prunes: every player but one is MIN.
"""

from __future__ import annotations

from typing import Any

from halfmove.core.advice import Advice
from halfmove.core.choice import Choice, Limit
from halfmove.core.game import Game
from halfmove.search.alphabeta import INFINITY, CutEqual, value_of
from halfmove.search.decide import decide
from halfmove.search.maxn import ANY_NUMBER


def paranoid(
    game: Game,
    state: Any = None,
    depth: int | None = None,
    *,
    advice: Advice | None = None,
    limit: Limit | None = None,
    watch: Any = None,
) -> Choice:
    """Choose the action that is best for the player to move against everybody else."""
    return decide(
        value_of, game, state, depth, advice, limit, watch, -INFINITY, INFINITY, CutEqual(), most_players=ANY_NUMBER
    )

"""The paranoid search: more than two players, and all others are against you (Sturtevant and Korf 2000).

Then there are two sides again, and alpha-beta prunes: every player but one is MIN.
"""

from __future__ import annotations

from typing import Any, Unpack

from halfmove.core.choice import Choice
from halfmove.core.game import Game
from halfmove.search.alphabeta import INFINITY, CutEqual, value_of
from halfmove.search.decide import Options, decide
from halfmove.search.maxn import ANY_NUMBER


def paranoid(game: Game, state: Any = None, depth: int | None = None, **options: Unpack[Options]) -> Choice:
    """Choose the action that is best for the player to move against everybody else."""
    return decide(value_of, game, state, depth, -INFINITY, INFINITY, CutEqual(), most_players=ANY_NUMBER, **options)

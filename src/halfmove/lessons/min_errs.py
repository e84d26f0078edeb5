"""Zell, section 5.2: other strategies than the optimal one may be better if MIN plays suboptimally.

Tic-tac-toe is small enough to know everything: what each strategy of O's gets from each kind of X, exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from halfmove.compiled import plain
from halfmove.core.opponents import GreedyModel, Modelled, OpponentModel
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.search.solving.retrograde import solve

SECOND = 1  # the player O


@cache
def expectations() -> dict[tuple[str, str], float]:
    """Return what O gets, by what his strategy takes X for and by what X is: perfect, random or greedy."""
    game = plain(TicTacToe())
    models: dict[str, Any] = {"perfect": None, "random": OpponentModel(), "greedy": GreedyModel(game.advice)}
    found = {}
    for assumed, model in models.items():
        solution = solve(game if model is None else plain(Modelled(game, SECOND, model)))

        def strategy(state: Any, solution: Any = solution) -> int:
            return int(solution.choice(state).action)

        for played, opponent in models.items():
            found[assumed, played] = _expected(game, strategy, opponent)
    return found


def _expected(game: Any, strategy: Callable[[Any], int], model: Any) -> float:
    """Return what O gets by a strategy; without a model, from the X who is worst for it."""

    @cache
    def value(state: Any) -> float:
        if game.is_terminal(state):
            return float(game.utility(state, SECOND))
        if game.to_move(state) == SECOND:
            return value(game.result(state, strategy(state)))
        if model is None:
            return min(value(game.result(state, action)) for action in game.actions(state))
        return float(sum(chance * value(game.result(state, action)) for action, chance in model.chances(game, state)))

    return value(game.initial)

"""Other packages' searches, each as a function that returns the value for the player who begins; or None if absent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Solve = Callable[[], float]
WIN = 100  # what easyAI's games call a win


def open_spiel(name: str, depth: int) -> Solve | None:
    """OpenSpiel's alpha-beta in Python, over its rules in C++."""
    try:
        import pyspiel
        from open_spiel.python.algorithms.minimax import alpha_beta_search
    except ImportError:
        return None
    game = pyspiel.load_game(name)
    return lambda: alpha_beta_search(game, value_function=lambda state: 0.0, maximum_depth=depth)[0]


def aima(name: str, depth: int) -> Solve | None:
    """Alpha-beta as the book has it (AIMA, figure 5.7): two functions, each a pair of value and action."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(name)

    def max_value(state: Any, alpha: float, beta: float, plies: int) -> tuple[float, int | None]:
        if state.is_terminal():
            return state.player_return(0), None
        if plies == 0:
            return 0.0, None
        value, best = -float("inf"), None
        for action in state.legal_actions():
            found, _ = min_value(state.child(action), alpha, beta, plies - 1)
            if found > value:
                value, best = found, action
                alpha = max(alpha, value)
            if value >= beta:
                return value, best
        return value, best

    def min_value(state: Any, alpha: float, beta: float, plies: int) -> tuple[float, int | None]:
        if state.is_terminal():
            return state.player_return(0), None
        if plies == 0:
            return 0.0, None
        value, best = float("inf"), None
        for action in state.legal_actions():
            found, _ = max_value(state.child(action), alpha, beta, plies - 1)
            if found < value:
                value, best = found, action
                beta = min(beta, value)
            if value <= alpha:
                return value, best
        return value, best

    return lambda: max_value(game.new_initial_state(), -float("inf"), float("inf"), depth)[0]


def easy_ai(name: str, depth: int) -> Solve | None:
    """easyAI's Negamax on the game of that name that comes with it."""
    try:
        from easyAI import AI_Player, Negamax
        from easyAI.games.ConnectFour import ConnectFour
        from easyAI.games.TicTacToe import TicTacToe
    except ImportError:
        return None
    game_class = {"tic_tac_toe": TicTacToe, "connect_four": ConnectFour}[name]
    search = Negamax(depth)

    def solve() -> float:
        search(game_class([AI_Player(search), AI_Player(search)]))
        return float(search.alpha) / WIN

    return solve


PEERS = {"OpenSpiel's Python alpha-beta": open_spiel, "aima's algorithm on OpenSpiel": aima, "easyAI": easy_ai}

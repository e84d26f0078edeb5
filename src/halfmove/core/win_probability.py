"""How likely the player to move is to win: certain where it is proven, otherwise by the results of games.

An evaluation between the utilities is turned into log-odds, and a logistic function of them was fitted for each game to
the results of self-play (`python -m bench.calibration`; `make bench PARTS=calibration` prints how far it is off). An
average of simulated games is the share of them that was won, and nothing was fitted to it.
"""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from halfmove.core.choice import Choice
    from halfmove.core.game import Game

FITTED = Path(__file__).with_name("win_probability.json")
_OUR_GAMES = "halfmove.games."  # modules
_LEAST = 0.001  # an estimate is never certain: the least share of what can be won, and the least probability


class Logistic(NamedTuple):
    """P(win) = 1 / (1 + exp(-(slope * log-odds + bias))); the bias is what it is worth to be on the move."""

    slope: float
    bias: float

    def __call__(self, odds: float) -> float:
        return _uncertain(1 / (1 + math.exp(-(self.slope * odds + self.bias))))


def win_probability(game: Game, choice: Choice) -> float | None:
    """Return the probability that the player to move wins, a draw counted half; None where nobody knows.

    In a game with chance, or of many players, a value is proven on average: the average of wins, draws and losses is
    the probability itself, and in a game with more outcomes only the best and the worst value decide. An average of
    simulated games is an estimate in the same way, if they are played to their ends; where evaluations are averaged,
    nobody knows.
    """
    low, high = game.utilities
    certain = not game.has_chance and game.players <= 2
    if choice.exact and (certain or choice.value in (low, high)):
        middle = (low + high) / 2
        return 1.0 if choice.value > middle else 0.0 if choice.value < middle else 0.5
    sampled = is_sampled(choice)
    if (choice.exact or sampled and not choice.cut_off) and only_win_draw_loss(game) and game.players <= 2:
        share = (choice.value - low) / (high - low)
        return share if choice.exact else _uncertain(share)
    fitted = None if sampled else logistic_of(game)
    return None if fitted is None else fitted(log_odds(game, choice.value))


def is_sampled(choice: Choice) -> bool:
    """Tell whether a value is an average of simulations."""
    return choice.visits > 0 and not choice.exact


def only_win_draw_loss(game: Game) -> bool:
    """Tell whether a game has no other outcomes than a win, a draw and a loss."""
    low, high = game.utilities
    return high - low <= 2 * game.step


def log_odds(game: Game, value: float) -> float:
    """Return the log-odds of the share that a value is of what there is to win."""
    low, high = game.utilities
    share = _uncertain((value - low) / (high - low))
    return math.log(share / (1 - share))


def _uncertain(share: float) -> float:
    return min(max(share, _LEAST), 1 - _LEAST)


def logistic_of(game: Game) -> Logistic | None:
    """Return the function that was fitted for a game; None for a user's game, or one with another evaluation."""
    fitted = _fitted().get(game_key(game) or "")
    return None if fitted is None else Logistic(fitted["slope"], fitted["bias"])


def game_key(game: Game) -> str | None:
    """Return the name by which a game is found in the file, that of its class; None for a game that is not ours."""
    cls = type(game)
    return cls.__qualname__ if cls.__module__.startswith(_OUR_GAMES) else None


@cache
def _fitted() -> dict[str, Any]:
    fitted: dict[str, Any] = json.loads(FITTED.read_text())
    return fitted

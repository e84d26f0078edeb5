"""Evaluations made from features, and what may be done to them without changing play."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import compiled
from halfmove.core.advice import Advice, AdviceWrapper, Bounds
from halfmove.core.game import Game
from halfmove.core.history import WithHistory
from halfmove.core.wrapper import Wrapper
from halfmove.errors import HalfmoveError


@compiled
class Weighted(AdviceWrapper):
    """Advice with a weighted linear evaluation: w1 f1(s) + w2 f2(s) + ... + wn fn(s) (Zell, section 5.4).

    An evaluation should stay between the least and the greatest utility: Star1 and Star2 rely on it, and a search takes
    what lies beyond for better than a win. Weights of any size do so with a `scale`, the sum that counts for half of
    what can be won; with 0 the sum is the evaluation.
    """

    game: Game  #: whose features are weighed
    inner: Advice  #: the advice for everything else
    weights: np.ndarray  #: one for each feature
    scale: float = 0.0  #: the sum that is worth half of the utilities; 0 if it is a utility itself

    unit = ""  # the weights may count in any unit

    def evaluate(self, state: Any, player: int) -> float:
        total = 0.0
        for i, feature in enumerate(self.inner.features(state, player)):
            total += self.weights[i] * feature
        if self.scale == 0.0:
            return total
        low, high = self.game.utilities
        return (low + high) / 2 + (high - low) / 2 * total / (self.scale + abs(total))


def weighted(game: Game, *weights: float, scale: float = 0.0) -> Weighted:
    """Return the advice of `game` with its features weighted by `weights`: a search takes it as `advice=`."""
    inner = game
    while isinstance(inner, WithHistory):
        inner = inner.game
    count = len(inner.advice.features(inner.initial, 0))
    if count != len(weights):
        raise HalfmoveError(f"{type(game).__name__} has {count} features, and there are {len(weights)} weights")
    if not (0 <= scale < np.inf and np.isfinite(weights).all()):
        raise HalfmoveError(f"weights {weights} and scale {scale}: they must be finite, and a scale is not negative")
    return Weighted(inner, inner.advice, np.array(weights, np.float64), float(scale))


@compiled
class Transformed(Wrapper):
    """A game whose utility and evaluation v are both replaced by `scale * sign(v) * abs(v) ** power + shift`.

    Any power > 0 keeps the order, which is all that matters in deterministic play (Lecture 5); with chance only
    power 1 and scale > 0, a positive linear transformation, is safe (Zell, section 5.5). Powers other than 1 are for
    games whose utilities sum to 0.
    """

    game: Game  #: that is played
    power: float = 1.0  #: to which a value is raised, sign kept
    scale: float = 1.0  #: by which it is multiplied
    shift: float = 0.0  #: that is added

    @property
    def advice(self) -> Advice:
        return TransformedAdvice(self, self.game.advice)

    @property
    def bounds(self) -> Bounds:
        return Bounds(self, self.advice)  # what the game inside knows is in other numbers

    @property
    def utilities(self) -> tuple[float, float]:  # type: ignore[override]
        return self.transform(self.game.utilities[0]), self.transform(self.game.utilities[1])

    @property
    def step(self) -> float:  # type: ignore[override]
        return self.scale * self.game.step

    def utility(self, state: Any, player: int) -> float:
        return self.transform(self.game.utility(state, player))

    def transform(self, value: float) -> float:
        """Return what a value becomes."""
        power: float = abs(value) ** self.power
        return self.scale * (power if value >= 0 else -power) + self.shift


@compiled
class TransformedAdvice(AdviceWrapper):
    """Advice whose evaluation is transformed as the utilities of its game are."""

    game: Transformed
    inner: Advice

    unit = ""  # a transformed number is no longer in the unit of the game

    def evaluate(self, state: Any, player: int) -> float:
        return self.game.transform(self.inner.evaluate(state, player))

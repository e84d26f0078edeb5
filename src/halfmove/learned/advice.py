"""A learned evaluation as advice, so that every search can play with it."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import compiled
from halfmove.core.advice import Advice, AdviceWrapper
from halfmove.core.chance import CHANCE
from halfmove.core.encoding import Encoding, find_encoding
from halfmove.core.game import Game
from halfmove.core.history import advice_for
from halfmove.errors import HalfmoveError
from halfmove.learned.compact import DEFLATED, expand
from halfmove.learned.fingerprint import unwrapped
from halfmove.learned.inputs import KINDS, LAYER, TABLE, Inputs, inputs_of, kept_table
from halfmove.learned.models import UNITS, Layer, Linear, frozen_linear, logistic_curve
from halfmove.learned.nnue import KIND as NNUE
from halfmove.learned.nnue import nnue_advice
from halfmove.learned.weights_file import Arrays, WeightsFile, require_rules, unpack

LARGEST_WEIGHT = 1e12


@compiled
class LearnedAdvice(AdviceWrapper):
    """Advice with an evaluation that was learned from games."""

    game: Game
    inner: Advice  #: the advice for everything else
    encoding: Encoding
    inputs: Inputs
    model: Any
    hidden: int

    unit = ""

    def evaluate(self, state: Any, player: int) -> float:
        """Return what the state is worth to the player; where a roll has just shown, the best that he makes of it."""
        mover = self.game.to_move(state)
        if not self.game.has_chance or mover == CHANCE or self.encoding.looks_past_chance:
            return self.estimate(state, player)
        best = -np.inf
        for action in self.game.actions(state):
            child = self.game.result(state, action)
            value = self.game.utility(child, mover) if self.game.is_terminal(child) else self.estimate(child, mover)
            best = max(best, value)
        low, high = self.game.utilities
        return best if mover == player else low + high - best

    def estimate(self, state: Any, player: int) -> float:
        """Return what the outputs say of a state."""
        outputs = np.empty(self.encoding.outputs, np.float32)
        side = player if self.game.players > 2 else self.encoding.viewpoint(state)
        if not self.encoding.write_known(state, outputs):
            self.predict(state, side, outputs)
        value = self.encoding.appraise(state, outputs)
        if side != player and self.game.players == 2:
            low, high = self.game.utilities
            value = low + high - value
        return value + self.encoding.secured(state, player)

    def predict(self, state: Any, side: int, outputs: Any) -> None:
        """Write what is predicted about a state, as `side` sees it."""
        numbers = np.empty(self.inputs.most, np.uint32)
        values = np.empty(self.inputs.most, np.float32)
        units = np.empty((UNITS, self.hidden), np.float32)
        count = self.inputs.write(state, side, numbers, values)
        self.model.predict(self.encoding.stage(state), numbers, values, count, units, outputs)


def learned_advice(game: Game, weights: WeightsFile, name: str) -> LearnedAdvice:
    """Return the advice of a game with the evaluation that a file holds, or refuse the file in one sentence."""
    inner = unwrapped(game)
    require_rules(weights, inner, name)
    encoding, kind = find_encoding(inner), weights.facts.get("kind", "")
    if kind not in KINDS:
        raise HalfmoveError(f"{name}: weights of the kind '{kind[:20]}' are not for a search")
    model: Linear | Layer
    if kind == TABLE:
        inputs, model = _table(encoding, weights.arrays, name)
    else:
        inputs = inputs_of(kind, encoding, inner.advice)
        model = (_layer if kind == LAYER else _linear)(encoding, inputs, weights.arrays, name)
    hidden = model.first_bias.shape[1] if isinstance(model, Layer) else 1
    return LearnedAdvice(inner, inner.advice, encoding, inputs, model, hidden)


def read_learned(game: Game, content: bytes, name: str) -> Advice:
    """Return the advice that the bytes of a file make; `name` is what messages call it."""
    weights = unpack(content, name)
    make = nnue_advice if weights.facts.get("kind") == NNUE else learned_advice
    return advice_for(game, make(game, weights, name))


def _table(encoding: Encoding, arrays: Arrays, name: str) -> tuple[Inputs, Linear]:
    keys = arrays.get("keys")
    if keys is None or keys.dtype != np.int64 or keys.ndim != 1 or (keys <= 0).any():
        raise HalfmoveError(f"{name}: 'keys' should be an array of whole numbers")
    inputs, weights = kept_table(encoding, keys, _array(arrays, "weights", keys.shape, name))
    return inputs, frozen_linear(weights, encoding.bounded)


def _linear(encoding: Encoding, inputs: Inputs, arrays: Arrays, name: str) -> Linear:
    if DEFLATED not in arrays:
        return frozen_linear(_array(arrays, "weights", (inputs.count,), name), encoding.bounded)
    weights = expand(arrays, inputs.count)
    if weights is None:
        raise HalfmoveError(f"{name}: '{DEFLATED}' should hold {inputs.count:,} weights")
    return frozen_linear(_sound(weights, DEFLATED, name), encoding.bounded)


def _layer(encoding: Encoding, inputs: Inputs, arrays: Arrays, name: str) -> Layer:
    bias = arrays.get("first_bias")
    hidden = bias.shape[1] if bias is not None and bias.ndim == 2 else 0
    if hidden == 0 or hidden % 4:  # which machine code takes four at a time, without looking where they end
        raise HalfmoveError(f"{name}: 'first_bias' should be an array of a multiple of 4 units")
    stages, outputs = encoding.stages, encoding.outputs
    shapes = {
        "first": (stages, inputs.count, hidden),
        "first_bias": (stages, hidden),
        "second": (stages, outputs, hidden),
        "second_bias": (stages, outputs),
    }
    first, first_bias, second, second_bias = (_array(arrays, part, shape, name) for part, shape in shapes.items())
    return Layer(first, first_bias, second, second_bias, logistic_curve())


def _array(arrays: Arrays, part: str, shape: tuple[int, ...], name: str) -> Any:
    found = arrays.get(part)
    if found is None or found.shape != shape or found.dtype.kind != "f":
        raise HalfmoveError(f"{name}: '{part}' should be an array of {shape} numbers")
    return _sound(found, part, name)


def _sound(found: Any, part: str, name: str) -> Any:
    """Return numbers whose sums stay finite."""
    low, high = float(found.min(initial=0.0)), float(found.max(initial=0.0))  # the bound is no number of 16 bits
    if not -LARGEST_WEIGHT <= low <= high <= LARGEST_WEIGHT:
        raise HalfmoveError(f"{name}: '{part}' holds numbers that are too large")
    return np.ascontiguousarray(found, np.float32)

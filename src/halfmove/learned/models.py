"""What is computed from the inputs of a state, and how one step of learning changes it.

A `Linear` model is a sum of weights; a `Layer` has hidden units. Both are written so that the two lanes, and two
machines, agree to the last bit: the curve is a table, and sums are made in one order.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled, kernel

FINE, WIDEST = 64, 16.0  # steps of the logistic curve to a unit, and where it ends
EDGE = 3.0  # where the curve of a hidden unit is level
SUM, ACTIVE, SLOPE, UNITS = range(4)  # what a hidden unit needs room for
LEAST_RATE = np.float32(0.07)  # share of the rate that a weight of shares keeps, however often its changes cancel out
SIDE_BY_SIDE = 4  # numbers: a weight, what it needs to learn, and room to four, so that one line of the cache holds all
START = 0.1  # greatest weight of a layer that knows nothing


@compiled
class Linear:
    """The sum of the weights of the inputs; where outputs are shares, by way of the logistic curve.

    Each weight has a rate of its own by temporal coherence (Beal and Smith 1999): the sum of its changes by the sum of
    their sizes, near 1 as long as they point one way and small once they only shake it. Of shares it never falls to
    nothing (Bagheri and others 2016): what is to be learned changes with the play of the learner. Points to come vary
    far more from game to game, and would shake weights for ever.
    """

    weights: np.ndarray  # float32
    sums: np.ndarray  # of the changes of each weight; empty where it is only played with
    sizes: np.ndarray  # of the same without their signs
    curve: np.ndarray  # the logistic curve, in steps
    bounded: bool

    def predict(self, stage: int, numbers: Any, values: Any, count: int, units: Any, outputs: Any) -> None:
        """Write the output for inputs; a linear model has one, and no hidden units."""
        weights, total = self.weights, np.float32(0.0)
        for i in range(count):
            total += weights[numbers[i]] * values[i]
        outputs[0] = logistic(self.curve, float(total)) if self.bounded else total

    def learn(
        self, stage: int, numbers: Any, values: Any, count: int, units: Any, outputs: Any, targets: Any, rate: float
    ) -> None:
        """Bring the output, which `predict` has just written, nearer to its target."""
        error = targets[0] - outputs[0]
        step = np.float32(rate) * error / np.float32(max(1, count))
        weights, sums, sizes = self.weights, self.sums, self.sizes
        coherent = len(sums) > 0
        least = LEAST_RATE if self.bounded else np.float32(0.0)
        for i in range(count):
            number = numbers[i]
            change = step * values[i]
            if coherent:
                if sizes[number] > 0.0:
                    coherence = abs(sums[number]) / sizes[number]
                    change *= least + (np.float32(1.0) - least) * coherence
                sums[number] += error * values[i]
                sizes[number] += abs(error * values[i])
            weights[number] += change


@compiled
class Layer:
    """One layer of hidden units, and an output for each share that is predicted; each stage has weights of its own."""

    first: np.ndarray  # float32: by stage, input and unit
    first_bias: np.ndarray  # by stage and unit
    second: np.ndarray  # by stage, output and unit; there are a multiple of four units
    second_bias: np.ndarray  # by stage and output
    curve: np.ndarray  # the logistic curve, in steps

    def predict(self, stage: int, numbers: Any, values: Any, count: int, units: Any, outputs: Any) -> None:
        """Write the outputs for inputs, and into `units` what the hidden units make of them."""
        first, second, size = self.first, self.second, units.shape[1]
        for j in range(size):
            units[SUM, j] = self.first_bias[stage, j]
        for i in range(0, count - 3, 4):  # four at a time: sums are read and written less often
            a, b, c, d = numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]
            va, vb, vc, vd = values[i], values[i + 1], values[i + 2], values[i + 3]
            for j in range(size):
                ab = va * first[stage, a, j] + vb * first[stage, b, j]
                units[SUM, j] += ab + (vc * first[stage, c, j] + vd * first[stage, d, j])
        for i in range(count - count % 4, count):
            number, value = numbers[i], values[i]
            for j in range(size):
                units[SUM, j] += value * first[stage, number, j]
        for j in range(size):
            bent = min(max(units[SUM, j], np.float32(-EDGE)), np.float32(EDGE))
            square = bent * bent
            units[ACTIVE, j] = bent * (np.float32(27.0) + square) / (np.float32(27.0) + np.float32(9.0) * square)
        for o in range(len(outputs)):
            a = b = c = d = np.float32(0.0)
            for j in range(0, size, 4):
                a += units[ACTIVE, j] * second[stage, o, j]
                b += units[ACTIVE, j + 1] * second[stage, o, j + 1]
                c += units[ACTIVE, j + 2] * second[stage, o, j + 2]
                d += units[ACTIVE, j + 3] * second[stage, o, j + 3]
            total = self.second_bias[stage, o] + ((a + b) + (c + d))
            outputs[o] = logistic(self.curve, float(total))

    def learn(
        self, stage: int, numbers: Any, values: Any, count: int, units: Any, outputs: Any, targets: Any, rate: float
    ) -> None:
        """Go one step down the gradient of the cross-entropy, from outputs that `predict` has just written."""
        first, second, size = self.first, self.second, units.shape[1]
        for j in range(size):
            units[SLOPE, j] = np.float32(0.0)
        for o in range(len(outputs)):
            step = np.float32(rate) * (targets[o] - outputs[o])
            self.second_bias[stage, o] += step
            for j in range(size):
                units[SLOPE, j] += step * second[stage, o, j]
                second[stage, o, j] += step * units[ACTIVE, j]
        for j in range(size):
            bent = min(max(units[SUM, j], np.float32(-EDGE)), np.float32(EDGE))
            square = bent * bent
            rise = (square - np.float32(9.0)) / (np.float32(9.0) + np.float32(3.0) * square)
            units[SLOPE, j] *= rise * rise
            self.first_bias[stage, j] += units[SLOPE, j]
        for i in range(count):
            number, value = numbers[i], values[i]
            for j in range(size):
                first[stage, number, j] += value * units[SLOPE, j]


@kernel
def logistic(curve: Any, odds: float) -> float:
    """Return 1 / (1 + exp(-odds)), between the steps of the curve by straight lines: the same on every machine."""
    along = (min(max(float(odds), -WIDEST), WIDEST) + WIDEST) * FINE
    step = int(along)
    part = along - step
    return float(curve[step]) * (1.0 - part) + float(curve[step + 1]) * part


def logistic_curve() -> NDArray[np.float64]:
    """Return the logistic curve in steps, rounded to what every machine computes alike."""
    odds = np.arange(int(-WIDEST * FINE), int(WIDEST * FINE) + 2) / FINE
    return (1.0 / (1.0 + np.exp(-odds))).astype(np.float32).astype(np.float64)


def new_linear(count: int, bounded: bool, start: float, coherent: bool = True) -> Linear:
    """Return a model of equal weights."""
    kept = np.zeros((count, SIDE_BY_SIDE if coherent else 1), np.float32)
    weights = kept[:, 0]
    weights[...] = start
    sums, sizes = (kept[:, 1], kept[:, 2]) if coherent else (kept[:0, 0], kept[:0, 0])
    return Linear(weights, sums, sizes, logistic_curve(), bounded)


def frozen_linear(weights: NDArray[np.float32], bounded: bool) -> Linear:
    """Return a model to play with."""
    none = np.zeros(0, np.float32)
    return Linear(weights, none, none, logistic_curve(), bounded)


def new_layer(stages: int, inputs: int, hidden: int, outputs: int, seed: int) -> Layer:
    """Return a layer of small random weights."""
    numbers = np.random.default_rng(seed)

    def small(*shape: int) -> NDArray[np.float32]:
        return numbers.uniform(-START, START, shape).astype(np.float32)

    zeros = np.zeros((stages, hidden), np.float32), np.zeros((stages, outputs), np.float32)
    return Layer(small(stages, inputs, hidden), zeros[0], small(stages, outputs, hidden), zeros[1], logistic_curve())

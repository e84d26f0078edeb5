"""Models against NumPy: what they compute, and that a step of learning goes down the gradient."""

from __future__ import annotations

import numpy as np
import pytest

from halfmove.compiled import plain
from halfmove.learned.models import EDGE, LEAST_RATE, UNITS, Layer, logistic_curve, new_layer, new_linear

pytestmark = pytest.mark.one_lane
INPUTS, HIDDEN, OUTPUTS, RATE = 30, 12, 5, 0.1


def dense(numbers: np.ndarray, values: np.ndarray) -> np.ndarray:
    row = np.zeros(INPUTS)
    row[numbers] = values
    return row


def bend(sums: np.ndarray) -> np.ndarray:
    """The curve of a hidden unit: a quotient that follows tanh and is level beyond its edge."""
    sums = np.clip(sums, -EDGE, EDGE)
    return sums * (27 + sums**2) / (27 + 9 * sums**2)


def forward(parts: list[np.ndarray], row: np.ndarray) -> np.ndarray:
    first, first_bias, second, second_bias = parts
    return 1 / (1 + np.exp(-(second @ bend(row @ first + first_bias) + second_bias)))


def entropy(parts: list[np.ndarray], row: np.ndarray, targets: np.ndarray) -> float:
    outputs = forward(parts, row)
    return float(-np.sum(targets * np.log(outputs) + (1 - targets) * np.log(1 - outputs)))


def example(seed: int) -> tuple[Layer, np.ndarray, np.ndarray, np.ndarray]:
    layer, numbers = plain(new_layer(2, INPUTS, HIDDEN, OUTPUTS, seed)), np.random.default_rng(seed)
    chosen = numbers.choice(INPUTS, 7, replace=False).astype(np.int32)
    layer.first[...] *= 20  # so that some units are bent, and some beyond their edge
    return layer, chosen, numbers.uniform(0.2, 2, 7).astype(np.float32), numbers.random(OUTPUTS).astype(np.float32)


@pytest.mark.parametrize("seed", range(4))
def test_a_layer_goes_down_the_gradient(seed: int) -> None:
    layer, numbers, values, targets = example(seed)
    stage, units, outputs = 1, np.zeros((UNITS, HIDDEN), np.float32), np.zeros(OUTPUTS, np.float32)
    names = ("first", "first_bias", "second", "second_bias")
    before = [getattr(layer, name)[stage].astype(np.float64) for name in names]
    other = [getattr(layer, name)[0].copy() for name in names]
    row = dense(numbers, values)
    layer.predict(stage, numbers, values, 7, units, outputs)
    assert outputs == pytest.approx(forward(before, row), abs=2e-5)
    layer.learn(stage, numbers, values, 7, units, outputs, targets, RATE)
    for part, name in enumerate(names):
        moved = (getattr(layer, name)[stage] - before[part]) / RATE
        for place in np.ndindex(moved.shape):
            around = []
            for step in (1e-4, -1e-4):
                changed = [each.copy() for each in before]
                changed[part][place] += step
                around.append(entropy(changed, row, targets))
            assert moved[place] == pytest.approx(-(around[0] - around[1]) / 2e-4, abs=2e-3)
    assert all((getattr(layer, name)[0] == kept).all() for name, kept in zip(names, other))  # of the other stage


def test_a_layer_learns_sixty_four_positions_by_heart() -> None:
    layer, numbers = plain(new_layer(1, INPUTS, 32, 1, 0)), np.random.default_rng(1)
    chosen = [np.sort(numbers.choice(INPUTS, 6, replace=False)).astype(np.int32) for _ in range(64)]
    targets = numbers.integers(0, 2, (64, 1)).astype(np.float32)
    ones, units, outputs = np.ones(6, np.float32), np.zeros((UNITS, 32), np.float32), np.zeros(1, np.float32)
    for _ in range(60):
        worst = 0.0
        for row, target in zip(chosen, targets):
            layer.predict(0, row, ones, 6, units, outputs)
            worst = max(worst, abs(float(outputs[0] - target[0])))
            layer.learn(0, row, ones, 6, units, outputs, target, 0.4)
        if worst < 0.1:
            break
    assert worst < 0.1


@pytest.mark.parametrize(("bounded", "least"), [(False, 0.0), (True, LEAST_RATE)])
def test_a_sum_of_weights_with_rates_of_their_own(bounded: bool, least: float) -> None:
    model = plain(new_linear(8, bounded, start=1.5))
    numbers, values = np.array([1, 4], np.int32), np.array([1.0, 2.0], np.float32)
    units, outputs = np.zeros((UNITS, 1), np.float32), np.zeros(1, np.float32)
    model.predict(0, numbers, values, 2, units, outputs)
    assert bounded or outputs[0] == 4.5
    outputs[0] = 4.5
    model.learn(0, numbers, values, 2, units, outputs, np.array([6.5], np.float32), 1.0)
    assert model.weights.tolist() == [1.5, 2.5, 1.5, 1.5, 3.5, 1.5, 1.5, 1.5]  # the first step is taken whole
    model.learn(0, numbers, values, 2, units, outputs, np.array([3.5], np.float32), 1.0)
    assert model.weights[1] == pytest.approx(2.5 - 0.5)  # all changes so far went one way
    model.learn(0, numbers, values, 2, units, outputs, np.array([3.5], np.float32), 1.0)
    share = least + (1 - least) / 3  # sum 2 - 1, sizes 2 + 1
    assert model.weights[1] == pytest.approx(2.0 - 0.5 * share)


def test_the_curve_is_the_logistic_one() -> None:
    from halfmove.learned.models import logistic

    curve = logistic_curve()
    for odds in (-20.0, -3.3, -0.01, 0.0, 0.7, 5.2, 16.0, 30.0):
        assert logistic(curve, odds) == pytest.approx(1 / (1 + np.exp(-odds)), abs=2e-5)

"""Logistic regression finds the weights that made the labels, and keeps to what was known where nothing is seen."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from halfmove.learn.logistic import best_scale, chance, fit, loss

SCALE = 200.0


class Written(NamedTuple):
    """Features written out as a matrix."""

    matrix: np.ndarray

    def leads(self, weights: np.ndarray) -> np.ndarray:
        return self.matrix @ weights

    def sums(self, errors: np.ndarray) -> np.ndarray:
        return self.matrix.T @ errors


@pytest.fixture
def positions() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    numbers = np.random.default_rng(1)
    features = numbers.integers(-3, 4, (4000, 3)).astype(np.float32)
    features[:, 2] = 0  # never seen
    truth = np.array([100.0, -60.0, 0.0])
    labels = chance(features @ truth, SCALE)  # as if each position had been played to its end very often
    return features, labels, truth


def test_finds_the_weights_behind_the_results(positions: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    features, labels, truth = positions
    start = np.array([0.0, 0.0, 7.0])
    fitted = fit(Written(features), labels, start, scale=SCALE, prior=0.01)
    assert fitted[:2] == pytest.approx(truth[:2], abs=1)
    assert fitted[2] == 7.0
    before, after = (loss(Written(features), labels, weights, SCALE) for weights in (start, fitted))
    assert after < before
    assert after == pytest.approx(loss(Written(features), labels, truth, SCALE), abs=1e-4)


def test_a_strong_prior_holds_the_weights_back(positions: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    features, labels, _ = positions
    fitted = fit(Written(features), labels, np.zeros(3), scale=SCALE, prior=1e9)
    assert abs(fitted).max() < 1


def test_the_scale_of_the_games_is_found(positions: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    features, labels, truth = positions
    assert best_scale(Written(features), labels, truth) == pytest.approx(SCALE, rel=0.02)
    assert best_scale(Written(features), labels, 2 * truth) == pytest.approx(2 * SCALE, rel=0.02)

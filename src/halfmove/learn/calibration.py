"""Win probability from self-play: a logistic function fitted to values and results, and how far it is off."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.core.choice import Limit
from halfmove.core.game import Game
from halfmove.core.random import random
from halfmove.core.win_probability import Logistic, log_odds
from halfmove.learn.selfplay import self_play
from halfmove.search.engine import Engine

Vector = NDArray[np.float64]

OPENING = 6  # random plies at most
STEPS = 50  # of Newton's method, which needs about ten
PRIOR = 1.0  # positions that the belief in slope 1 and bias 0 is worth
BINS = 10
MEGABYTES = 4.0  # of the engine's table


class Values(NamedTuple):
    """Log-odds of values that were not proven, and the results of the games for the player to move, from 0 to 1."""

    odds: Vector
    results: Vector


def play(game: Game, games: int, nodes: int, seed: int) -> Values:
    """Play games of the engine against itself, and note every value that was an estimate."""
    engine, numbers = Engine(game, megabytes=MEGABYTES), random(seed)
    engine.prepare()
    low, high = game.utilities
    middle = (low + high) / 2
    odds, results = [], []
    for _ in range(games):
        engine.forget()
        opening = numbers.below(OPENING + 1)
        for seen in self_play(game, lambda state: engine.choose(state, Limit(nodes=nodes)), numbers, opening):
            if not seen.choice.exact:
                odds.append(log_odds(game, seen.choice.value))
                results.append((1 + np.sign(seen.utility - middle)) / 2)
    return Values(np.array(odds), np.array(results))


def fit(values: Values) -> Logistic:
    """Return the logistic function under which the results are likeliest, by Newton's method."""
    inputs = np.stack([values.odds, np.ones_like(values.odds)])
    start = np.array([1.0, 0.0])
    weights = start.copy()
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(-np.clip(weights @ inputs, -60, 60)))
        gradient = inputs @ (expected - values.results) + PRIOR * (weights - start)
        curvature = (inputs * expected * (1 - expected)) @ inputs.T + PRIOR * np.eye(2)
        step = np.linalg.solve(curvature, gradient)
        weights -= step * min(1.0, 1 / max(float(np.abs(step).max()), 1e-12))
    return Logistic(*(round(float(weight), 4) for weight in weights))


def calibration_error(fitted: Logistic, values: Values) -> float:
    """Return how far probabilities are off on average: positions in ten bins by probability, each by its size."""
    expected = np.array([fitted(odds) for odds in values.odds])
    bins = np.minimum((expected * BINS).astype(int), BINS - 1)
    off = 0.0
    for each in range(BINS):
        inside = bins == each
        if inside.any():
            off += inside.mean() * abs(float(expected[inside].mean() - values.results[inside].mean()))
    return off

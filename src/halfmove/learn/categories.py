"""Values counted by category, and why that fails: an experiment.

Textbooks begin evaluations so: states with equal features are one category, and a category is worth what games that
came through it brought on average. `experiment` plays games at random, counts one part of their positions, and asks
for the others. With few features different positions are lumped together; with many, most categories are new, and
nothing is known of them. A weighted sum of the same features learns from every game about every feature.
Positions are held out by their key, so that no position, nor its mirror image, is on both sides.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import mix, plain
from halfmove.core.chance import CHANCE
from halfmove.core.game import Game
from halfmove.core.random import Random, random
from halfmove.core.wrapper import plain_throughout
from halfmove.learned.fingerprint import unwrapped

HELD_OUT = 0.3  # share of the positions
SHARES = 1 << 20
PLIES = 400  # of a game; what is not over then is left out
RIDGE = 1e-3  # keeps the fit of a weighted sum steady


class Positions(NamedTuple):
    """Positions of games, seen by the player to move."""

    keys: NDArray[np.int64]
    features: NDArray[np.float64]  # a row for each position
    results: NDArray[np.float64]  # what the game brought to the player to move


class Comparison(NamedTuple):
    """How well values predict the results of held-out positions: root mean square errors, and what was not known."""

    categories: int  #: that were counted
    unknown: float  #: share of the held-out positions whose category never came up
    counted_error: float  #: of the counted values; an unknown category is worth the mean
    weighted_error: float  #: of a weighted sum of the same features
    mean_error: float  #: of the mean alone


def is_held_out(key: int) -> bool:
    """Tell whether positions with this key are kept for testing: it depends on the key alone."""
    return mix(key, 1) % SHARES < HELD_OUT * SHARES


def experiment(game: Game, games: int, seed: int = 0) -> Comparison:
    """Compare counted categories with a weighted sum of the same features, on positions of random games."""
    positions = play_at_random(game, games, random(seed))
    held_out = np.array([is_held_out(key) for key in positions.keys.tolist()])
    training, test = (Positions(*(column[part] for column in positions)) for part in (~held_out, held_out))
    mean = float(training.results.mean())
    counted = count(training)
    values = np.array([counted.get(tuple(row), np.nan) for row in test.features.tolist()])
    weights = _fit(training)
    return Comparison(
        len(counted),
        float(np.isnan(values).mean()),
        _error(np.where(np.isnan(values), mean, values), test),
        _error(_with_one(test.features) @ weights, test),
        _error(np.full(len(test.keys), mean), test),
    )


def count(positions: Positions) -> dict[tuple[float, ...], float]:
    """Return for each category, as its features, what its games brought on average."""
    sums: dict[tuple[float, ...], list[float]] = {}
    for row, result in zip(positions.features.tolist(), positions.results.tolist()):
        of = sums.setdefault(tuple(row), [0.0, 0.0])
        of[0] += result
        of[1] += 1
    return {category: total / times for category, (total, times) in sums.items()}


def play_at_random(game: Game, games: int, numbers: Random) -> Positions:
    """Return the positions of random games in which a player decides."""
    rules: Any = plain_throughout(unwrapped(game))
    advice, rows = plain(rules.advice), []
    for _ in range(games):
        state, line = rules.initial, []
        for _ in range(PLIES):
            if rules.is_terminal(state):
                break
            if rules.to_move(state) != CHANCE:
                line.append(state)
            state = rules.result(state, rules.sample(state, numbers))
        if rules.is_terminal(state):
            for each in line:
                player = rules.to_move(each)
                rows.append((rules.key(each), advice.features(each, player), rules.utility(state, player)))
    keys, features, results = zip(*rows, strict=True)
    return Positions(np.array(keys, np.int64), np.array(features, np.float64), np.array(results, np.float64))


def _fit(positions: Positions) -> NDArray[np.float64]:
    matrix = _with_one(positions.features)
    square = matrix.T @ matrix + RIDGE * len(matrix) * np.eye(matrix.shape[1])
    return np.asarray(np.linalg.solve(square, matrix.T @ positions.results))


def _with_one(features: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.hstack([features, np.ones((len(features), 1))])


def _error(values: NDArray[np.float64], test: Positions) -> float:
    return float(np.sqrt(np.mean((values - test.results) ** 2)))

"""Weights for the features of any game of two players: it plays against itself, and they are fitted to the results.

The lead is a weighted sum of the features of the player to move, and the chance to win is taken to be
1 / (1 + exp(-lead)).
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import plain
from halfmove.core.advice import Advice
from halfmove.core.evaluation import weighted
from halfmove.core.game import CHANCE, Game
from halfmove.core.history import advice_for, with_history
from halfmove.core.random import Random, random
from halfmove.core.rules import legal_actions
from halfmove.errors import WrongGame
from halfmove.learn import logistic
from halfmove.learn.selfplay import Report, in_batches, silent
from halfmove.play.loading import load_game

Vector = NDArray[np.float64]

SCALE = 2.0  # lead / (2 + |lead|) rises at 0 as the chance to win does, between -1 and 1
PRIOR = 20.0  # positions: how much a weight is trusted before it is fitted
STEPS, RATE = 400, 0.1  # of the fit
BATCH = 10  # games that a process plays at a time
LONGEST = 400  # plies of a game; what is not over then counts as even
RANDOM_PLIES = 4  # at the beginning of a game
TIES = 1 << 20  # random numbers to break ties by
RANDOM_ONE_IN = 10  # one action of so many is drawn at random, so that games differ


class Positions(NamedTuple):
    """Positions as numbers, seen by the player to move."""

    features: Vector  # a row for each position
    results: Vector  # of the game: 0 if the mover lost, 1 if he won

    def leads(self, weights: Vector) -> Vector:
        """Return the weighted sum of the features of each position."""
        return np.asarray(self.features @ weights)

    def sums(self, errors: Vector) -> Vector:
        """Return for each feature the sum over all positions, each counted as often as `errors` says."""
        return np.asarray(errors @ self.features)


def require_features(game: Game, name: str) -> int:
    """Return how many features a game has of its own, or refuse one that has none."""
    inner: Any = game
    while hasattr(inner, "game"):  # as chess, which is wrapped by the game that knows its history
        inner = inner.game
    if type(inner).features is Game.features and type(inner.advice).features is Advice.features:
        raise WrongGame(f"{name}: the game has no features of its own to weigh")
    if game.players != 2:
        raise WrongGame(f"{name}: weights are fitted to games of two players, and this one has {game.players}")
    return len(game.advice.features(game.initial, 0))


def tune(
    name: str,
    start: Vector,
    games: int,
    seed: int,
    processes: int = 1,
    report: Report = silent,
) -> tuple[Vector, Positions]:
    """Return weights fitted to games that are played with those of `start`, and the positions of the games."""
    play = partial(_play_batch, name, tuple(start.tolist()))
    positions = Positions(*in_batches(play, games, seed, BATCH, processes, report))
    sizes = positions.features.std(0)
    sizes[sizes == 0] = 1.0
    scaled = Positions(positions.features / sizes, positions.results)  # so that one step suits all weights
    fitted = logistic.fit(
        scaled,
        positions.results,
        start * sizes,
        scale=1.0,
        prior=PRIOR,
        steps=STEPS,
        rate=RATE,
        report=lambda step: report("fitting", step, STEPS),
    )
    return fitted / sizes, positions


def _play_batch(name: str, weights: tuple[float, ...], games: range) -> Positions:
    game = plain(load_game(name))
    advice, rows, results = game.advice, [], []
    for number in games:
        states, utilities = play_game(game, weights, random(number))
        low, high = game.utilities
        for state in states:
            player = game.to_move(state)
            rows.append(advice.features(state, player))
            results.append(float(np.sign(2 * utilities[player] - low - high) + 1) / 2)
    count = len(game.advice.features(game.initial, 0))
    return Positions(np.array(rows, np.float64).reshape(-1, count), np.array(results, np.float64))


def play_game(game: Game, weights: tuple[float, ...], numbers: Random) -> tuple[list[Any], list[float]]:
    """Return the states of one game in which a player decides, and what it was worth to each player.

    Each takes the action after which his weighted features are best.
    """
    played, state = with_history(game, game.initial)
    advice, states = advice_for(played, weighted(game, *weights, scale=SCALE)), []
    for ply in range(LONGEST):
        if played.is_terminal(state):
            break
        player = played.to_move(state)
        actions = legal_actions(played, state)
        if player == CHANCE:
            state = played.result(state, played.sample(state, numbers))
            continue
        if ply < RANDOM_PLIES or numbers.below(RANDOM_ONE_IN) == 0:
            action = actions[numbers.below(len(actions))]
        else:
            action = max(actions, key=partial(_worth, played, advice, state, player, numbers))
        states.append(state.state if played is not game else state)
        state = played.result(state, action)
    even = sum(game.utilities) / 2
    ended = played.is_terminal(state)
    return states, [played.utility(state, player) if ended else even for player in (0, 1)]


def _worth(game: Any, advice: Any, state: Any, player: int, numbers: Random, action: int) -> tuple[float, int]:
    """Return what an action leads to, and a random number, so that the first of equal actions is not always taken."""
    child = game.result(state, action)
    value = game.utility(child, player) if game.is_terminal(child) else advice.evaluate(child, player)
    return float(value), numbers.below(TIES)

"""Tuning the evaluation of chess: the engine plays against itself, and the weights are fitted to the results.

The evaluation is linear in its weights, so how often a term counts in a position is what the evaluation says when that
weight is one and all others nothing: no second text of the evaluation is needed.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import kernel
from halfmove.core.choice import Limit
from halfmove.core.random import random
from halfmove.games.chess.advice import ChessAdvice
from halfmove.games.chess.evaluation import FULL
from halfmove.games.chess.history import ChessWithHistory
from halfmove.games.chess.rules import Chess
from halfmove.games.chess.scale import centipawns
from halfmove.games.chess.weights import COUNT, pack
from halfmove.learn import logistic
from halfmove.learn.chess_guess import Weights
from halfmove.learn.selfplay import Report, in_batches, self_play, silent
from halfmove.search.engine import Engine

CLEAR = 0.99  # values beyond are wins, and their lead has no end
OUTCOME = 0.3  # how much of a label is the result of the game; the rest is what the search thought
PRIOR = 300.0  # positions: how much a weight is trusted before it is fitted
RANDOM_PLIES = (6, 9)  # at the beginning of a game: at least, less than
STEPS = 300  # of the fit
ROWS = 4096  # positions handled at a time
BATCH = 20  # games that a process plays at a time
MEGABYTES = 8  # of the engine's table: short searches fill no more


class Positions(NamedTuple):
    """Positions as numbers."""

    counts: NDArray[np.int8]  # how often each term counts for the mover more than for the other
    phases: NDArray[np.float32]  # from 1 at the beginning to 0 in the end
    results: NDArray[np.float64]  # of the game: 0 if the mover lost, 1 if he won
    thoughts: NDArray[np.float64]  # by how much the mover led, as the search saw it

    def labels(self, scale: float) -> NDArray[np.float64]:
        """Return how good each position turned out to be: the result, softened by what the search thought."""
        return OUTCOME * self.results + (1 - OUTCOME) * logistic.chance(self.thoughts, scale)

    def leads(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return by how much the mover leads with these weights: of the middle game, then of the end."""
        both = np.split(weights.astype(np.float32), 2)
        middle, end = np.vstack([self.counts[part].astype(np.float32) @ np.stack(both, 1) for part in self.parts()]).T
        return np.asarray(self.phases * middle + (1 - self.phases) * end, np.float64)

    def sums(self, errors: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return for each weight how often its term counts, each position as often as `errors` says."""
        both = np.stack([errors * self.phases, errors * (1 - self.phases)]).astype(np.float32)
        parts = [both[:, part] @ self.counts[part].astype(np.float32) for part in self.parts()]
        return np.asarray(np.sum(parts, 0, dtype=np.float64)).ravel()

    def parts(self) -> list[slice]:
        """Return parts that are small enough for a processor's memory when they are widened."""
        return [slice(first, first + ROWS) for first in range(0, len(self.results), ROWS)]


@kernel
def count_terms(advice: Any, board: Any, units: Any, counts: Any) -> int:
    """Write how often each term of the evaluation counts, and return how much of the middle game is left."""
    for i in range(len(counts)):
        counts[i] = advice.weighed(board, units[i])
    return int(advice.phase(board))


def tune(
    start: Weights,
    games: int,
    nodes: int,
    seed: int,
    processes: int = 1,
    report: Report = silent,
) -> tuple[Weights, Positions]:
    """Return weights fitted to games of the engine against itself with the weights of `start`, and the positions."""
    positions = generate(start, games, nodes, seed, processes, report)
    scale = scale_of(positions, start)
    fitted = logistic.fit(
        positions,
        positions.labels(scale),
        row_of(start),
        scale=scale,
        prior=PRIOR,
        steps=STEPS,
        report=lambda step: report("fitting", step, STEPS),
    )
    middle, end = np.split(np.rint(fitted).astype(np.int64), 2)
    return (middle, end), positions


def generate(
    weights: Weights,
    games: int,
    nodes: int,
    seed: int,
    processes: int = 1,
    report: Report = silent,
) -> Positions:
    """Return the quiet positions of `games` games; the same for the same seed, however many processes there are."""
    play = partial(_play_batch, weights, nodes)
    return Positions(*in_batches(play, games, seed, BATCH, processes, report))


def _play_batch(weights: Weights, nodes: int, games: range) -> Positions:
    advice: Any = weighted(weights)
    game = ChessWithHistory(advice.game, repetitions=3)
    engine = Engine(game, advice=advice, megabytes=MEGABYTES)
    units = np.eye(COUNT, dtype=np.int64)
    counts, phases, results, thoughts = [], [], [], []
    for number in games:
        numbers = random(number)
        engine.forget()
        plies = RANDOM_PLIES[0] + numbers.below(RANDOM_PLIES[1] - RANDOM_PLIES[0])
        for seen in self_play(game, lambda state: engine.choose(state, Limit(nodes=nodes)), numbers, plies):
            if advice.is_quiet(seen.state.state):
                row = np.zeros(COUNT, np.int64)
                phases.append(count_terms(advice, seen.state.state, units, row) / FULL)
                counts.append(row.astype(np.int8))
                results.append((1 + seen.utility) / 2)
                thoughts.append(centipawns(min(max(seen.choice.value, -CLEAR), CLEAR)))
    return Positions(np.array(counts), np.array(phases, np.float32), np.array(results), np.array(thoughts))


def scale_of(positions: Positions, weights: Weights) -> float:
    """Return how large a lead must be in these games to mean something."""
    return logistic.best_scale(positions, positions.results, row_of(weights))


def row_of(weights: Weights) -> NDArray[np.float64]:
    """Return the weights in one row, as `Positions` takes them."""
    return np.concatenate(weights).astype(np.float64)


def weighted(weights: Weights) -> ChessAdvice:
    """Return advice about chess with these weights."""
    return ChessAdvice(Chess(moves=50), pack(*weights))

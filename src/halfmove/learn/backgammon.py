"""Learning the evaluation of backgammon from games of the player against himself.

What a position is taken to be worth is how the game ended, mixed with what the player thought of the positions on the
way to it (Sutton, "Learning to predict by the methods of temporal differences", 1988). The weights are fitted to that
by stochastic gradients, each with a rate of its own (Duchi, Hazan and Singer, "Adaptive subgradient methods", 2011).
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import kernel
from halfmove.core.random import random
from halfmove.games.backgammon.advice import BackgammonAdvice
from halfmove.games.backgammon.board import NIBBLE, OFF, TO_ROLL
from halfmove.games.backgammon.evaluation import (
    COMMON,
    EXTRA,
    HEIGHTS,
    LOST,
    MOST_TERMS,
    NUMBERS,
    ON_PLACES,
    OUTPUTS,
    RACE,
    SIDE_TERMS,
    STAGES,
    TERMS,
    WIN,
    WON,
    weighted,
)
from halfmove.games.backgammon.rules import Backgammon
from halfmove.games.backgammon.side import HALF
from halfmove.learn.selfplay import Report, in_batches, joined, silent

Weights = NDArray[np.float64]  # by stage, term and output

RANDOM_PLIES = 12  # fewer than that begin every other game
LAST_RANDOM_PLY = 60  # before this turn one more action is random in most games: searches see bad actions too
PLIES = 1000  # turns of a game that are kept at most
BATCH = 250  # games that a process plays at a time
TRUST = 0.2  # share of the player's own opinion in what the next position is taken to be worth
EPOCHS, RATE, LAST_RATE, DECAY = 6, 0.2, 0.01, 1e-5  # of the fit
HALF_BITS = NIBBLE * HALF


class Positions(NamedTuple):
    """Positions before a roll, and what became of them."""

    boards: NDArray[np.int64]  # the two halves of the side to roll, and of the other
    labels: NDArray[np.float64]  # the chance to win, and the shares of the extra points that are won and lost


def tune(
    start: Weights,
    games: int,
    seed: int,
    processes: int = 1,
    report: Report = silent,
    *,
    trust: float = TRUST,
    before: Positions | None = None,
) -> tuple[Weights, Positions]:
    """Return weights fitted to games with the weights of `start` and to positions from `before`, and the new positions.

    Without `trust` in its opinions the player learns from how the games ended alone.
    """
    positions = generate(start, games, seed, processes, report, trust)
    every = positions if before is None else Positions(*joined((before, positions)))
    return fitted(every, start, seed, report), positions


def first_guess() -> Weights:
    """Return what beginners are told: be ahead in the race, leave few shots, and make points."""
    weights = np.zeros((STAGES, TERMS, OUTPUTS))
    weights[:, COMMON + 3, WIN] = 1.5  # the lead
    weights[:, COMMON, [WON, LOST]] = -1.5  # one game in five is a gammon
    for sign, base in ((1, 0), (-1, SIDE_TERMS)):
        weights[:RACE, base + NUMBERS + 4, WIN] = -1.5 * sign  # shots
        for place in range(1, OFF):
            column = base + ON_PLACES + HEIGHTS * place
            point = 0.15 if place < OFF // 2 else 0.3
            weights[:RACE, column + 1 : column + HEIGHTS, WIN] = [sign * point, sign * point, -0.1 * sign]
    return weights


def generate(
    weights: Weights,
    games: int,
    seed: int,
    processes: int = 1,
    report: Report = silent,
    trust: float = TRUST,
) -> Positions:
    """Return positions of so many games; the same for the same seed, however many processes there are."""
    work = partial(_play_batch, weights, trust)
    return Positions(*in_batches(work, games, seed, BATCH, processes, report))


def _play_batch(weights: Weights, trust: float, games: range) -> Positions:
    advice, parts = with_weights(weights), []
    boards, labels = np.zeros((PLIES, 4), np.int64), np.zeros((PLIES, OUTPUTS))
    for number in games:
        numbers = random(number)
        opening = numbers.below(RANDOM_PLIES) if number % 2 else 0
        random_ply = numbers.below(LAST_RANDOM_PLY)
        count = play(advice, advice.game.initial, numbers, opening, random_ply, trust, boards, labels)
        parts.append((boards[:count].copy(), labels[:count].copy()))
    return Positions(*joined(parts))


def with_weights(weights: Weights) -> BackgammonAdvice:
    """Return advice about backgammon with these weights."""
    return BackgammonAdvice(Backgammon(), weighted(weights))


@kernel
def play(
    advice: Any, state: Any, numbers: Any, opening: int, random_ply: int, trust: float, boards: Any, labels: Any
) -> int:
    """Play one game; write the positions since the last random action with their labels, and return how many."""
    game, written, ply = advice.game, 0, 0
    while not game.is_terminal(state):
        if state.roll == TO_ROLL and ply < len(boards):
            if ply <= random_ply or ply <= opening:
                written = 0
            write_board(state.mine, state.theirs, boards[written])
            labels[written, WIN], labels[written, WON], labels[written, LOST] = advice.evaluation.chances(
                state.mine, state.theirs
            )
            written += 1
        state = game.result(state, game.sample(state, numbers))  # the dice
        if ply < opening or ply == random_ply:
            state = game.result(state, game.sample(state, numbers))
        else:
            state = best_child(advice, state)
        ply += 1
    win, won, lost = 0.0, 0.0, -(1.0 + game.utility(state, state.player)) / EXTRA  # of who would be to roll now
    for i in range(written - 1, -1, -1):
        win, won, lost = 1.0 - win, lost, won
        thought_win, thought_won, thought_lost = labels[i, WIN], labels[i, WON], labels[i, LOST]
        labels[i, WIN], labels[i, WON], labels[i, LOST] = win, won, lost
        win += trust * (thought_win - win)
        won += trust * (thought_won - won)
        lost += trust * (thought_lost - lost)
    return written


@kernel
def best_child(advice: Any, state: Any) -> Any:
    """Return the position after the action that looks best."""
    game, best, chosen = advice.game, -np.inf, state
    for action in game.actions(state):
        child = game.result(state, action)
        if game.is_terminal(child):
            return child
        value = -advice.evaluation.equity(child.mine, child.theirs)
        if value > best:
            best, chosen = value, child
    return chosen


@kernel
def write_board(mine: Any, theirs: Any, row: Any) -> None:
    """Write two sides as halves that fit into words."""
    low = (1 << HALF_BITS) - 1
    row[0], row[1] = int(mine & low), int(mine >> HALF_BITS)
    row[2], row[3] = int(theirs & low), int(theirs >> HALF_BITS)


def fitted(positions: Positions, start: Weights, seed: int = 0, report: Report = silent) -> Weights:
    """Return the weights that predict best what became of the positions, by steps that begin at `start`."""
    weights, squares, numbers = start.copy(), np.ones_like(start), np.random.default_rng(seed)
    advice = with_weights(start)
    for epoch in range(EPOCHS):
        rate = RATE * (1 - epoch / EPOCHS) + LAST_RATE
        order = numbers.permutation(len(positions.boards))
        descend(advice, Backgammon.initial.mine, *positions, order, weights, squares, rate)
        report("fitting", epoch + 1, EPOCHS)
    return weights


def loss(positions: Positions, weights: Weights) -> float:
    """Return the mean cross-entropy, in nats, of what the weights predict about the labels, of all three together."""
    none = np.zeros((0, 0, 0))
    every = np.arange(len(positions.boards))
    return float(descend(with_weights(weights), Backgammon.initial.mine, *positions, every, weights.copy(), none, 0.0))


@kernel
def descend(
    advice: Any, like: Any, boards: Any, labels: Any, order: Any, weights: Any, squares: Any, rate: float
) -> float:
    """Go over the positions once, one step of the weights for each; return the mean cross-entropy before the steps."""
    numbers, values, none, entropy = np.empty(MOST_TERMS, np.int64), np.empty(MOST_TERMS), like & 0, 0.0
    for position in order:
        row = boards[position]
        mine = none | int(row[0]) | (none | int(row[1])) << HALF_BITS
        theirs = none | int(row[2]) | (none | int(row[3])) << HALF_BITS
        count, stage = advice.evaluation.terms(mine, theirs, numbers, values)
        for output in range(OUTPUTS):
            odds = 0.0
            for i in range(count):
                odds += weights[stage, numbers[i], output] * values[i]
            expected, label = advice.evaluation.logistic(odds), labels[position, output]
            entropy -= label * np.log(expected) + (1.0 - label) * np.log(1.0 - expected)
            if rate == 0.0:
                continue
            for i in range(count):
                term = numbers[i]
                slope = (label - expected) * values[i]
                squares[stage, term, output] += slope * slope
                step = slope - DECAY * weights[stage, term, output]
                weights[stage, term, output] += rate * step / np.sqrt(squares[stage, term, output])
    return entropy / max(1, len(order))

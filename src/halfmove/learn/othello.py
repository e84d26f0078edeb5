"""Learning the patterns of Othello from games against itself, which are solved near their end.

Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import bit_count, kernel
from halfmove.core.random import random
from halfmove.games.othello.advice import OthelloAdvice
from halfmove.games.othello.endings import DECIDED, WORST, foresee
from halfmove.games.othello.lines import SQUARES
from halfmove.games.othello.patterns import (
    COLOURS,
    FIRST_DISCS,
    KINDS,
    MINE,
    MOST_PLACES,
    PLACED,
    STAGE_DISCS,
    STAGES,
    STARTS,
    THEIRS,
    UNIT,
    kinds,
    weighted,
)
from halfmove.games.othello.rules import Board, Othello
from halfmove.learn.ridge import fit
from halfmove.learn.selfplay import Report, in_batches, joined, silent
from halfmove.search.solving import prove_many

Weights = NDArray[np.int8]  # of each stage and kind

RANDOM_PLIES = (2, 14)  # at the beginning of a game: at least, less than
LAST_RANDOM_PLY = 54  # before this ply one more action is random in every other game: searches see bad actions too
EXACT, LEAST = 13, 7  # empty squares from which on positions are solved, and with which a game is broken off
LOOK = 3  # plies that the players look ahead
PLIES = 70  # that a game lasts at most, passes included
BATCH = 500  # games that a process plays at a time
ROWS = 1 << 16  # positions handled at a time
PRIOR = 10.0  # positions: how much a weight is trusted to be nothing before it is fitted
STEPS = 25  # of the fit
MOST = 127  # that a weight can be
CORNER, CORNER_SQUARES, CORNER_WORTH = (
    1,
    9,
    6,
)  # the pattern of a corner, its squares, what it is worth at first in discs


class Positions(NamedTuple):
    """Positions, and how they ended."""

    discs: NDArray[np.int64]  # of the mover and of the other, as bits
    leads: NDArray[np.float64]  # discs by which the mover won

    @property
    def stages(self) -> NDArray[np.int64]:
        return np.minimum((_counts(self.discs) - FIRST_DISCS) // STAGE_DISCS, STAGES - 1)


class PatternFeatures(NamedTuple):
    """Which kinds of weights count in each position."""

    kinds: NDArray[np.int32]

    def leads(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the sum of the weights of each position."""
        return np.concatenate([weights[self.kinds[part]].sum(1) for part in self.parts()])

    def sums(self, errors: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return for each weight the sum of the errors where it counts."""
        sums, width = np.zeros(KINDS), self.kinds.shape[1]
        for part in self.parts():
            sums += np.bincount(self.kinds[part].ravel(), np.repeat(errors[part], width), KINDS)
        return sums

    def parts(self) -> list[slice]:
        """Return parts that are small enough to be written out."""
        return [slice(first, first + ROWS) for first in range(0, max(1, len(self.kinds)), ROWS)]


def tune(
    start: Weights,
    games: int,
    seed: int,
    processes: int = 1,
    report: Report = silent,
    before: Positions | None = None,
) -> tuple[Weights, Positions]:
    """Return weights fitted to games with the weights of `start` and to positions from `before`, and all positions."""
    positions = generate(start, games, seed, processes, report)
    if before is not None:
        positions = Positions(*joined((before, positions)))
    return fitted(positions, report), positions


def first_guess() -> Weights:
    """Return what textbooks say: have more squares to play on than the other, and corners."""
    weights, kind = np.zeros((STAGES, KINDS), np.int64), kinds()
    numbers = np.arange(COLOURS**CORNER_SQUARES)
    corner = 1 * (numbers % COLOURS == 1) - (numbers % COLOURS == 2)
    weights[:, kind[STARTS[CORNER] + numbers]] = CORNER_WORTH * UNIT * corner
    weights[:, kind[MINE:THEIRS]] = UNIT * np.arange(MOST_PLACES) // 2
    weights[:, kind[THEIRS:]] = -UNIT * np.arange(MOST_PLACES) // 2
    return _rounded(weights)


def fitted(positions: Positions, report: Report = silent) -> Weights:
    """Return the weights that predict best how the games ended."""
    weights, stages = np.zeros((STAGES, KINDS)), positions.stages
    for stage in range(STAGES):

        def tell(step: int, stage: int = stage) -> None:
            report(f"stage {stage + 1}", step, STEPS)

        here = pattern_features(positions.discs[stages == stage])
        counts = here.sums(np.ones(len(here.kinds)))
        leads = UNIT * positions.leads[stages == stage]
        weights[stage] = fit(here, leads, np.zeros(KINDS), counts, prior=PRIOR, steps=STEPS, report=tell)
    return _rounded(weights)


def error(positions: Positions, weights: Weights) -> float:
    """Return by how many discs the weights are wrong, root mean square."""
    squares, stages = 0.0, positions.stages
    for stage in range(STAGES):
        expected = pattern_features(positions.discs[stages == stage]).leads(weights[stage] / UNIT)
        squares += float(np.sum((positions.leads[stages == stage] - expected) ** 2))
    return float(np.sqrt(squares / len(stages)))


def _rounded(weights: NDArray[Any]) -> Weights:
    rounded: Weights = np.clip(np.rint(weights), -MOST, MOST).astype(np.int8)
    return rounded


def pattern_features(discs: NDArray[np.int64]) -> PatternFeatures:
    """Return which weights count in positions."""
    numbers = np.zeros((len(discs), len(PLACED) + 2), np.int32)
    find_weights(OthelloAdvice(Othello()), Othello.initial, discs, numbers)
    return PatternFeatures(kinds()[numbers].astype(np.int32))


@kernel
def find_weights(advice: Any, like: Any, discs: Any, numbers: Any) -> int:
    """Write which weights count in each position, and return how many positions there are."""
    none = like.mine & 0
    for i in range(len(discs)):
        mine, theirs = none | int(discs[i, 0]), none | int(discs[i, 1])
        for k in range(len(advice.patterns.starts)):
            numbers[i, k] = advice.patterns.number(k, mine, theirs)
        numbers[i, -2] = advice.patterns.number_of_places(MINE, bit_count(advice.game.places(mine, theirs)))
        numbers[i, -1] = advice.patterns.number_of_places(THEIRS, bit_count(advice.game.places(theirs, mine)))
    return len(discs)


def generate(weights: Weights, games: int, seed: int, processes: int = 1, report: Report = silent) -> Positions:
    """Return positions of `games` games; the same for the same seed, however many processes there are."""
    work = partial(_play_batch, weights)
    return Positions(*in_batches(work, games, seed, BATCH, processes, report))


def _play_batch(weights: Weights, games: range) -> Positions:
    """Return the positions of games: those near the end are solved, and each earlier one has the result of the next."""
    advice, lines, line = with_weights(weights), [], np.zeros((PLIES, 3), np.int64)
    game = advice.game
    for number in games:
        numbers = random(number)
        opening = RANDOM_PLIES[0] + numbers.below(RANDOM_PLIES[1] - RANDOM_PLIES[0])
        random_ply = opening - 1 if number % 2 else opening + numbers.below(LAST_RANDOM_PLY - opening)
        length = play(advice, game.initial, numbers, opening, random_ply, line)
        if length > 0:
            lines.append(line[:length].copy())
    rows = np.concatenate(lines)
    discs, players = np.ascontiguousarray(rows[:, :2]), rows[:, 2]
    solved = _counts(discs) >= SQUARES - EXACT
    solved[np.cumsum([len(line) for line in lines]) - 1] = True  # however early a game is over
    following = np.minimum.accumulate(np.where(solved, np.arange(len(rows)), len(rows))[::-1])[::-1]
    known = np.zeros(len(rows))
    known[solved] = prove_many(game, [Board(*map(int, row)) for row in rows[solved].view(np.uint64)])
    return Positions(discs, np.where(players == players[following], 1, -1) * known[following])


def _counts(discs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many discs there are in each position."""
    return np.asarray(np.bitwise_count(discs.view(np.uint64)).sum(1, dtype=np.int64))


def with_weights(weights: Weights) -> OthelloAdvice:
    """Return advice about Othello with these weights."""
    return OthelloAdvice(Othello(margin=True), weighted(weights))


@kernel
def play(advice: Any, state: Any, numbers: Any, opening: int, random_ply: int, line: Any) -> int:
    """Play; write the positions since the last random action into `line`, and return how many."""
    game, length = advice.game, 0
    for ply in range(len(line)):
        if ply > random_ply:
            line[length, 0], line[length, 1], line[length, 2] = int(state.mine), int(state.theirs), state.player
            length += 1
        if game.is_terminal(state) or bit_count(game.squares & ~(state.mine | state.theirs)) <= LEAST:
            break
        if ply < opening or ply == random_ply:
            state = game.result(state, game.sample(state, numbers))
        else:
            state = best_child(advice, state)
    return length


@kernel
def best_child(advice: Any, state: Any) -> Any:
    """Return the state after the action that looks best."""
    game, best, chosen = advice.game, DECIDED * WORST, state
    for action in game.actions(state):
        child = game.result(state, action)
        value = -foresee(advice, child, LOOK - 1, DECIDED * WORST, -best)
        if value > best:
            best, chosen = value, child
    return chosen

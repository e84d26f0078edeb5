"""Games of a learner against itself; what became of each after-state is told without the luck of the dice.

One ply ahead, all outcomes of chance are looked at, and their mean is what an after-state should be worth. How much
the outcome that came was better or worse than that mean is luck, and is not learned from (GNU Backgammon calls it
variance reduction). What is left of the game is mixed in as by TD(lambda).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import compiled, kernel
from halfmove.core.chance import CHANCE
from halfmove.core.encoding import Encoding
from halfmove.learned.inputs import Inputs

LONGEST = 400  # after-states of a game that are kept at most


@compiled
class AfterStates:
    """After-states of games, and what they should be worth to whom the outputs speak for."""

    numbers: NDArray[np.int32]  # by after-state and input
    values: NDArray[np.float32]
    counts: NDArray[np.int64]  # how many inputs
    stages: NDArray[np.int64]
    sides: NDArray[np.int64]  # who the outputs speak for
    follows: NDArray[np.int8]  # 1 where the best action led here from the after-state before
    outputs: NDArray[np.float32]  # by after-state and output: what was predicted
    targets: NDArray[np.float32]  # what should have been


def new_after_states(encoding: Encoding, inputs: Inputs, count: int) -> AfterStates:
    """Return room for after-states."""
    shape = count, inputs.most
    counted = np.zeros(count, np.int64)
    outputs = np.zeros((count, encoding.outputs), np.float32)
    return AfterStates(
        *(np.zeros(shape, np.int32), np.zeros(shape, np.float32), counted, counted.copy(), counted.copy()),
        *(np.zeros(count, np.int8), outputs, outputs.copy()),
    )


@kernel
def play_games(learner: Any, start: Any, rng: Any, out: Any, trace: float, explore: float) -> int:
    """Play games until there is no room for another one; return how many after-states were kept.

    There are games that are over before anything is left behind: no more are played than there is room for.
    """
    row = 0
    for _ in range(len(out.counts)):
        if row + LONGEST > len(out.counts):
            break
        end = play_game(learner, start, rng, out, row, explore)
        for i in range(end - 2, row - 1, -1):
            if out.follows[i + 1] == 1:
                learn_from_next(learner, out, i, trace)
        row = end
    return row


@kernel
def play_game(learner: Any, start: Any, rng: Any, out: Any, first: int, explore: float) -> int:
    """Play one game and keep its after-states from row `first` on; return the row after the last."""
    game, encoding, state, row = learner.game, learner.encoding, start, first
    while row < first + LONGEST and not game.is_terminal(state):
        if game.to_move(state) == CHANCE:
            state = game.result(state, game.sample(state, rng))
            continue
        explores = rng.fraction() < explore
        state = game.result(state, game.sample(state, rng)) if explores else learner.best_child(state)
        if game.is_terminal(state) or encoding.write_known(state, learner.outputs):
            break
        side = encoding.viewpoint(state)
        out.follows[row] = 0 if explores else 1
        out.sides[row], out.stages[row] = side, encoding.stage(state)
        out.counts[row] = learner.inputs.write(state, side, out.numbers[row], out.values[row])
        write_outputs(learner, state, side)
        for o in range(encoding.outputs):
            out.outputs[row, o] = learner.outputs[o]
            out.targets[row, o] = 0.0
        look_ahead(learner, state, side, 1.0, out.targets[row])
        row += 1
    return row


@kernel
def look_ahead(learner: Any, state: Any, side: int, share: float, expected: Any) -> None:
    """Add what `side` can expect of a state when chance and then the best action have come, times `share`."""
    game = learner.game
    if not game.is_terminal(state):
        if game.to_move(state) == CHANCE:
            for outcome, probability in game.chances(state):
                look_ahead(learner, game.result(state, outcome), side, share * probability, expected)
            return
        state = learner.best_child(state)
    write_outputs(learner, state, side)
    for o in range(len(expected)):
        expected[o] += np.float32(share) * learner.outputs[o]


@kernel
def write_outputs(learner: Any, state: Any, side: int) -> None:
    """Write into the learner's outputs what a state is worth to `side`, as far as it is known or predicted."""
    encoding, outputs = learner.encoding, learner.outputs
    if learner.game.is_terminal(state):
        encoding.write_outcome(state, side, outputs)
        return
    seen_by, row = encoding.viewpoint(state), len(learner.counts) - 1
    if not encoding.write_known(state, outputs):
        learner.write(row, 0, state, seen_by)
        learner.recall(row, 0)
    if seen_by != side:
        encoding.turn_outputs(outputs)


@kernel
def learn_from_next(learner: Any, out: Any, row: int, trace: float) -> None:
    """Mix into the target of an after-state how far that of the next one is from what was predicted there."""
    outputs, returns = learner.outputs, learner.returns[0]
    for o in range(len(outputs)):
        outputs[o], returns[o] = out.outputs[row + 1, o], out.targets[row + 1, o]
    if out.sides[row] != out.sides[row + 1]:
        learner.encoding.turn_outputs(outputs)
        learner.encoding.turn_outputs(returns)
    for o in range(len(outputs)):
        out.targets[row, o] += np.float32(trace) * (returns[o] - outputs[o])

"""Temporal differences: a player learns from games against himself (Sutton 1988, Tesauro 1995).

What is learned is the worth of after-states: what a player leaves behind when he has acted, before dice are thrown or
another one moves. He takes the action with the best after-state. When a game is over, its after-states are gone
through from the last to the first, and each is brought nearer to a mix of what the next one is taken to be worth and
of what became of it in the end: TD(lambda), seen forward.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from halfmove.compiled import compiled, kernel, mix
from halfmove.core.chance import CHANCE
from halfmove.core.encoding import Encoding
from halfmove.core.game import Game
from halfmove.learned.inputs import Inputs
from halfmove.learned.models import UNITS

OVER = -1  # in place of a number of inputs: the after-state ends the game
PLIES, MEGABYTES = 1 << 14, 64  # after-states of a game that are kept at most
GAMES, POSITIONS, ERRORS, SCORES, COUNTED = range(5)  # what is counted


@compiled
class Learner:
    """A game, what is seen of it and what is learned about it, with room for the after-states of one game."""

    game: Game
    encoding: Encoding
    inputs: Inputs
    model: Any
    hidden: int
    views: int  # players whose worth is predicted: one where there are two, since one's gain is the other's loss
    numbers: np.ndarray  # by after-state, view and input; no sign, or machine code would look for one at each
    values: np.ndarray
    counts: np.ndarray  # by after-state and view: how many inputs, or OVER
    stages: np.ndarray
    sides: np.ndarray  # by after-state: who the outputs speak for, where there are two players
    secured: np.ndarray  # by after-state and view
    outcomes: np.ndarray  # by after-state, view and output: what became of it, where that is known
    cut: np.ndarray  # by after-state: 1 if it was not played, or the game was broken off there
    units: np.ndarray
    outputs: np.ndarray
    returns: np.ndarray  # by view and output

    def predict(self, state: Any, player: int) -> float:
        """Return what an after-state is worth to the player who made it."""
        row, side = len(self.counts) - 1, player if self.views > 1 else self.encoding.viewpoint(state)
        if not self.encoding.write_known(state, self.outputs):
            self.write(row, 0, state, side)  # the last row is for looking
            self.recall(row, 0)
        if self.game.players == 2 and side != player:
            self.encoding.turn_outputs(self.outputs)
        return self.encoding.worth(self.outputs) + self.encoding.secured(state, player)

    def recall(self, row: int, view: int) -> None:
        """Write the outputs for an after-state on record."""
        count = self.counts[row, view]
        stage = self.stages[row]
        self.model.predict(stage, self.numbers[row, view], self.values[row, view], count, self.units, self.outputs)

    def write(self, row: int, view: int, state: Any, side: int) -> None:
        """Put an after-state on record as `side` sees it."""
        self.sides[row] = side
        self.stages[row] = self.encoding.stage(state)
        self.secured[row, view] = self.encoding.secured(state, side)
        self.counts[row, view] = self.inputs.write(state, side, self.numbers[row, view], self.values[row, view])

    def best_child(self, state: Any) -> Any:
        """Return the after-state that is worth most to the player to move."""
        game, player, best, chosen = self.game, self.game.to_move(state), -np.inf, state
        for action in game.actions(state):
            child = game.result(state, action)
            value = game.utility(child, player) if game.is_terminal(child) else self.predict(child, player)
            if value > best:
                best, chosen = value, child
        return chosen

    def record(self, row: int, state: Any) -> bool:
        """Put an after-state on record for every view, and tell whether it is settled what becomes of it."""
        self.cut[row] = 0
        over = self.game.is_terminal(state)
        known = not over and self.views == 1 and self.encoding.write_known(state, self.outcomes[row, 0])
        for view in range(self.views):
            side = self.encoding.viewpoint(state) if self.views == 1 and not over else view
            if over or known:
                self.counts[row, view] = OVER
                self.sides[row] = side
                self.secured[row, view] = self.encoding.secured(state, side)
            if over:
                self.encoding.write_outcome(state, side, self.outcomes[row, view])
            elif not known:
                self.write(row, view, state, side)
        return over or known


class Lesson(NamedTuple):
    """How games are played and learned from."""

    seed: int
    of: int  # games in all
    rate: float  # of learning, at first
    fall: float  # the share of it that is lost by the last game
    steady: float  # the share of the games before it begins to fall
    trace: float  # lambda
    explore: float  # the share of the actions that are random
    opening: int  # random actions at most at the beginning of every other game


@kernel
def play_and_learn(learner: Any, start: Any, rng: Any, lesson: Any, games: int, tally: Any) -> None:
    """Play the next games against oneself and learn from each; `tally` counts.

    Each game has random numbers of its own, so it makes no difference how many are played at a time.
    """
    game, room = learner.game, len(learner.counts) - 2
    for _ in range(games):
        number = int(tally[GAMES])
        rng.counter[0], rng.counter[1] = 0, mix(number, mix(lesson.seed))
        state, length, ply, settled = start, 0, 0, False
        random_plies = rng.below(lesson.opening + 1) if lesson.opening > 0 and rng.below(2) == 0 else 0
        while not settled and not game.is_terminal(state) and length < room:
            if game.to_move(state) == CHANCE:
                state = game.result(state, game.sample(state, rng))
                continue
            ply += 1
            if ply <= random_plies:
                state = game.result(state, game.sample(state, rng))
                continue
            child = learner.best_child(state)
            settled = learner.record(length, child)
            if lesson.explore > 0.0 and rng.fraction() < lesson.explore:
                learner.cut[length] = 1  # the one before learns from the best, and another is played
                child = game.result(state, game.sample(state, rng))
                length += 1
                settled = learner.record(length, child)
            length += 1
            state = child
        if length > 0 and not settled:
            if game.is_terminal(state):  # chance ended it, after the last after-state
                learner.record(length, state)
                length += 1
            else:
                learner.cut[length - 1] = 1
        falling = max(0.0, min(1.0, number / lesson.of) - lesson.steady) / (1.0 - lesson.steady)
        rate = lesson.rate * (1.0 - lesson.fall * falling)
        learn_backwards(learner, length, rate, lesson.trace, tally)
        tally[SCORES] += game.utility(state, 0) if game.is_terminal(state) else 0.0
        tally[GAMES] += 1.0


@kernel
def learn_backwards(learner: Any, length: int, rate: float, trace: float, tally: Any) -> None:
    """Learn from the after-states on record, the last one first."""
    outputs = learner.outputs
    for row in range(length - 1, -1, -1):
        for view in range(learner.views):
            returns = learner.returns[view]
            if learner.counts[row, view] == OVER:
                for o in range(len(outputs)):
                    returns[o] = learner.outcomes[row, view, o]
                continue
            learner.recall(row, view)
            if learner.cut[row] == 1:
                for o in range(len(outputs)):
                    returns[o] = outputs[o]
                continue
            if learner.game.players == 2 and learner.sides[row] != learner.sides[row + 1]:
                learner.encoding.turn_outputs(returns)
            if not learner.encoding.bounded:
                returns[0] += learner.secured[row + 1, view] - learner.secured[row, view]
            error = returns[0] - outputs[0]
            tally[POSITIONS] += 1.0
            tally[ERRORS] += error * error
            count, stage = learner.counts[row, view], learner.stages[row]
            numbers, values = learner.numbers[row, view], learner.values[row, view]
            learner.model.learn(stage, numbers, values, count, learner.units, outputs, returns, rate)
            for o in range(len(outputs)):
                returns[o] = outputs[o] + np.float32(trace) * (returns[o] - outputs[o])


def learner_of(game: Game, encoding: Encoding, inputs: Inputs, model: Any, hidden: int) -> Learner:
    """Return a learner with room for a long game."""
    views = game.players if game.players > 2 else 1
    plies = max(64, min(PLIES, (MEGABYTES << 20) // (8 * views * inputs.most)))

    def room(kind: Any, *shape: int) -> Any:
        return np.zeros(shape, kind)

    return Learner(
        *(game, encoding, inputs, model, hidden, views),
        *(room(np.uint32, plies, views, inputs.most), room(np.float32, plies, views, inputs.most)),
        *(room(np.int64, plies, views), room(np.int64, plies), room(np.int64, plies), room(np.float64, plies, views)),
        *(room(np.float32, plies, views, encoding.outputs), room(np.int64, plies)),
        *(room(np.float32, UNITS, hidden), room(np.float32, encoding.outputs)),
        room(np.float32, views, encoding.outputs),
    )

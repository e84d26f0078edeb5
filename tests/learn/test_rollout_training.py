"""`--method rollouts`: what is learned from, against a slow second text of it; the fit; and what is kept."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
import torch

from halfmove.compiled import plain
from halfmove.core.encoding import find_encoding
from halfmove.core.game import CHANCE, Game
from halfmove.core.random import random
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.learn.rollouts.fit import LayerNet, Replay, fit, without_padding
from halfmove.learn.rollouts.selfplay import LONGEST, new_after_states, play_games
from halfmove.learn.rollouts.trainer import RolloutTrainer
from halfmove.learn.td import learner_of
from halfmove.learn.training import Request
from halfmove.learned.advice import read_learned
from halfmove.learned.inputs import LAYER, inputs_of
from halfmove.learned.models import UNITS, new_layer
from halfmove.learned.weights_file import pack, unpack

HIDDEN = 8
SMALL = {"hidden": "8", "rounds": "2", "positions": "500", "batch": "64", "threads": "1", "judge": "4"}


def rolled_out(game: Any, trace: float, explore: float, seed: int = 3) -> tuple[Any, Any]:
    """Return a learner that knows nothing, and the after-states of some games of it."""
    encoding = find_encoding(game)
    inputs = inputs_of(LAYER, encoding, game.advice)
    layer = new_layer(encoding.stages, inputs.count, HIDDEN, encoding.outputs, seed)
    learner = learner_of(game, encoding, inputs, layer, HIDDEN)
    room = new_after_states(encoding, inputs, 3 * LONGEST)
    count = play_games(learner, game.initial, random(seed), room, trace, explore)
    return learner, without_padding(room, count)


def told(learner: Any, state: Any, side: int) -> Any:
    """Return the outputs of a state for a side, by NumPy alone."""
    encoding, outputs = learner.encoding, np.zeros(learner.encoding.outputs, np.float32)
    if learner.game.is_terminal(state):
        encoding.write_outcome(state, side, outputs)
        return outputs
    seen_by = encoding.viewpoint(state)
    if not encoding.write_known(state, outputs):
        numbers, values = np.zeros(learner.inputs.most, np.int32), np.zeros(learner.inputs.most, np.float32)
        count = learner.inputs.write(state, seen_by, numbers, values)
        room = np.zeros((UNITS, HIDDEN), np.float32)
        learner.model.predict(encoding.stage(state), numbers, values, count, room, outputs)
    if seen_by != side:
        encoding.turn_outputs(outputs)
    return outputs


def one_ply_ahead(learner: Any, state: Any, side: int) -> Any:
    """Return the mean of the outputs over all outcomes of chance, each after the best action."""
    game = learner.game
    if game.is_terminal(state):
        return told(learner, state, side)
    if game.to_move(state) == CHANCE:
        return sum(p * one_ply_ahead(learner, game.result(state, o), side) for o, p in game.chances(state))
    player = game.to_move(state)
    children = [game.result(state, action) for action in game.actions(state)]
    worths = [
        game.utility(c, player) if game.is_terminal(c) else learner.encoding.worth(told(learner, c, player))
        for c in children
    ]
    return told(learner, children[int(np.argmax(worths))], side)


@pytest.mark.one_lane
@pytest.mark.parametrize(("trace", "explore"), [(0.0, 0.0), (0.6, 0.0), (1.0, 0.3)])
def test_targets_are_those_of_a_slow_second_text(trace: float, explore: float) -> None:
    game = plain_throughout(game_named("pig:goal=12"))
    learner, kept = rolled_out(game, trace, explore)
    numbers, row, games = random(3), 0, 0
    while row + LONGEST <= 3 * LONGEST and row < len(kept.counts):  # the same games once more
        state, played = game.initial, list[tuple[Any, bool]]()
        while not game.is_terminal(state) and len(played) < LONGEST:
            if game.to_move(state) == CHANCE:
                state = game.result(state, game.sample(state, numbers))
                continue
            explores = numbers.fraction() < explore
            state = game.result(state, game.sample(state, numbers)) if explores else learner.best_child(state)
            if game.is_terminal(state):
                break
            played.append((state, not explores))
        target: Any = None
        for i in range(len(played) - 1, -1, -1):
            state, side = played[i][0], learner.encoding.viewpoint(played[i][0])
            expected = one_ply_ahead(learner, state, side)
            if i + 1 < len(played) and played[i + 1][1]:
                after = played[i + 1][0]
                turned = side != learner.encoding.viewpoint(after)
                luck_free = 1.0 - target if turned else target
                expected = expected + trace * (luck_free - told(learner, after, side))
            target = expected
            assert kept.targets[row + i] == pytest.approx(target, abs=1e-5)
        row, games = row + len(played), games + 1
    assert row == len(kept.counts)
    assert games > 10


@pytest.mark.both_lanes
def test_both_lanes_play_and_learn_the_same(native: None) -> None:
    game = game_named("pig:goal=12")
    _, fast = rolled_out(game, 0.5, 0.1)
    _, slow = rolled_out(plain_throughout(game), 0.5, 0.1)
    assert np.array_equal(fast.targets, slow.targets)
    assert np.array_equal(fast.numbers, slow.numbers)


@pytest.mark.one_lane
def test_torch_tells_what_the_kernel_tells() -> None:
    game = plain_throughout(game_named("backgammon"))
    encoding = find_encoding(game)
    inputs = inputs_of(LAYER, encoding, game.advice)
    layer = new_layer(encoding.stages, inputs.count, HIDDEN, encoding.outputs, 5)
    learner, net, numbers = learner_of(game, encoding, inputs, layer, HIDDEN), LayerNet(layer), random(2)
    position = game.initial
    for _ in range(40):
        position = game.result(position, game.sample(position, numbers))
        if game.to_move(position) != CHANCE:
            continue
        side, stage = encoding.viewpoint(position), encoding.stage(position)
        found, values = np.zeros(inputs.most, np.int32), np.zeros(inputs.most, np.float32)
        count = inputs.write(position, side, found, values)
        seen = torch.zeros(1, encoding.stages * inputs.count)
        for number, value in zip(found[:count].tolist(), values[:count].tolist()):
            seen[0, stage * inputs.count + number] += value
        outputs = torch.sigmoid(net(seen, torch.tensor([stage])))[0].detach().numpy()
        assert outputs == pytest.approx(told(learner, position, side), abs=2e-4)  # the curve has steps there


@pytest.mark.one_lane
def test_a_fit_comes_near_to_what_it_is_fitted_to() -> None:
    learner, kept = rolled_out(plain_throughout(game_named("pig:goal=12")), 0.0, 0.2)
    replay = Replay(2, "cpu")
    replay.add([kept])
    assert replay.count == len(kept.counts)
    net = LayerNet(learner.model)
    optimiser = torch.optim.Adam(net.parameters(), lr=0.01)
    errors = list(fit(net, replay, optimiser, 300, 256, 1))
    assert np.mean(errors[-20:]) < 0.2 * np.mean(errors[:5])
    for _ in range(3):
        replay.add([kept])
    assert replay.count == 2 * len(kept.counts)  # the oldest rounds are left out


def trainer(kept: bytes | None = None, begin: bytes | None = None, name: str = "pig:goal=12", **given: str) -> Any:
    return RolloutTrainer(Request(game_named(name), name, "rollouts", options={**SMALL, **given}, begin=begin), kept)


@pytest.mark.one_lane
def test_a_training_plays_fits_and_goes_on(native: None) -> None:
    whole = trainer()
    assert whole.weights() == b""
    reports = list(whole.train())
    assert reports[-1].games == whole.rounds == 2
    assert reports[-1].positions >= 1000
    assert any(np.isfinite(report.loss) for report in reports)
    game = game_named("pig:goal=12")
    value: Any = read_learned(game, whole.weights(), "learned").evaluate(game.initial, 0)
    assert 0 < value + 1 < 2
    again = trainer(whole.checkpoint(), rounds="2")
    assert again.rounds == 2
    assert not list(again.train())  # there is nothing left to do
    with pytest.raises(HalfmoveError, match="other settings"):
        trainer(whole.checkpoint(), rounds="3")
    small = trainer(bits="16")
    list(small.train())
    assert len(small.weights()) < len(whole.weights())


@pytest.mark.one_lane
def test_a_layer_with_more_units_begins_as_good_as_the_one_before() -> None:
    before = trainer()
    before.rounds = 1
    after = trainer(begin=before.weights(), hidden="12")
    game = plain_throughout(game_named("pig:goal=12"))
    encoding, inputs = before.encoding, before.inputs
    for hidden, each in ((8, before), (12, after)):
        numbers, values = np.zeros(inputs.most, np.int32), np.zeros(inputs.most, np.float32)
        outputs, room = np.zeros(encoding.outputs, np.float32), np.zeros((UNITS, hidden), np.float32)
        count = inputs.write(game.initial, 0, numbers, values)
        plain(each.layer).predict(0, numbers, values, count, room, outputs)
        each.told = outputs
    assert after.told == pytest.approx(before.told)
    with pytest.raises(HalfmoveError, match="or have fewer units"):
        trainer(begin=before.weights(), hidden="4")
    given = unpack(before.weights(), "x")
    with pytest.raises(HalfmoveError, match="do not fit: 'second'"):
        trainer(begin=pack({**given.arrays, "second": np.zeros((1, 2, 8), np.float32)}, given.facts))
    with pytest.raises(HalfmoveError, match="not of a layer"):
        trainer(begin=pack(given.arrays, {**given.facts, "kind": "table"}))


@pytest.mark.one_lane
@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("tic-tac-toe", {}, "games of two players with chance"),
        ("2048", {}, "games of two players with chance"),
        ("pig", {"hidden": "7"}, "a multiple of 4"),
        ("pig", {"trace": "1.5"}, "from 0 to 1"),
        ("pig", {"batch": "0"}, "1 at least"),
        ("pig", {"bits": "8"}, "bits are 16 or 32"),
        ("pig", {"positions": "0"}, "1 at least"),
        ("pig", {"threads": "100000"}, "at most"),
        ("pig", {"batch": "1e9"}, "at most"),
        ("pig", {"roundz": "8"}, "did you mean"),
        ("pig", {"rate": "fast"}, "not a number"),
        ("pig", {"rate": "-1"}, "must not be negative"),
    ],
)
def test_what_cannot_be_learned_so_is_refused(name: str, given: dict[str, str], message: str) -> None:
    with pytest.raises(HalfmoveError, match=message):
        trainer(name=name, **given)


@pytest.mark.one_lane
def test_weights_are_no_checkpoint() -> None:
    before = trainer()
    before.rounds = 1
    with pytest.raises(HalfmoveError, match="does not tell how far the training was"):
        trainer(before.weights())


class Over(NamedTuple):
    """Nothing, the number on the die, or that the player has taken it."""

    rolled: int = 0
    over: int = 0


class OneRoll(Game):
    """Roll a die and take what it shows: the game is over before anything is left behind."""

    initial = Over()
    has_chance = True

    def to_move(self, state: Over) -> int:
        return 0 if state.rolled else CHANCE

    def chances(self, state: Over) -> Any:
        return [(1, 0.5), (2, 0.5)]

    def actions(self, state: Over) -> Any:
        return [1, 2] if not state.rolled else [3]

    def result(self, state: Over, action: int) -> Over:
        return Over(state.rolled or action, int(action == 3))

    def is_terminal(self, state: Over) -> bool:
        return state.over == 1

    def utility(self, state: Over, player: int) -> float:
        return (1.0 if state.rolled == 1 else -1.0) * (1 - 2 * player)


@pytest.mark.one_lane
def test_games_that_leave_nothing_behind_are_not_played_for_ever() -> None:
    request = Request(OneRoll(), "one-roll", "rollouts", options={**SMALL, "positions": "100"})
    with pytest.raises(HalfmoveError, match="over too early"):
        list(RolloutTrainer(request).train())


@pytest.mark.one_lane
def test_rounds_are_counted_and_not_games() -> None:
    with pytest.raises(HalfmoveError, match="rounds and not games"):
        RolloutTrainer(Request(game_named("pig"), "pig", "rollouts", games=100))

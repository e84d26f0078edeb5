"""Self-play with networks: the search, the gradient, the traps, and a user's game that is learned."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from halfmove.compiled import plain
from halfmove.core.network_view import find_view
from halfmove.core.rules import legal_actions
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games import game_named
from halfmove.learn.training import Request, trainer_for
from halfmove.learn.zero.games import VISITS, Shape, new_games
from halfmove.learn.zero.gumbel import CONSIDERED, halving_table
from halfmove.learn.zero.loss import PATIENCE, Alarm, images, losses
from halfmove.learn.zero.many import ManyPositions, torch_evaluator
from halfmove.learn.zero.net import BoardNet, FlatNet
from halfmove.learn.zero.replay import Batch
from halfmove.learn.zero.selfplay import advance, chances, is_learned_from
from halfmove.learn.zero.task import Task
from halfmove.learned.nets.forward import forward, value_of
from halfmove.learned.nets.network import Network
from halfmove.learned.weights_file import unpack
from halfmove.play.loading import load_game

USERS_GAME = str(Path(__file__).with_name("users_tic_tac_toe.py"))
SIMULATIONS, AT_ONCE = 800, 565  # of each search, and states that are thought about together
WIDE = {"opening": "9", "share": "1.0", "simulations": "32", "games": "64"}  # so that all states come up
STEPS = {"reuse": "14", "rate": "0.003", "batch": "256", "least_window": "15000"}
LEARNED = {**WIDE, **STEPS, "positions": "50000", "channels": "64"}
SMALL = {"blocks": "1", "channels": "16", "games": "32", "batch": "64", "simulations": "8"}


def random_net(net: Any, seed: int = 1) -> Any:
    """Fill all weights, also those that begin at 0."""
    torch.manual_seed(seed)
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.copy_(torch.randn(parameter.shape) * 0.15)
    return net.eval()


def tensors_of(net: Any) -> dict[str, Any]:
    return {name: tensor.numpy() for name, tensor in net.state_dict().items()}


def random_batch(states: int, planes: int, cells: int, places: int, owners: bool) -> Batch:
    numbers = torch.Generator().manual_seed(3)
    bits = torch.randint(0, 2, (states, planes, cells), generator=numbers)
    policy = torch.softmax(torch.randn(states, places, generator=numbers), 1)
    results = torch.randint(-1, 2, (states,), generator=numbers).float()
    owned = torch.randint(-1, 2, (states, cells if owners else 0), generator=numbers).float()
    return Batch(bits, policy, results, torch.rand(states, generator=numbers) * 2 - 1, owned)


@pytest.mark.one_lane
@pytest.mark.parametrize("size", [(6, 7), (3, 3), (9, 9)])
def test_numpy_equals_torch_on_boards(size: tuple[int, int]) -> None:
    net = random_net(BoardNet(3, 5, 8, 1, 1, True, head=4))
    bits = random_batch(5, 3, size[0] * size[1], 2, False).bits
    with torch.no_grad():
        logits, result, _ = net(bits, *size)
    ours = forward(tensors_of(net), bits.numpy().astype(np.float32), *size)
    assert np.abs(ours[0] - logits.numpy()).max() < 1e-4
    assert np.abs(ours[1] - result.numpy()).max() < 1e-4
    assert ours[0].shape == (5, size[0] * size[1] + 1)


@pytest.mark.one_lane
def test_numpy_equals_torch_without_a_board() -> None:
    net = random_net(FlatNet(19, 2, 16, 9))
    bits = random_batch(5, 1, 19, 9, False).bits
    with torch.no_grad():
        logits, result, _ = net(bits, 0, 0)
    ours = forward(tensors_of(net), bits.numpy().astype(np.float32), 0, 0)
    assert np.abs(ours[0] - logits.numpy()).max() < 1e-4
    assert np.abs(value_of(ours[1]) - (lambda p: p[:, 0] - p[:, 2])(torch.softmax(result, 1)).numpy()).max() < 1e-4


def numpy_loss(tensors: dict[str, Any], batch: Batch, height: int, width: int, share: float) -> float:
    """Return the loss of the policy and of the value as NumPy finds it."""
    logits, result = forward(tensors, batch.bits.numpy().astype(np.float64), height, width)
    z, q = batch.results.numpy(), batch.values.numpy()
    hard = np.stack([z > 0, z == 0, z < 0], 1)
    soft = np.stack([(1 + q) / 2, 0 * q, (1 - q) / 2], 1)

    def entropy(target: Any, scores: Any) -> float:
        scores = scores.astype(np.float64) - scores.max(1, keepdims=True)
        return float(-(target * (scores - np.log(np.exp(scores).sum(1, keepdims=True)))).sum(1).mean())

    return entropy(batch.policy.numpy(), logits) + 1.5 * entropy((1 - share) * hard + share * soft, result)


@pytest.mark.one_lane
@pytest.mark.parametrize("board", [True, False])
def test_the_gradient_is_that_of_numpy(board: bool) -> None:
    net = random_net(BoardNet(2, 2, 6, 1, 1, False, head=4) if board else FlatNet(12, 2, 8, 9))
    height, width = (3, 4) if board else (0, 0)
    batch = random_batch(6, 2 if board else 1, 12, 13 if board else 9, False)
    found = losses(net, batch, height, width, 0.3)
    found.total.backward()
    tensors = {name: array.astype(np.float64) for name, array in tensors_of(net).items()}
    assert found.total.item() == pytest.approx(numpy_loss(tensors, batch, height, width, 0.3), abs=1e-4)
    numbers = np.random.default_rng(1)
    for name, parameter in net.named_parameters():
        at, step = tuple(numbers.integers(size) for size in parameter.shape), 1e-3
        values = []
        for sign in (1, -1):
            moved = tensors[name].copy()
            moved[at] += sign * step
            values.append(numpy_loss({**tensors, name: moved}, batch, height, width, 0.3))
        assert (values[0] - values[1]) / (2 * step) == pytest.approx(parameter.grad[at].item(), abs=2e-3), name


@pytest.mark.one_lane
def test_64_positions_are_learned_by_heart() -> None:
    torch.manual_seed(1)
    batch = random_batch(64, 1, 30, 9, False)
    policy = torch.nn.functional.one_hot(batch.policy.argmax(1), 9).float()
    batch = batch._replace(policy=policy)
    net = FlatNet(30, 2, 64, 9)
    optimiser = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=0.0)
    for _ in range(400):
        found = losses(net, batch, 0, 0, 0.0)
        optimiser.zero_grad()
        found.total.backward()
        optimiser.step()
    assert found.total.item() < 0.01
    assert found.mean_value.item() > 0.5  # which a guess would have


@pytest.mark.one_lane
def test_a_dead_value_head_sounds_the_alarm_and_a_live_one_does_not() -> None:
    alarm = Alarm()
    assert not any(alarm.notice(0.5, 0.6) for _ in range(10 * PATIENCE))
    assert [alarm.notice(0.7, 0.6) for _ in range(PATIENCE)] == [False] * (PATIENCE - 1) + [True]
    assert [Alarm().notice(float("nan"), 0.6)] == [False]
    interrupted = Alarm()
    assert not any(interrupted.notice(value, 0.6) for value in (0.7, 0.7, 0.5, 0.7, 0.7, 0.5))


@pytest.mark.one_lane
def test_images_turn_cells_policy_and_owners_together() -> None:
    task = Task(game_named("othello:size=4"))
    cells, places = (torch.from_numpy(each) for each in task.symmetries())
    batch = random_batch(16, 4, 16, 17, True)
    seen = images(batch, list(zip(cells, places, strict=True)))
    for i in range(16):
        turn = cells[i // 2]
        assert (seen.bits[i] == batch.bits[i][:, turn]).all()
        assert (seen.owners[i] == batch.owners[i][turn]).all()
        assert (seen.policy[i][:16] == batch.policy[i][turn]).all()
        assert seen.policy[i][16] == batch.policy[i][16]  # a pass stays


@pytest.mark.one_lane
def test_halving_shares_the_simulations_out() -> None:
    for simulations in (1, 2, 8, 16, 32, 200):
        table = halving_table(simulations)
        for count in range(1, CONSIDERED + 1):
            visits = np.zeros(count, int)
            for done in range(simulations):
                wanted = table[count, done]
                assert (visits == wanted).any()
                visits[np.flatnonzero(visits == wanted)[0]] += 1
            assert visits.sum() == simulations


def made_up(rows: Any, places: int) -> Any:
    """Return answers that follow from what is asked."""
    numbers = np.random.default_rng(abs(int(rows.sum())) % 1000)
    return np.tanh(numbers.normal(size=(len(rows), places + 1))).astype(np.float32)


def played(game: Any, steps: int, simulations: int) -> Any:
    view = find_view(game)
    task = Shape(game, view, 9, 12)
    asked, answer = np.zeros((4, task.seen), np.int64), np.zeros((4, 10), np.float32)
    games = new_games(task, 4, simulations, 5, asked, answer)
    arguments = game, view, games, game.initial, halving_table(simulations), simulations
    act = advance.prepare(*arguments, chances(6, 0.5, 1.0, 1), True, np.zeros(9), 0, 4)
    finished = 0
    for _ in range(steps):
        act()
        answer[:] = made_up(asked, 9)
        finished += int((games.finished > 0).sum())
    return games, finished


@pytest.mark.both_lanes
def test_both_lanes_play_the_same_games(native: None) -> None:
    game = load_game(USERS_GAME)
    (one, finished), (other, same) = played(game, 120, 6), played(plain_throughout(game), 120, 6)
    assert finished == same > 3
    for name in ("states", "edges", "policy", "root_values", "result", "asked", "elder", "plies", "leaf"):
        assert np.allclose(getattr(one, name), getattr(other, name), atol=1e-6), name


@pytest.mark.one_lane
def test_a_search_makes_as_many_simulations_as_it_says() -> None:
    games, _ = played(plain_throughout(load_game(USERS_GAME)), 40, 7)
    nodes = len(games.states) // 4
    for slot in range(4):
        root = slot * nodes
        if games.leaf[slot] != 0:  # the root itself has been evaluated
            assert games.edges[root, : games.counts[root], VISITS].sum() == games.done[slot] <= 7


def trained(**options: str) -> Any:
    return trainer_for(Request(load_game(USERS_GAME), "tic-tac-toe", "zero", 1, options=options))


def finish(trainer: Any) -> Any:
    for _ in trainer.train():
        pass
    return trainer


def test_a_users_file_is_learned_without_hooks_and_loses_from_no_state(native: None) -> None:
    game, rules = load_game(USERS_GAME), plain(load_game(USERS_GAME))
    trainer = finish(trained(**LEARNED))
    network = Network(game, unpack(trainer.weights(), "weights"), "weights")

    @cache
    def value(state: Any) -> float:  # for the first player
        if rules.is_terminal(state):
            return float(rules.utility(state, 0))
        values = [value(rules.result(state, action)) for action in rules.actions(state)]
        return max(values) if state.player == 0 else min(values)

    value(rules.initial)
    seen, left = {rules.initial}, [rules.initial]
    while left:
        state = left.pop()
        for child in [] if rules.is_terminal(state) else [rules.result(state, a) for a in rules.actions(state)]:
            if child not in seen:
                seen.add(child)
                left.append(child)
    assert len(seen) == 5478
    asked = [state for state in seen if not rules.is_terminal(state)]

    def lost_by(simulations: int) -> list[Any]:
        """Return the states that are not lost, and are after the action that is chosen."""
        player = ManyPositions(game, torch_evaluator(network, "cpu"), simulations, AT_ONCE)
        lost = []
        for first in range(0, len(asked), AT_ONCE):
            part = asked[first : first + AT_ONCE]
            for state, action in zip(part, player.choose(part)[0], strict=True):
                sign, chosen = 1 if state.player == 0 else -1, value(rules.result(state, action))
                if sign * chosen < 0 and value(state) != chosen:
                    lost.append(state)
        return lost

    assert len(lost_by(0)) < len(asked) / 50  # the policy alone, without any search
    assert lost_by(SIMULATIONS) == []


def test_a_training_goes_on_from_its_checkpoint_as_if_nothing_had_happened(native: None) -> None:
    whole = finish(trained(positions="6000", **SMALL))
    broken = trained(positions="6000", **SMALL)
    for progress in broken.train_until(3000):
        assert progress.positions < 6000
    kept = broken.checkpoint()
    request = broken.request
    resumed = finish(trainer_for(request, kept))
    ours, other = (unpack(each.weights(), "weights").arrays for each in (resumed, whole))
    for name, array in ours.items():
        assert np.allclose(array.astype(float), other[name].astype(float), atol=1e-3), name
    assert resumed.training.counts == whole.training.counts
    with pytest.raises(HalfmoveError, match="other settings"):
        trainer_for(request._replace(options={**request.options, "channels": "8"}), kept)
    with pytest.raises(MalformedText):
        trainer_for(request, kept[: len(kept) // 2])


def test_held_out_states_are_not_learned_from(native: None) -> None:
    trainer = finish(trained(positions="2000", **SMALL))
    rules, replay = plain(trainer.task.game), trainer.training.replay
    seen = {tuple(row) for row in replay.seen[: replay.count].numpy().tolist()}
    states = [type(rules.initial)(*row) for row in seen]
    assert len(states) > 200
    assert all(is_learned_from(rules, state) for state in states)
    held_out = [state for state in all_states(rules) if not is_learned_from(rules, state)]
    assert held_out


def all_states(rules: Any) -> set[Any]:
    seen, left = {rules.initial}, [rules.initial]
    while left:
        state = left.pop()
        for action in [] if rules.is_terminal(state) else legal_actions(rules, state):
            child = rules.result(state, action)
            if child not in seen:
                seen.add(child)
                left.append(child)
    return seen


@pytest.mark.one_lane
@pytest.mark.parametrize(
    ("game", "options", "message"),
    [
        ("backgammon", {}, "without chance"),
        ("three-player-nim", {}, "two players"),
        ("tic-tac-toe", {"blocks": "0"}, "one at least"),
        ("tic-tac-toe", {"chanels": "8"}, "did you mean channels"),
        ("tic-tac-toe", {"rate": "fast"}, "not a number"),
        ("tic-tac-toe", {"rate": "-1"}, "negative"),
    ],
)
def test_what_cannot_be_learned_is_refused(game: str, options: dict[str, str], message: str) -> None:
    with pytest.raises((HalfmoveError, MalformedText), match=message):
        trainer_for(Request(game_named(game), game, "zero", 0, options=options))

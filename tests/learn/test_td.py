"""Temporal differences: what is learned, that it can be repeated to the last bit, and that it plays at once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.core.encoding import find_encoding
from halfmove.core.game import CHANCE, Game
from halfmove.core.random import random
from halfmove.core.rules import legal_actions
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.games.nim import OneHeapNim
from halfmove.learn.td_options import read_options, suitable_kind
from halfmove.learn.td_trainer import TDTrainer
from halfmove.learn.training import Request, trainer_for
from halfmove.learned.advice import LearnedAdvice, read_learned
from halfmove.learned.compact import expand
from halfmove.learned.inputs import inputs_of
from halfmove.learned.weights_file import unpack
from halfmove.play.loading import load_game
from halfmove.play.players.registry import player_of
from halfmove.play.players.spec import parse_spec

USERS_GAME = str(Path(__file__).with_name("users_tic_tac_toe.py"))
STATES = 5478  # of tic-tac-toe
GAMES = 600_000  # in a second or two
CHECKSUM = "f44217ac3798"  # of the weights that 60 games of Nim make: the same on every machine and in both lanes


def trained(game: Any, games: int, seed: int = 0, **options: Any) -> TDTrainer:
    trainer = TDTrainer(Request(game, "a game", "td", seed, games, options={"judge": "0", **options}))
    for _ in trainer.train():
        pass
    return trainer


def test_a_users_file_is_learned_without_hooks_and_loses_from_no_state(native: None) -> None:
    game = load_game(USERS_GAME)
    advice = plain(read_learned(game, trained(game, GAMES).weights(), "weights"))
    rules = plain(game)

    @cache
    def value(state: Any) -> float:  # for the first player
        if rules.is_terminal(state):
            return rules.utility(state, 0)
        values = [value(rules.result(state, action)) for action in rules.actions(state)]
        return max(values) if state.player == 0 else min(values)

    seen, left = {rules.initial}, [rules.initial]
    while left:
        state = left.pop()
        children = [] if rules.is_terminal(state) else [rules.result(state, a) for a in rules.actions(state)]
        new = set(children) - seen
        seen |= new
        left += new
    assert len(seen) == STATES
    for state in seen:
        if not rules.is_terminal(state):
            sign = 1 if state.player == 0 else -1
            chosen = value(rules.result(state, best_action(advice, state)))
            assert sign * chosen >= 0 or value(state) == chosen, state


def best_action(advice: LearnedAdvice, state: Any) -> int:
    """Return the action with the best after-state."""
    game, player = advice.game, advice.game.to_move(state)

    def worth(action: int) -> float:
        child = game.result(state, action)
        return game.utility(child, player) if game.is_terminal(child) else advice.evaluate(child, player)

    return max(legal_actions(game, state), key=worth)


@pytest.mark.parametrize("kind", ["table", "layer"])
def test_the_same_seed_makes_the_same_bytes_in_both_lanes(kind: str) -> None:
    game = OneHeapNim(9, 3)
    made = [trained(game, 60, seed, kind=kind, hidden="8") for seed in (3, 3, 4)]
    first, again, other = (weights_of(trainer) for trainer in made)
    assert first == again != other
    if kind == "layer":
        assert hashlib.sha256(first).hexdigest()[:12] == CHECKSUM


@pytest.mark.one_lane
def test_tuples_of_points_are_learned_at_the_full_rate_for_longer() -> None:
    def steady(name: str, **options: str) -> float:
        given = {"kind": "tuples", **options}
        trainer = TDTrainer(Request(plain(game_named(name)), name, "td", 1, 10, options=given))
        return trainer.options.steady

    assert steady("2048:size=2") == 0.9
    assert steady("2048:size=2", steady="0") == steady("connect-four:width=4,height=4") == 0.0


class Throw(NamedTuple):
    done: int = 0


class OneThrow(Game):
    """Throw once: nine times of ten that wins."""

    players, has_chance, initial = 1, True, Throw()

    def to_move(self, throw: Throw) -> int:
        return CHANCE if throw.done == 1 else 0

    def actions(self, throw: Throw) -> Iterator[int]:
        yield 0

    def chances(self, throw: Throw) -> Iterator[tuple[int, float]]:
        yield from ((1, 0.1), (2, 0.9))

    def result(self, throw: Throw, action: int) -> Throw:
        return Throw(throw.done + 1 + action) if throw.done else Throw(1)

    def is_terminal(self, throw: Throw) -> bool:
        return throw.done > 1

    def utility(self, throw: Throw, player: int) -> float:
        return 1.0 if throw.done == 4 else 0.0


@pytest.mark.one_lane
def test_a_game_that_chance_ends_is_learned_to_its_end() -> None:
    game = OneThrow()
    advice = read_learned(game, trained(game, 400, kind="table").weights(), "weights")
    assert advice.evaluate(Throw(1), 0) == pytest.approx(0.9, abs=0.1)


@pytest.mark.one_lane
@pytest.mark.parametrize("name", ["2048", "2048:size=3", "connect-four:width=5,height=4"])
def test_inputs_of_tuples_are_the_fillings_of_all_images(name: str) -> None:
    game = plain(game_named(name))
    encoding, rng = plain(find_encoding(game)), random(1)
    inputs, state = plain(inputs_of("tuples", encoding, game.advice)), game.initial
    for _ in range(9):
        state = game.result(state, game.sample(state, rng))
    side, expected, first = 0, [], encoding.stage(state) * inputs.size
    for cells in encoding.tuples():
        for image in dict.fromkeys(tuple(turned[cell] for cell in cells) for turned in encoding.symmetries()):
            filling = 0
            for cell in image:
                filling = filling * encoding.cell_values + encoding.cell(state, side, cell)
            expected.append(first + filling)
        first += encoding.cell_values ** len(cells)
    numbers, values = np.zeros(inputs.most, np.int32), np.zeros(inputs.most, np.float32)
    assert inputs.write(state, side, numbers, values) == inputs.most == len(expected)
    assert numbers.tolist() == expected
    assert (values == 1).all()


@pytest.mark.one_lane
def test_a_rate_stays_as_it_is_and_then_falls() -> None:
    game, options = plain(OneHeapNim(9, 3)), {"kind": "layer", "hidden": "8"}

    def learned(games: int, steady: str) -> bytes:
        return weights_of(trained(game, games, steady=steady, **options))

    half = TDTrainer(Request(game, "nim", "td", 0, 20, options={**options, "steady": "0.5"}))
    for report in half.train():
        if report.games == 10:
            break
    assert weights_of(half) == learned(10, "0.99") != learned(10, "0")
    assert learned(20, "0.5") != learned(20, "0.99")


@pytest.mark.one_lane
def test_a_time_is_kept_though_games_grow_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    game, options = plain(OneHeapNim(9, 3)), {"kind": "layer", "hidden": "8", "steady": "0.9", "judge": "0"}
    seconds = count()
    monkeypatch.setattr("halfmove.learn.td_trainer.time.process_time", lambda: float(next(seconds)))
    monkeypatch.setattr(TDTrainer, "_games_in", lambda trainer, time: 5000)  # as many as the first ones promised
    trainer = TDTrainer(Request(game, "nim", "td", minutes=2.0, options=options))
    for _ in trainer.train():
        pass
    assert trainer.games < 500  # a second each, as soon as 100 were played
    assert weights_of(trainer) == weights_of(trained(game, trainer.games, **options))


@pytest.mark.one_lane
@pytest.mark.parametrize("start", [0.0, 2.0])
def test_a_small_file_keeps_the_weights_that_changed_most(start: float) -> None:
    options = {"kind": "tuples", "bits": "8", "keep": "5", "start": str(start)}
    trainer = trained(plain(game_named("connect-four:width=4,height=4")), 3, **options)
    weights = expand(unpack(trainer.weights(), "weights").arrays, trainer.inputs.count)
    assert weights is not None
    rest = np.float32(start / trainer.inputs.most)  # what the others were at first
    kept, sizes = np.flatnonzero(weights != rest), trainer.model.sizes
    assert len(kept) >= 5
    assert sizes[kept].min() >= np.sort(sizes)[-5]
    assert weights[kept] == pytest.approx(trainer.model.weights[kept], abs=0.01)


def weights_of(trainer: TDTrainer) -> bytes:
    return b"".join(np.ascontiguousarray(part).tobytes() for _, part in sorted(trainer._arrays().items()))


@pytest.mark.parametrize("kind", ["table", "layer"])
@pytest.mark.one_lane
def test_a_training_that_was_stopped_goes_on_as_if_it_had_not_been(kind: str) -> None:
    game = plain(OneHeapNim(9, 3))
    request = Request(game, "nim", "td", 1, 100, options={"kind": kind, "hidden": "8", "judge": "0"})
    whole = trainer_for(request)
    for _ in whole.train():
        pass
    stopped = trainer_for(request)
    for report in stopped.train():
        if report.games >= 40:
            break
    resumed = trainer_for(request, stopped.checkpoint())
    for _ in resumed.train():
        pass
    assert resumed.weights() == whole.weights()
    with pytest.raises(HalfmoveError, match="the checkpoint was made with other settings: seed 1"):
        trainer_for(request._replace(seed=2), stopped.checkpoint())


@pytest.mark.one_lane
def test_three_players_learn_a_vector() -> None:
    game = plain(game_named("three-player-nim:stones=5,most=2"))
    trainer = trained(game, 1500, kind="table", explore="0.3")
    advice = plain(read_learned(game, trainer.weights(), "weights"))
    state = game.result(game.initial, 1)  # four stones, and the second player is to move
    values = [advice.evaluate(state, player) for player in range(3)]
    solved = {player: max_n(game, state)[player] for player in range(3)}
    assert values == pytest.approx([solved[player] for player in range(3)], abs=0.35)
    best = best_action(advice, game.initial)
    assert max_n(game, game.result(game.initial, best))[0] == max_n(game, game.initial)[0]


def max_n(game: Any, state: Any) -> tuple[float, ...]:
    if game.is_terminal(state):
        return tuple(game.utility(state, player) for player in range(game.players))
    children = [max_n(game, game.result(state, action)) for action in game.actions(state)]
    return max(children, key=lambda values: values[game.to_move(state)])


@pytest.mark.one_lane
def test_states_that_are_no_numbers_are_learned_too() -> None:
    game = load_game(str(Path(__file__).parents[2] / "examples" / "take_away.py"))
    assert suitable_kind(game) == "table"
    advice = read_learned(game, trained(game, 3000, explore="0.3").weights(), "weights")
    for stones in (5, 6, 7, 9, 10, 11):
        assert best_action(advice, (stones, 0)) == stones % 4


@pytest.mark.one_lane
@pytest.mark.parametrize("spec", ["alphabeta:depth=1", "engine:depth=1"])
def test_weights_play_at_once(tmp_path: Path, spec: str) -> None:
    game = plain(OneHeapNim(9, 3))
    file = tmp_path / "nim.safetensors"
    file.write_bytes(trained(game, 800, kind="table", explore="0.3").weights())
    state = game.result(game.initial, 2)  # seven stones: three are to be taken
    assert player_of(parse_spec(f"{spec},weights={file}"))(game, state, Limit()).action == 3


@pytest.mark.one_lane
def test_what_suits_a_game_is_chosen_and_told() -> None:
    assert suitable_kind(game_named("tic-tac-toe")) == "table"
    assert suitable_kind(game_named("2048")) == suitable_kind(game_named("connect-four")) == "tuples"
    assert suitable_kind(game_named("backgammon")) == "layer"
    plan = trainer_for(Request(game_named("connect-four"), "connect-four", "td", minutes=2.0)).plan()
    assert "n-tuples of cells" in plan[0]
    assert "about 2 min" in " ".join(plan)


@pytest.mark.one_lane
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"kinds": "table"}, "there is no such option .did you mean kind.*; there are kind, hidden"),
        ({"kind": "forest"}, "there is no such kind; there are table, features"),
        ({"rate": "fast"}, "--set rate=fast: this is not a number"),
        ({"rate": "nan"}, "must not be negative, nor too large"),
        ({"rate": "-1"}, "must not be negative, nor too large"),
        ({"hidden": "7"}, "hidden is a multiple of 4"),
        ({"trace": "2"}, "trace and explore are from 0 to 1"),
        ({"steady": "1"}, "steady: it is a share of the games, less than 1"),
        ({"keep": "9"}, "keep: a file that keeps some of the weights is a small one"),
    ],
)
def test_options_that_there_are_not(options: dict[str, str], reason: str) -> None:
    with pytest.raises(HalfmoveError, match=reason):
        read_options(options)


@pytest.mark.one_lane
def test_a_game_without_what_a_kind_needs_is_refused() -> None:
    nim = game_named("nim")
    for kind, reason in (("features", "no features of its own"), ("tuples", "no tuples stand beside the game")):
        with pytest.raises(HalfmoveError, match=reason):
            TDTrainer(Request(nim, "nim", "td", games=1, options={"kind": kind}))
    with pytest.raises(HalfmoveError, match="keep: of layer, all weights are kept"):
        TDTrainer(Request(nim, "nim", "td", games=1, options={"kind": "layer", "bits": "16", "keep": "9"}))
    with pytest.raises(HalfmoveError, match=r"there is no method 'dt'.*; there are td"):
        trainer_for(Request(nim, "nim", "dt", games=1))

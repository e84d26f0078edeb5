"""`--method nnue` for games other than chess: what is kept when it is stopped, and what it says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games import game_named
from halfmove.learn.nnue.selfplay import new_positions
from halfmove.learn.nnue.trainer import POSITIONS, NNUETrainer
from halfmove.learn.training import Request
from halfmove.learned.advice import read_learned
from halfmove.learned.weights_file import pack, unpack

NAME = "three-mens-morris"
SMALL = {"units": "8", "nodes": "20", "threads": "1", "epochs": "2"}


def trainer(kept: bytes | None = None, name: str = NAME, **options: str) -> NNUETrainer:
    return NNUETrainer(Request(game_named(name), name, "nnue", options={**SMALL, **options}), kept)


@pytest.mark.deep
def test_a_training_that_was_stopped_among_its_games_goes_on_with_them(native: None, covered: Any) -> None:
    stopped = trainer(positions="1000")
    for _ in stopped._play():
        pass
    assert stopped.weights() == b""  # nothing was fitted
    kept = stopped.checkpoint()
    resumed = trainer(kept, positions="1000")
    assert resumed.positions == stopped.positions
    reports = list(resumed.train())
    assert {report.unit for report in reports} == {"steps"}  # there were games enough
    played_on = trainer(kept, positions=str(stopped.positions + 1))
    list(played_on.train())
    added = played_on.parts[-1].words
    assert not np.array_equal(added, stopped.parts[0].words[: len(added)])
    game = game_named(NAME)
    value: Any = read_learned(game, resumed.weights(), "learned").evaluate(game.initial, 0)
    assert -1 < value < 1
    covered("a training of an updated network, stopped and resumed", cases=2)


@pytest.mark.one_lane
def test_a_checkpoint_keeps_the_last_positions_that_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped, rows = trainer(), 10
    stopped.parts = [new_positions(stopped.game, rows) for _ in range(3)]
    for number, part in enumerate(stopped.parts):
        part.movers[:] = number
    size = sum(getattr(stopped.parts[0], name).nbytes for name in POSITIONS)
    for most, kept in ((3 * size, [0, 1, 2]), (3 * size - 1, [1, 2]), (1, [2])):
        monkeypatch.setattr("halfmove.learn.nnue.trainer.LARGEST", most)
        movers = unpack(stopped.checkpoint(), "kept").arrays["movers"]
        assert movers.tolist() == [number for number in kept for _ in range(rows)]


@pytest.mark.one_lane
def test_checkpoints_that_do_not_fit_are_refused() -> None:
    kept = unpack(trainer().checkpoint(), "kept")
    with pytest.raises(MalformedText, match="it is of another network"):
        trainer(pack({**kept.arrays, "words": np.zeros((3, 4), np.int64)}, kept.facts))
    with pytest.raises(MalformedText, match="it is of another network"):
        trainer(pack(kept.arrays, kept.facts), units="16")
    with pytest.raises(HalfmoveError, match="other rules"):
        trainer(pack(kept.arrays, kept.facts), "six-mens-morris")


@pytest.mark.deep
def test_games_without_a_position_to_learn_from_are_said_to_be_such(native: None, covered: Any) -> None:
    with pytest.raises(HalfmoveError, match="decided too early"):
        list(trainer(None, "mnk:width=2,height=2,in_a_row=2", positions="10").train())
    covered("games that are too short for an updated network", cases=1)


@pytest.mark.one_lane
def test_a_game_without_pieces_is_refused() -> None:
    with pytest.raises(HalfmoveError, match="whose view shows pieces"):
        trainer(None, "oware")


@pytest.mark.one_lane
def test_a_training_begins_with_the_weights_of_a_file() -> None:
    net = trainer()
    net.loss = 0.5
    weights = net.weights()
    request = Request(game_named(NAME), NAME, "nnue", seed=9, options=SMALL, begin=weights)
    begun = NNUETrainer(request)
    begun.loss = 0.5
    found, wanted = (unpack(content, "weights").arrays for content in (begun.weights(), weights))
    for name, array in wanted.items():
        assert found[name] == pytest.approx(array)
    with pytest.raises(HalfmoveError, match="units=8"):
        NNUETrainer(request._replace(options={**SMALL, "units": "16"}))
    with pytest.raises(HalfmoveError, match="other rules"):
        NNUETrainer(request._replace(game=game_named("six-mens-morris")))

"""Weights for the features of any game: fitted to its games, written, read again as hostile input, and played with."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from halfmove.cli import app
from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.core.random import random
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.games import game_named
from halfmove.learn import features
from halfmove.play.players.registry import player_of
from halfmove.play.players.search import choices
from halfmove.play.players.spec import parse_spec
from halfmove.play.players.weights import read_weights, weighted_by_file, write_weights
from halfmove.play.trust import recorded_spec

USERS_GAME = '''
from halfmove.games.nim import OneHeapNim


class WithFeatures(OneHeapNim):
    """One-heap Nim that says whether the mover wins, and how many stones there are."""

    def features(self, heap, player):
        wins = 1.0 if heap.stones % 4 != 0 else -1.0
        return (wins if player == heap.player else -wins, float(heap.stones))
'''


def test_material_is_found_to_be_worth_something() -> None:
    weights, positions = features.tune("checkers", np.zeros(3), 20, 1)
    assert len(positions.features) == len(positions.results) > 500
    assert set(positions.results.tolist()) <= {0.0, 0.5, 1.0}
    assert weights[0] > 0
    assert weights[1] > 0


def test_games_with_chance() -> None:
    game = plain(game_named("backgammon"))
    states, utilities = features.play_game(game, (0.01, 0.1, 0.1, 0.1), random(2))
    assert {game.to_move(state) for state in states} == {0, 1}
    assert utilities[0] == -utilities[1] != 0


def test_the_command_writes_weights_that_can_be_played_with(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(USERS_GAME)
    game, file = f"{tmp_path / 'mine.py'}:WithFeatures:stones=11,most=3", tmp_path / "weights.json"
    words = ["tune", game, "--games", "40", "--rounds", "2", "--seed", "2", "--output", str(file), "--json"]
    result = CliRunner().invoke(app, words, catch_exceptions=False)
    facts = json.loads(result.stdout)["rounds"]
    assert [fact["round"] for fact in facts] == [1, 2]
    assert facts[0]["loss"][1] < facts[0]["loss"][0]
    weights, scale = read_weights(file)
    assert weights[0] > 0
    assert scale == features.SCALE


@pytest.mark.parametrize("name", ["alphabeta:depth=1", "engine:depth=1", "minimax:depth=1"])
def test_searches_weigh_by_a_file(tmp_path: Path, name: str) -> None:
    file = tmp_path / "weights.json"
    game = plain(game_named("chess:repetitions=0"))
    state = game.read("4k3/8/8/3q4/8/8/3R2p1/4K3 w - - 0 1")
    for weights, action in (((1, 3, 3, 5, 9), "Rxd5"), ((9, 0, 0, 0, 0), "Rxg2")):
        file.write_text(write_weights("chess", weights, 10))
        spec = parse_spec(f"{name},weights={file}")
        *_, choice = choices(spec, game, state, Limit())
        assert game.name(choice.action, state) == action
        assert player_of(spec)(game, state, Limit()).action == choice.action


def test_a_game_without_features_is_refused() -> None:
    with pytest.raises(WrongGame, match="nim: the game has no features of its own to weigh"):
        features.require_features(game_named("nim"), "nim")
    assert features.require_features(game_named("chess"), "chess") == 5


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[1, 2]", "no weights in it"),
        ('{"weights": []}', "no weights in it"),
        ('{"weights": [1, "2", 3]}', "no weights in it"),
        ('{"weights": [1, true, 3]}', "no weights in it"),
        ('{"weights": [1, NaN, 3]}', "no weights in it"),
        ('{"weights": [1, 1e999, 3]}', "no weights in it"),
        ('{"weights": [1, 2, 3], "scale": null}', "no weights in it"),
        ('{"weights": [1, 2, 3], "scale": -1}', "a scale is not negative"),
        ('{"weights": [1, 2]}', "has 3 features, and there are 2 weights"),
        (" " * (1 << 21), "more than 1,048,576 bytes"),
    ],
)
def test_files_that_hold_no_weights(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "weights.json"
    file.write_text(text)
    with pytest.raises(HalfmoveError, match=reason) as refused:
        weighted_by_file(plain(game_named("checkers")), str(file))
    assert str(file) in str(refused.value)


def test_a_record_cannot_ask_for_a_file() -> None:
    with pytest.raises(HalfmoveError, match="reads a file, as no record may"):
        recorded_spec("alphabeta:depth=2,weights=weights.json")


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(HalfmoveError, match="this is not a file"):
            read_weights(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(HalfmoveError, match="No such file"):
        read_weights(tmp_path / "weights.json")

"""Networks that play without a neural library: those that come with games, other sizes, and files that are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from halfmove.core.choice import Limit
from halfmove.core.rules import legal_actions
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games import game_named
from halfmove.learned.nets.network import Network
from halfmove.learned.weights_file import WeightsFile, pack, unpack
from halfmove.play.players.registry import player_of
from halfmove.play.players.search import analyst_of
from halfmove.play.players.spec import parse_spec
from halfmove.play.players.weights import network_by_file
from halfmove.search.mcts import TreeSearch

pytestmark = pytest.mark.one_lane
WITH_NETWORKS = ("connect-four", "othello", "go")


def network_of(name: str) -> Network:
    network = network_by_file(game_named(name), "learned")
    assert network is not None
    return network


def file_of(name: str) -> WeightsFile:
    folder = Path(__file__).parents[2] / "src" / "halfmove" / "games" / name.replace("-", "_")
    return unpack((folder / "network.safetensors").read_bytes(), name)


@pytest.mark.parametrize("name", WITH_NETWORKS)
def test_a_game_comes_with_a_network_that_tells_how_it_was_made(name: str) -> None:
    facts = file_of(name).facts
    assert facts["command"].startswith(f"halfmove train {name} --method zero")
    network = network_of(name)
    weights, values = network([network.game.initial])
    assert len(weights[0]) == len(legal_actions(network.game, network.game.initial))
    assert sum(weights[0]) == pytest.approx(1)
    assert -1 <= values[0] <= 1


def test_the_network_of_connect_four_knows_its_first_moves_and_its_last() -> None:
    network = network_of("connect-four")
    rules = network.game

    def chosen(written: str) -> tuple[str, float]:
        state = rules.read(written)
        weights, values = network([state])
        best = max(zip(weights[0], legal_actions(rules, state), strict=True))
        return rules.name(best[1], state), values[0]

    assert chosen("")[0] == "4"  # the only one that wins
    assert chosen("")[1] > 0.5
    assert chosen("414141")[0] == "4"
    assert chosen("414141")[1] > 0.9
    assert chosen("4141417")[0] == "1"  # which wins
    assert chosen("414127")[0] == "4"
    assert chosen("4141427")[0] == "4"  # which alone does not lose


@pytest.mark.parametrize(
    ("name", "asks"), [("go", True), ("go:komi=5.5", False), ("go:size=13", False), ("hex", False)]
)
def test_strong_asks_a_network_that_was_learned_by_the_same_rules(name: str, asks: bool) -> None:
    analyst: Any = analyst_of(plain_throughout(game_named(name)))
    assert isinstance(analyst, TreeSearch)
    assert (analyst.model is not None) == asks
    assert analyst.choose(limit=Limit(nodes=30)).action is not None


@pytest.mark.parametrize("name", ["go:size=7", "go:size=13", "othello:size=6", "connect-four:width=9,height=7"])
def test_a_network_plays_boards_of_other_sizes(name: str) -> None:
    network = network_of(name)
    state = network.game.initial
    weights, values = network([state, state])
    assert weights[0] == pytest.approx(weights[1], abs=1e-6)
    assert len(weights[0]) == len(legal_actions(network.game, state))
    assert abs(values[0]) <= 1


def test_a_tree_search_asks_the_network() -> None:
    game = plain_throughout(game_named("connect-four"))
    player = player_of(parse_spec("mcts:weights=learned,simulations=24"))
    assert game.name(player.choose(game, game.read("414141"), Limit()).action or 0) == "4"


def test_networks_for_other_rules_are_refused() -> None:
    weights = file_of("othello")
    with pytest.raises(HalfmoveError, match="other rules"):
        Network(game_named("go"), weights, "file")
    with pytest.raises(HalfmoveError, match="other rules"):
        Network(game_named("go:komi=5.5,suicide=true"), file_of("go"), "file")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"board": "9"}, "no board has a size"),
        ({"board": "999x999"}, "no board has a size"),
        ({"kind": "layer"}, "no network"),
        ({"view": "0000000000000000"}, "other rules"),
    ],
)
def test_files_that_say_something_else_are_refused(change: dict[str, str], message: str) -> None:
    weights = file_of("connect-four")
    with pytest.raises((HalfmoveError, MalformedText), match=message):
        Network(game_named("connect-four"), WeightsFile(weights.arrays, {**weights.facts, **change}), "file")


def without(arrays: Any, name: str) -> dict[str, Any]:
    return {key: array for key, array in arrays.items() if key != name}


@pytest.mark.parametrize("part", ["stem.weight", "second.3.bias", "result.weight", "policy_cells.weight"])
def test_damaged_networks_are_refused(part: str) -> None:
    weights, game = file_of("connect-four"), game_named("connect-four")
    with pytest.raises(MalformedText, match="do not fit"):
        Network(game, WeightsFile(without(weights.arrays, part), weights.facts), "file")
    smaller = dict(weights.arrays) | {part: weights.arrays[part][:-1]}
    with pytest.raises(MalformedText, match=r"do not fit|something else"):
        Network(game, WeightsFile(smaller, weights.facts), "file")
    content = pack(dict(weights.arrays) | {part: np.full_like(weights.arrays[part], np.nan)}, weights.facts)
    with pytest.raises(MalformedText, match="not a number"):
        unpack(content, "file")
    with pytest.raises(MalformedText, match="damaged"):
        unpack(content[: len(content) // 2], "file")


def test_a_network_that_would_be_repeated_beyond_all_memory_is_refused() -> None:
    weights, game = file_of("connect-four"), game_named("connect-four")
    wide = dict(weights.arrays) | {"stem.bias": np.zeros((1 << 14, 1, 1, 1, 1), np.float32)}
    with pytest.raises(MalformedText, match="do not fit"):
        Network(game, WeightsFile(wide, weights.facts), "file")


@pytest.mark.filterwarnings("error")
def test_a_network_that_answers_what_is_not_a_number_is_refused() -> None:
    weights, game = file_of("connect-four"), game_named("connect-four")
    large = {name: array * np.float32(1e30) if "first" in name else array for name, array in weights.arrays.items()}
    network = Network(game, WeightsFile(large, weights.facts), "file")
    with pytest.raises(MalformedText, match="file: the network answers what is not a number"):
        network([game.initial])

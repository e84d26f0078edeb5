"""Boards of many words: Connect Four from 64 bits on, stones in a row up to 20 x 20.

Their rules are compared with rules on lists in `test_references.py`; here machine code is compared with the plain lane.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from halfmove.check.lanes import disagreements
from halfmove.check.laws import same
from halfmove.compiled import kernel, plain
from halfmove.core.choice import Limit
from halfmove.core.random import random
from halfmove.core.rules import action_named
from halfmove.games import game_named
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.games.mnk import MNK
from halfmove.search.alphabeta import alphabeta
from halfmove.search.engine import Engine
from halfmove.search.perft import perft
from halfmove.search.solving import prove

SIZES = [
    "connect-four:width=8,height=7",
    "connect-four:width=8,height=8",
    "connect-four:width=13,height=4",
    "connect-four:width=16,height=7",
    "gomoku:width=19,height=19",
    "gomoku:width=20,height=20",
    "mnk:width=20,height=20,in_a_row=5,exact=yes",
]


@kernel
def random_game(game: Any, advice: Any, state: Any, rng: Any, whole: Any, real: Any) -> Any:
    """Play a random game to its end, and note its actions, keys and evaluations."""
    ply = 0
    while not game.is_terminal(state):
        action = game.sample(state, rng)
        whole[ply, 0], whole[ply, 1], whole[ply, 2] = action + 1, game.key(state), advice.is_quiet(state)
        real[ply] = advice.evaluate(state, 0)
        state = game.result(state, action)
        ply += 1
    real[ply] = game.utility(state, 0)
    return state


def lanes_agree(name: str, games: int) -> None:
    game = game_named(name)
    for seed in range(games):
        seen = []
        for each in (game, plain(game)):
            whole, real = np.zeros((401, 3), np.int64), np.zeros(401)
            end = random_game(each, each.advice, game.initial, random(seed), whole, real)
            seen.append((end, whole.tolist(), real.tolist()))
        assert same(seen[0][0], seen[1][0])
        assert seen[0][1:] == seen[1][1:]


@pytest.mark.parametrize(
    "name", [pytest.param("connect-four:width=8,height=8", marks=pytest.mark.deep), "gomoku:width=20,height=20"]
)
def test_lanes_agree_along_whole_games(name: str) -> None:
    lanes_agree(name, 3)


@pytest.mark.deep
@pytest.mark.parametrize("name", SIZES)
def test_lanes_agree_along_many_games(name: str) -> None:
    lanes_agree(name, 60)


@pytest.mark.deep
@pytest.mark.parametrize("name", SIZES)
def test_no_question_is_answered_differently(name: str) -> None:
    assert list(disagreements(game_named(name), games=1)) == []


@pytest.mark.deep
@pytest.mark.parametrize("name", SIZES)
def test_searches_agree(name: str) -> None:
    game = game_named(name)
    rules = plain(game)
    assert perft(game, depth=2) == perft(rules, depth=2)
    for seed in (1, 2):
        numbers, state = random(seed), game.initial
        for _ in range(24):
            child = rules.result(state, rules.sample(state, numbers))
            state = state if rules.is_terminal(child) else child
        limit = Limit(depth=2, nodes=20_000)  # a forced line on 16 x 7 takes millions, too many for plain Python
        machine, text = (Engine(each, megabytes=1).choose(state, limit) for each in (game, rules))
        assert machine == text


@pytest.mark.deep
@pytest.mark.parametrize(("width", "height"), [(8, 8), (8, 7), (13, 4)])
def test_late_positions_of_connect_four_are_solved(width: int, height: int) -> None:
    game = ConnectFour(width, height, margin=True)
    rules, found, seed = plain(game), 0, 0
    while found < 20:
        seed += 1
        numbers, state = random(seed), game.initial
        while not rules.is_terminal(state) and rules.bounds.plies_left(state) > 10:
            state = rules.result(state, rules.sample(state, numbers))
        if not rules.is_terminal(state):
            found += 1
            assert prove(game, state).value == alphabeta(game, state).value == prove(rules, state).value


def test_keys_of_a_large_board_fold_mirror_images() -> None:
    game = plain(ConnectFour(8, 8))
    assert game.key(game.read("1122")) == game.key(game.read("8877"))
    assert game.key(game.read("1122")) != game.key(game.read("1133"))


def test_as_text() -> None:
    game = plain(ConnectFour(8, 8))
    state = game.read("88888888 1")
    assert game.read(game.show(state)) == state
    stones = plain(MNK(20, 20, 5))
    corner = stones.result(stones.initial, action_named(stones, stones.initial, "t20"))
    assert stones.read(stones.show(corner)) == corner
    assert stones.show(corner).splitlines()[0].endswith("X")

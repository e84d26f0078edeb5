"""Every game says the same in both lanes: all answers, along random games."""

from __future__ import annotations

import os
from copy import copy
from typing import Any

import numpy as np
import pytest

from halfmove.check.laws import broken, same
from halfmove.compiled import kernel, lane_of, plain
from halfmove.core.game import CHANCE, Game
from halfmove.core.random import random
from halfmove.games import GAMES, game_named

DEEP = os.environ.get("HALFMOVE_DEEP") == "1"
RANDOM_GAMES = 10 if DEEP else 3  # in which the laws are asked
LANE_GAMES = 5 if DEEP else 2  # random games in both lanes
PLIES = 60 if DEEP else 40  # of a random game in both lanes
SEED = 3  # of what a game draws itself
MOST_ACTIONS = 4096  # backgammon has about a thousand plays of one roll

OTHER_KINDS = [  # of states and answers than any game as it is by default
    "connect-four:width=8,height=8,margin=yes",
    "figure:name=three-players",
    "random-dag:seed=5,chance=true",
    "random-graph:seed=7,chance=true,repetition=draw",
]
OTHER_SIZES = [
    "connect-four:width=9,height=6",
    "connect-four:width=4,height=3",
    "mnk:width=5,height=9,in_a_row=4",
    "mnk:width=8,height=7,in_a_row=1",
    "nim:heaps=1-2-3-4-5,misere=true",
    "nim:heaps=100-31-127",
    "one-heap-nim:misere=true",
    "kalah:holes=4,seeds=3",
    "kalah:holes=1,seeds=5",
    "pig:goal=12",
    "cat-and-mouse:width=4,height=2",
    "pacman:maze=tiny,ghosts=chase",
]
OWN_FILES = ["backgammon", "checkers", "chess", "draughts"]  # compare their lanes in the file of the game
ALIKE = [  # to a game that is compared
    *("bridge", "chess960", "fog", "gomoku", "kriegspiel", "matching-pennies", "mnk", "rock-paper-scissors"),
    *("six-mens-morris", "three-mens-morris", "y"),
]
HIDDEN = ["kuhn-poker", "leduc-poker", "liars-dice", "goofspiel", "battleship", "matrix"]  # compared in tests/hidden
VARIANTS = [*GAMES, *OTHER_KINDS, *OTHER_SIZES]
SMALLER = {"battleship": "battleship:width=4,height=4,ships=2-3,shots=8"}  # in plain Python
SMALLER |= {} if DEEP else {"gomoku": "gomoku:width=9,height=9", "pente": "pente:width=9,height=9"}


def deep_where(names: list[str]) -> list[Any]:
    """Return all variants as parameters, of which some are tested by `make test-deep` only."""
    return [pytest.param(name, marks=pytest.mark.deep if name in names else ()) for name in VARIANTS]


@kernel
def answers(game: Any, advice: Any, state: Any, whole: Any, real: Any, rng: Any) -> int:
    """Write every answer about a state into two arrays; return how many actions there are."""
    whole[0], whole[1], whole[2] = game.to_move(state), game.is_terminal(state), game.key(state)
    real[0], real[1] = game.utilities
    if game.is_terminal(state):
        for player in range(game.players):
            real[2 + player] = game.utility(state, player)
        return 0
    for player in range(game.players):
        real[2 + player] = advice.evaluate(state, player)
    whole[3] = advice.is_quiet(state)
    count = 0
    if game.to_move(state) == CHANCE:
        for outcome, probability in game.chances(state):
            whole[4 + count], real[10 + count] = outcome, probability
            count += 1
    else:
        for action in game.actions(state):
            whole[4 + count], real[10 + count] = action, advice.order(state, action)
            count += 1
    whole[4 + count] = game.sample(state, rng)
    return count


@kernel
def follow(game: Any, state: Any, action: int) -> Any:
    return game.result(state, action)


def asked(game: Game, state: Any) -> tuple[Any, ...]:
    whole, real = np.zeros(4 + MOST_ACTIONS, np.int64), np.zeros(10 + MOST_ACTIONS)
    return answers(game, game.advice, state, whole, real, random(SEED)), whole.tolist(), real.tolist()


@pytest.mark.grows
@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("name", deep_where([*OTHER_SIZES, *OWN_FILES, *ALIKE, *HIDDEN]))
def test_lanes_agree(name: str) -> None:
    game = game_named(name)
    twin, numbers = plain(game), random(1)
    assert lane_of(twin) == "plain"
    for _ in range(LANE_GAMES):
        state = game.initial
        for _ in range(PLIES):
            answer = asked(game, state)
            assert answer == asked(twin, state), state
            count, whole, _ = answer
            if count == 0:
                break
            action = whole[4 + numbers.below(count)]
            child = follow(game, state, action)
            assert same(child, follow(twin, state, action)), (state, action)
            assert type(child) is type(state)
            state = child


@pytest.mark.one_lane
@pytest.mark.grows
@pytest.mark.parametrize("name", deep_where(["chess", "chess960"]))  # test_chess.py asks the laws of chess
def test_games_keep_the_laws(name: str) -> None:
    assert broken(game_named(SMALLER.get(name, name)), games=RANDOM_GAMES) == []


@pytest.mark.one_lane
@pytest.mark.parametrize("name", ["connect-four", "mnk", "gomoku", "kalah", "pig:goal=20", "pacman:maze=.P_.,time=20"])
def test_an_evaluation_is_strictly_between_the_bounds_and_opposite_for_the_other_player(name: str) -> None:
    game, numbers = plain(game_named(name)), random(2)
    low, high = game.utilities
    for _ in range(10):
        state = game.initial
        while not game.is_terminal(state):
            value = game.advice.evaluate(state, 0)
            assert low < value < high
            assert game.players == 1 or game.advice.evaluate(state, 1) == -value
            actions = list(game.actions(state))
            state = game.result(state, actions[numbers.below(len(actions))])


@pytest.mark.one_lane
@pytest.mark.parametrize("name", GAMES)
def test_a_copy_keeps_the_lane(name: str) -> None:
    for game in (game_named(name), plain(game_named(name))):
        assert type(copy(game)) is type(game)

"""Kalah and Oware against OpenSpiel, along random games.

OpenSpiel's Mancala is Kalah(6, 4) where a capture needs seeds opposite; it tells who wins and not by how much.
OpenSpiel's Oware ends when a position comes back after the last capture, ours after a number of plies without one;
each player then takes the seeds in his row in both.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from spiel_games import Tally, ask, follow

from halfmove.compiled import plain
from halfmove.core.random import random
from halfmove.games.kalah import Kalah
from halfmove.games.oware import Oware

pytestmark = pytest.mark.one_lane

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

SAMPLE, GAMES, STATES = 40, 10_000, 500_000
HOLES, SEEDS = 6, 4
FIRST_HOLES = (1, 8)  # of each player, as OpenSpiel numbers them


def compare_kalah(game: Any, seed: int, games: int, states: int) -> Tally:
    theirs, numbers, seen, played = pyspiel.load_game("mancala"), random(seed), 0, 0
    actions, utilities = np.zeros(HOLES, np.int64), np.zeros(2)
    while played < games or seen < states:
        state, other = game.initial, theirs.new_initial_state()
        played += 1
        while True:
            seen += 1
            count = ask(game, state, actions, utilities)
            assert (count < 0) == other.is_terminal(), game.show(state)
            if count < 0:
                assert np.sign(utilities).tolist() == other.returns()
                break
            player = game.to_move(state)
            assert player == other.current_player()
            listed = actions[:count].tolist()
            assert [FIRST_HOLES[player] + hole for hole in listed] == other.legal_actions(), game.show(state)
            action = listed[numbers.below(count)]
            other.apply_action(FIRST_HOLES[player] + action)
            state = follow(game, state, action)
    return Tally(played, seen)


def compare_oware(game: Any, theirs: Any, seed: int, games: int, states: int) -> Tally:
    numbers, seen, played, repeated = random(seed), 0, 0, 0
    actions, utilities = np.zeros(game.houses, np.int64), np.zeros(2)
    while played < games or seen < states:
        state, other = game.initial, theirs.new_initial_state()
        played += 1
        boards: set[Any] = set()
        while True:
            seen += 1
            boards = set() if state.quiet == 0 else boards
            board = (state.mine, state.theirs, state.player)
            count = ask(game, state, actions, utilities)
            if board in boards and count > 0:
                repeated += 1
                assert other.is_terminal()
                lead = game.total(state.mine) - game.total(state.theirs)
                assert other.returns()[state.player] == np.sign(lead)
                break
            boards.add(board)
            assert (count < 0) == other.is_terminal(), game.show(state)
            if count < 0:
                assert utilities.tolist() == other.returns()
                break
            assert game.to_move(state) == other.current_player()
            assert actions[:count].tolist() == other.legal_actions(), game.show(state)
            action = int(actions[numbers.below(count)])
            other.apply_action(action)
            state = follow(game, state, action)
    return Tally(played, seen)


def test_kalah() -> None:
    compare_kalah(plain(Kalah(HOLES, SEEDS)), 1, SAMPLE, 0)


@pytest.mark.parametrize(("houses", "seeds"), [(6, 4), (3, 3), (2, 5)])
def test_oware(houses: int, seeds: int) -> None:
    theirs = pyspiel.load_game(f"oware(num_houses_per_player={houses},num_seeds_per_house={seeds})")
    compare_oware(plain(Oware(houses, seeds)), theirs, 2, SAMPLE, 0)


@pytest.mark.deep
def test_many_games_of_kalah(compared: Any) -> None:
    compared("kalah", *compare_kalah(Kalah(HOLES, SEEDS), 3, GAMES, STATES))


@pytest.mark.deep
@pytest.mark.parametrize(("houses", "seeds", "part"), [(6, 4, 1), (4, 3, 5)])
def test_many_games_of_oware(houses: int, seeds: int, part: int, compared: Any) -> None:
    theirs = pyspiel.load_game(f"oware(num_houses_per_player={houses},num_seeds_per_house={seeds})")
    compared("oware", *compare_oware(Oware(houses, seeds, 1000), theirs, 4, GAMES // part, STATES // part))

"""Features of games, which `Weighted` weighs: told a second time, in both lanes, and played with."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from playing import random_states

from halfmove import alphabeta, weighted
from halfmove.compiled import kernel, plain
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.games.chess import Chess
from halfmove.games.chess.advice import MATERIAL
from halfmove.games.draughts.english import Checkers

PIECES = "PNBRQ"
WINS_A_QUEEN = "4k3/8/8/3q4/8/8/3R2p1/4K3 w - - 0 1"  # or stops a pawn
NAMES = {"chess": 5, "checkers": 3, "draughts": 3, "othello": 3, "backgammon": 4}
TEN_PAWNS = 10.0  # the lead that counts for half a win


@kernel
def features_of(advice: Any, state: Any, player: int, found: Any) -> None:
    for i, feature in enumerate(advice.features(state, player)):
        found[i] = feature


def asked(game: Any, state: Any, player: int, count: int) -> list[float]:
    found = np.zeros(count)
    features_of(game.advice, state, player, found)
    return found.tolist()


@pytest.mark.parametrize(("name", "count"), NAMES.items())
def test_the_lanes_agree_and_the_players_are_opposite(name: str, count: int) -> None:
    game = game_named(name)
    differ = set()
    for ply, state in zip(range(80), random_states(plain(game), 3)):
        if ply % 4 == 0:
            first = asked(plain(game), state, 0, count)
            assert first == asked(game, state, 0, count)
            assert asked(plain(game), state, 1, count) == [-feature for feature in first]
            differ.add(tuple(first))
    assert len(differ) > 1


def test_chess_counts_material() -> None:
    game = plain(Chess())
    for seed in (1, 2):
        for state in random_states(game, seed):
            placement = game.fen(state).split()[0]
            expected = [placement.count(piece) - placement.count(piece.lower()) for piece in PIECES]
            assert list(game.advice.features(state, 0)) == expected


def test_checkers_counts_men_and_kings() -> None:
    game = plain(Checkers())
    for state in random_states(game, 5):
        cells = game.symbols(state)
        men, kings, _ = game.advice.features(state, 0)
        assert (men, kings) == (cells.count("b") - cells.count("w"), cells.count("B") - cells.count("W"))


def test_othello_counts_discs_and_squares_to_play_on() -> None:
    game = plain(game_named("othello"))
    for state in random_states(game, 5):
        cells = game.cells(state)
        discs, squares, corners = game.advice.features(state, 0)
        turned = game.advice.pass_turn(state)
        black, white = (state, turned) if state.player == 0 else (turned, state)
        playable = [sum(game.name(action) != "pass" for action in game.actions(each)) for each in (black, white)]
        assert discs == cells.count("X") - cells.count("O")
        assert squares == playable[0] - playable[1]
        at_corners = [cells[i] for i in (0, 7, 56, 63)]
        assert corners == at_corners.count("X") - at_corners.count("O")


def test_backgammon_counts_points_to_go() -> None:
    game = plain(game_named("backgammon"))
    after = game.read("sGfwATDgc/ABMA O")  # X has played 8/5 6/5
    assert game.advice.features(after, 0) == (4.0, 0.0, 0.0, 0.0)
    hit = game.read("lE/wASHCc/CAUA O")  # O has a checker on the bar and three alone, X has five alone
    assert game.advice.features(hit, 0) == (171.0 - 154.0, 0.0, 1.0, 3.0 - 5.0)


@pytest.mark.one_lane
def test_the_textbooks_weights_win_a_queen() -> None:
    check_weights(plain(Chess()))


@pytest.mark.deep
def test_the_textbooks_weights_win_a_queen_in_machine_code(native: None) -> None:
    check_weights(Chess())


def check_weights(game: Any) -> None:
    material = weighted(game, *MATERIAL, scale=TEN_PAWNS)
    state = game.read(WINS_A_QUEEN)
    choice = alphabeta(game, state, 1, advice=material)
    assert game.name(choice.action, state) == "Rxd5"
    assert choice.value == pytest.approx((5 - 1) / (TEN_PAWNS + 5 - 1))
    only_pawns = weighted(game, 1, 0, 0, 0, 0, scale=TEN_PAWNS)
    assert game.name(alphabeta(game, state, 1, advice=only_pawns).action, state) == "Rxg2"


def test_a_scaled_sum_stays_between_the_utilities() -> None:
    game = plain(game_named("othello:margin=yes"))
    advice = weighted(game, 1000, 1000, 1000, scale=1)
    for state in random_states(game, 2):
        assert -64 < advice.evaluate(state, 0) < 64


def test_weights_that_cannot_be() -> None:
    with pytest.raises(HalfmoveError, match="has 5 features, and there are 2 weights"):
        weighted(plain(Chess()), 1, 2)
    with pytest.raises(HalfmoveError, match="must be finite"):
        weighted(plain(Chess()), 1, 3, 3, 5, float("nan"))
    with pytest.raises(HalfmoveError, match="a scale is not negative"):
        weighted(plain(Chess()), *MATERIAL, scale=-1)

"""A win probability is one: certain where proven, fitted to games elsewhere, and none where nobody knows."""

from __future__ import annotations

import json
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from halfmove.compiled import plain
from halfmove.core.choice import ESTIMATE, EXACT, Choice, Limit
from halfmove.core.game import Game
from halfmove.core.win_probability import FITTED, Logistic, game_key, log_odds, win_probability
from halfmove.games import game_named
from halfmove.learn.calibration import Values, calibration_error, fit, play
from halfmove.search.engine import Engine
from halfmove.search.proving import ProvingEngine

FITTED_GAMES = [entry["game"] for entry in json.loads(FITTED.read_text()).values()]


class Pile(NamedTuple):
    stones: int = 5
    player: int = 0


class Own(Game):
    """A user's game: whoever takes the last of five stones wins."""

    initial = Pile()

    def to_move(self, pile):
        return pile.player

    def actions(self, pile):
        yield from range(1, min(2, pile.stones) + 1)

    def result(self, pile, stones):
        return Pile(pile.stones - stones, 1 - pile.player)

    def is_terminal(self, pile):
        return pile.stones == 0

    def utility(self, pile, player):
        return -1.0 if player == pile.player else 1.0


def test_a_proven_win_by_one_seed_is_certain():
    game = plain(game_named("kalah:holes=2,seeds=2"))
    engine = Engine(game, megabytes=1)
    seen = set()
    for plies in range(6):
        rng, state = Random(plies), game.initial
        for _ in range(plies):
            if not game.is_terminal(state):
                state = game.result(state, rng.choice(list(game.actions(state))))
        *_, last = engine.think(state, Limit())
        assert last.best.exact
        middle = sum(game.utilities) / 2
        truth = 0.5 + 0.5 * np.sign(last.best.value - middle)
        assert last.win_probability == truth
        seen.add((truth, last.best.value in game.utilities))
    assert (1.0, False) in seen or (0.0, False) in seen, "no state was won by less than everything"


@pytest.mark.parametrize(("value", "truth"), [(0.3, 1.0), (-0.3, 0.0), (0.0, 0.5)])
def test_what_is_proven_is_certain(value, truth):
    assert win_probability(Own(), Choice(1, value, kind=EXACT)) == truth


def test_with_dice_an_average_of_wins_and_losses_is_the_probability():
    class Dice(Own):
        has_chance = True

    assert win_probability(Dice(), Choice(1, 1.0, kind=EXACT)) == 1.0
    assert win_probability(Dice(), Choice(1, 0.06, kind=EXACT)) == pytest.approx(0.53)


def test_with_dice_and_a_score_only_the_best_and_the_worst_decide():
    class Gammons(Own):
        has_chance = True
        utilities = (-3.0, 3.0)

    assert win_probability(Gammons(), Choice(1, -3.0, kind=EXACT)) == 0.0
    assert win_probability(Gammons(), Choice(1, 0.06, kind=EXACT)) is None


def test_a_game_of_a_user_has_none():
    *_, last = Engine(Own(), megabytes=1).think(limit=Limit(depth=1))
    assert not last.best.exact
    assert last.win_probability is None


def test_what_the_solver_proves_is_certain():
    game = plain(game_named("connect-four"))
    state = game.read("564674467562466")
    *_, last = ProvingEngine(game, megabytes=1).think(state, Limit(seconds=30))
    assert (last.best.exact, last.win_probability) == (True, 1.0)


def test_a_share_of_simulated_games_is_an_estimate_and_never_certain():
    simulated = [Choice(1, value, kind=ESTIMATE, visits=50) for value in (0.5, 1.0, -1.0)]
    assert [win_probability(Own(), each) for each in simulated] == [0.75, 0.999, 0.001]


def test_an_average_of_evaluations_or_of_scores_is_none():
    """The fit is of evaluations by the engine, and not of what simulations bring."""
    cut_off = Choice(1, 0.5, kind=ESTIMATE, visits=50, cut_off=True)
    assert win_probability(Own(), cut_off) is win_probability(game_named("connect-four"), cut_off) is None
    assert win_probability(game_named("kalah"), Choice(1, 5.0, kind=ESTIMATE, visits=50)) is None
    assert win_probability(game_named("kalah"), Choice(1, 5.0, kind=ESTIMATE)) is not None


@pytest.mark.parametrize("name", FITTED_GAMES)
def test_more_value_is_a_greater_probability(name):
    game = game_named(name)
    low, high = game.utilities
    found = [win_probability(game, Choice(0, low + (high - low) * part / 20, kind=ESTIMATE)) for part in range(21)]
    assert None not in found
    assert found == sorted(found)
    assert 0.0 < found[0] < 0.5 < found[-1] < 1.0


def test_every_fit_is_of_a_game_that_there_is():
    for key, entry in json.loads(FITTED.read_text()).items():
        assert key == game_key(game_named(entry["game"])) == game_key(plain(game_named(entry["game"])))


def test_a_game_of_a_user_that_is_called_like_ours_has_none():
    class ConnectFour(Own):
        pass

    ConnectFour.__qualname__ = "ConnectFour"
    assert win_probability(ConnectFour(), Choice(1, 0.5, kind=ESTIMATE)) is None
    assert win_probability(game_named("connect-four"), Choice(1, 0.5, kind=ESTIMATE)) is not None


def test_a_fit_finds_the_function_that_made_the_results():
    rng = np.random.default_rng(1)
    truth = Logistic(2.5, -0.4)
    odds = rng.normal(0.0, 1.0, 20_000)
    results = (rng.random(len(odds)) < [truth(each) for each in odds]).astype(float)
    found = fit(Values(odds, results))
    assert found.slope == pytest.approx(truth.slope, abs=0.1)
    assert found.bias == pytest.approx(truth.bias, abs=0.1)
    assert calibration_error(found, Values(odds, results)) < 0.02
    assert calibration_error(Logistic(0.3, 0.0), Values(odds, results)) > 0.1


def test_self_play_gives_values_and_what_became_of_them():
    game = plain(game_named("connect-four:width=4,height=4"))
    values = play(game, games=3, nodes=20, seed=1)
    again = play(game, games=3, nodes=20, seed=1)
    assert len(values.odds) == len(values.results) > 0
    assert set(values.results) <= {0.0, 0.5, 1.0}
    assert np.array_equal(values.odds, again.odds)
    assert log_odds(game, 0.0) == 0.0

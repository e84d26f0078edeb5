"""Simulated games: Monte Carlo with intervals and halving, as an evaluation, and rollouts with less noise."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any, NamedTuple

import pytest

from halfmove import alphabeta, montecarlo, playout_evaluation, playouts, rollout
from halfmove.compiled import compiled, plain
from halfmove.core.choice import Limit
from halfmove.core.game import CHANCE, Game
from halfmove.core.rules import state_after
from halfmove.errors import HalfmoveError, IllegalAction
from halfmove.games.pig import Pig
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.search.montecarlo import rounds
from halfmove.search.rollout import rollouts

THROWS, FACES = 3, 6
MEAN = 3.5  # of a die
ERRORS = 5  # standard errors that a mean is never away from the truth
GAMES = 120


class Total(NamedTuple):
    total: int = 0
    throws: int = -1  # done; none before the first player has chosen


@compiled
class Bonus(Game):
    """The first player takes a bonus of 0, 1 or 2; three dice are added to it, and he gets the total."""

    initial = Total()
    has_chance = True
    utilities = (0.0, 20.0)

    def to_move(self, state: Any) -> int:
        return 0 if state.throws < 0 else CHANCE

    def actions(self, state: Any) -> Iterator[int]:
        for action in range(3 if state.throws < 0 else FACES):
            yield action

    def chances(self, state: Any) -> Iterator[tuple[int, float]]:
        for face in range(FACES):
            yield face, 1 / FACES

    def result(self, state: Any, action: int) -> Any:
        return Total(state.total + action + (1 if state.throws >= 0 else 0), state.throws + 1)

    def is_terminal(self, state: Any) -> bool:
        return state.throws == THROWS

    def utility(self, state: Any, player: int) -> float:
        return float(state.total if player == 0 else 20 - state.total)

    def evaluate(self, state: Any, player: int) -> float:
        return state.total + MEAN * (THROWS - max(0, state.throws))


pytestmark = pytest.mark.one_lane

PLAIN = plain(Bonus())
TO_WIN = "a1 b1 a2 b2"  # of tic-tac-toe: X wins by a3


def test_means_are_right_with_and_without_luck() -> None:
    for options in ({}, {"common_dice": False}, {"adjust_luck": True}):
        found = {each.action: each for each in rollout(PLAIN, games=GAMES, policy="random", **options)}
        for bonus, each in found.items():
            assert abs(each.value.mean - (bonus + THROWS * MEAN)) <= ERRORS * each.value.error + 1e-9
            assert each.value.games == GAMES
            assert sum(each.utilities.values()) == pytest.approx(1)


def test_common_dice_tell_actions_apart_sooner() -> None:
    common = rollout(PLAIN, games=50)
    own = rollout(PLAIN, games=50, common_dice=False)
    assert [each.action for each in common] == [2, 1, 0]
    assert [each.behind for each in common] == [0, 1, 2]  # the dice were the same
    assert all(each.behind_error == 0 for each in common)
    assert own[-1].behind_error > 0
    assert own[0].value.error > 0


def test_luck_is_all_there_is_where_the_evaluation_is_right() -> None:
    for each in rollout(PLAIN, games=20, adjust_luck=True):
        assert each.value.mean == pytest.approx(each.action + THROWS * MEAN)
        assert each.value.error == pytest.approx(0, abs=1e-9)


def test_games_are_cut_off_and_evaluated() -> None:
    (best, *_) = rollout(PLAIN, games=30, depth=1)
    assert best.unfinished == 1
    assert best.plies == 30
    assert best.utilities == {}
    assert abs(best.value.mean - (2 + THROWS * MEAN)) <= ERRORS * best.value.error


def test_a_state_where_chance_is_to_move() -> None:
    (only,) = rollout(PLAIN, PLAIN.result(PLAIN.initial, 1), games=100)
    assert only.action is None
    assert abs(only.value.mean - (1 + THROWS * MEAN)) <= ERRORS * only.value.error


def test_limits_and_refusals() -> None:
    limited = rollout(PLAIN, games=10**12, limit=Limit(nodes=500))
    assert 500 <= sum(each.plies for each in limited) <= 600
    known = list(rollouts(PLAIN, games=30))
    assert [each[0].value.games for each in known] == [8, 16, 24, 30]
    assert len(rollout(PLAIN, games=3, actions=[1])) == 1
    with pytest.raises(IllegalAction, match="9"):
        rollout(PLAIN, actions=[9])
    with pytest.raises(HalfmoveError, match="there is no policy 'greedi'; did you mean greedy"):
        rollout(PLAIN, policy="greedi")
    with pytest.raises(HalfmoveError, match="0 games estimate nothing"):
        rollout(PLAIN, games=0)


def test_sequential_halving() -> None:
    assert list(rounds(9, 100)) == [(25, 5), (45, 3), (75, 2), (112, 1)]
    assert list(rounds(1, 100)) == [(100, 1)]
    game = plain(TicTacToe())
    state = state_after(game, game.initial, TO_WIN.split())
    choice = montecarlo(game, state, games=20, halving=True, lines=9)
    assert game.name(choice.action) == "a3"
    assert choice.value == 1
    assert choice.interval == (1, 1)
    games = [each.visits for each in (choice, *choice.others)]
    assert len(games) == 5
    assert games == sorted(games, reverse=True)
    assert games[0] > games[-1]


def test_every_line_has_its_interval() -> None:
    choice = montecarlo(PLAIN, games=100, lines=2)
    assert choice.action == 2
    assert [each.action for each in choice.others] == [1]
    for each in (choice, *choice.others):
        low, high = each.interval
        assert low < each.value < high
        assert each.visits == 100


def test_one_game_tells_nothing_of_its_interval() -> None:
    game = plain(TicTacToe())
    choice = montecarlo(game, games=1, lines=3)
    assert [each.interval for each in (choice, *choice.others)] == [game.utilities] * 3
    assert playouts(game, games=1).error == inf


def test_of_equal_actions_any_is_taken() -> None:
    game = plain(TicTacToe())
    taken = {montecarlo(game, depth=1, games=1, seed=seed).action for seed in range(40)}  # all are worth 0
    assert len(taken) > 5


def test_policies() -> None:
    game = plain(TicTacToe())
    state = state_after(game, game.initial, [*TO_WIN.split(), "c3"])  # O can win at once, and X after him
    assert playouts(game, state, games=20, policy="greedy").mean == 1
    assert playouts(game, state, games=20, policy="random").mean < 1


def test_playouts_as_an_evaluation() -> None:
    game = plain(TicTacToe())
    advice = playout_evaluation(game, 10)
    first = advice.evaluate(game.initial, 0)
    assert -1 < first < 1
    advice.evaluate(game.result(game.initial, 4), 0)
    assert advice.evaluate(game.initial, 0) == first  # whatever was asked in between
    assert playout_evaluation(game, 10, seed=1).evaluate(game.initial, 0) != first
    won = alphabeta(game, state_after(game, game.initial, ["a1", "b1", "a2"]), 1, advice=advice)
    assert won.value < 0  # O to move sees that X threatens, although no win is within one ply


@pytest.mark.usefixtures("native")
def test_both_lanes_play_the_same_games() -> None:
    game = Pig(goal=12)
    assert rollout(game, games=30, adjust_luck=True) == rollout(plain(game), games=30, adjust_luck=True)
    small = TicTacToe()
    searched = [alphabeta(each, depth=1, advice=playout_evaluation(each, 5)) for each in (small, plain(small))]
    assert searched[0] == searched[1]
    options: dict[str, Any] = {"games": 10, "halving": True, "policy": "greedy", "lines": 9}
    assert montecarlo(small, **options) == montecarlo(plain(small), **options)

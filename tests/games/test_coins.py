"""Heads or tails: its value by hand, in both lanes; text."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.compiled import plain
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.coins import Coins, Purse
from halfmove.search.expectiminimax import expectiminimax
from halfmove.search.solving.retrograde import solve

pytestmark = pytest.mark.one_lane

GAME = plain(Coins())


def bold(coins: int, goal: int, p: Fraction) -> Fraction:
    """Return what bold play is worth: stake as much as is allowed."""
    if coins in (0, goal):
        return Fraction(coins, goal)
    if 2 * coins <= goal:
        return p * bold(2 * coins, goal, p)
    return p + (1 - p) * bold(2 * coins - goal, goal, p)


def test_by_hand(lane: Callable[[Any], Any]) -> None:
    """With p = 0.4 and a goal of 8: half of it is worth p, a quarter p * p, three quarters p + (1 - p) * p."""
    game = lane(Coins())
    for coins, value in ((4, 0.4), (2, 0.16), (6, 0.64), (1, 0.064)):
        choice = expectiminimax(game, Purse(coins, 3, 0))
        assert choice.value == pytest.approx(value)
        assert choice.action == min(coins, 8 - coins)


@pytest.mark.parametrize("coins", range(1, 8))
@pytest.mark.parametrize("heads", ["2/5", "1/10", "1/2"])
def test_nothing_is_better_than_bold_play(coins: int, heads: str) -> None:
    p = Fraction(heads)
    game = plain(Coins(8, coins, 6, float(p)))
    assert solve(game).value(game.initial, 0) == pytest.approx(float(bold(coins, 8, p)))


def test_a_fair_coin_is_fair() -> None:
    assert all(bold(coins, 8, Fraction(1, 2)) == Fraction(coins, 8) for coins in range(9))


def test_a_good_coin_is_played_timidly() -> None:
    """With unlimited tosses staking 1 is best, and its value is the gambler's ruin's; few tosses are worth less."""
    p, q, goal, coins = 0.6, 0.4, 4, 2

    @cache
    def timid(left: int, have: int) -> float:
        if have in (0, goal) or left == 0:
            return float(have == goal)
        return p * timid(left - 1, have + 1) + q * timid(left - 1, have - 1)

    ruin = (1 - (q / p) ** coins) / (1 - (q / p) ** goal)
    game = plain(Coins(goal, coins, 40, p))
    value = solve(game).value(game.initial, 0)
    assert timid(40, coins) <= value + 1e-12
    assert value == pytest.approx(ruin, abs=1e-6)


def test_text() -> None:
    assert GAME.show(GAME.initial) == "2 coins, 6 tosses left"
    assert GAME.read("2 6 1") == Purse(2, 6, 1)
    assert [GAME.name(action, GAME.initial) for action in GAME.actions(GAME.initial)] == ["2", "1"]
    assert [GAME.name(action, Purse(2, 6, 1)) for action in GAME.actions(Purse(2, 6, 1))] == ["heads", "tails"]


@given(st.integers(0, 8), st.integers(0, 6), st.integers(0, 4))
def test_states_survive_a_round_trip(coins: int, left: int, stake: int) -> None:
    state = Purse(coins, left, min(stake, coins, 8 - coins) if left else 0)
    assert GAME.read(GAME.show(state)) == state


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "should say how many coins"),
        ("2", "should say how many coins"),
        ("2 6 1 1", "should say how many coins"),
        ("9 6", "9 coins: there can be at most 8"),
        ("2 7", "7 tosses left: there can be at most 6"),
        ("2 x", "'x' is not a number of tosses left"),
        ("2 6 3", "3 coins at stake of 2, with 6 tosses left"),
        ("6 6 3", "3 coins at stake of 6"),
        ("6 0 1", "with 0 tosses left"),
    ],
)
def test_malformed_texts_are_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(MalformedText, match=reason):
        GAME.read(text)


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [((8, 8), "8 coins and a goal of 8"), ((8, 2, 0), "0 tosses"), ((8, 2, 6, 1.0), "heads with probability 1")],
)
def test_games_that_do_not_exist_are_refused(parameters: tuple[Any, ...], reason: str) -> None:
    with pytest.raises(HalfmoveError, match=reason):
        Coins(*parameters)

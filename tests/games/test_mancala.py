"""Kalah on large boards and Oware: a slow second telling of the rules, and text."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import random_play

from halfmove.compiled import plain
from halfmove.core.commentary import find_commentary
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games import game_named
from halfmove.games.kalah.rules import Kalah, LargeKalah
from halfmove.games.oware.rules import Oware, Rows
from halfmove.search.perft import perft

pytestmark = pytest.mark.one_lane

RANDOM_GAMES, DEEP_GAMES = 8, 3000
DEPTH = 5  # plies


def sown(pits: list[int], holes: int, hole: int, empty_capture: bool) -> tuple[list[int], bool]:
    """Return the board after a move of the near side, and whether it moves again: Kalah on a list of pits."""
    pits = pits.copy()
    hand, pits[hole], last = pits[hole], 0, hole
    for _ in range(hand):
        last = (last + 1) % (2 * holes + 1)  # the far store is the last pit and is left out
        pits[last] += 1
    if last < holes and pits[last] == 1 and (pits[2 * holes - last] or empty_capture):
        pits[holes] += 1 + pits[2 * holes - last]
        pits[last] = pits[2 * holes - last] = 0
    return pits, last == holes


def check_kalah(game: Any, seeds: range) -> int:
    """Return how many states were compared."""
    states = 0
    holes = game.holes
    for seed in seeds:
        pits, player = ([game.seeds] * holes + [0]) * 2, 0
        for state, hole in random_play(game, seed):
            states += 1
            assert [game.at(state.seeds, pit) for pit in range(2 * holes + 2)] == pits
            assert game.to_move(state) == player
            over = not any(pits[:holes]) or not any(pits[holes + 1 : -1])
            assert game.is_terminal(state) == over
            if over:
                assert game.utility(state, player) == sum(pits[: holes + 1]) - sum(pits[holes + 1 :])
                break
            assert list(game.actions(state)) == [each for each in range(holes) if pits[each]]
            pits, again = sown(pits, holes, hole, game.empty_capture)
            if not again:
                pits, player = pits[holes + 1 :] + pits[: holes + 1], 1 - player
    return states


KALAHS = [Kalah(6, 4), Kalah(6, 6, True), Kalah(3, 3, True), Kalah(2, 9), Kalah(1, 40), Kalah(6, 5), Kalah(8, 4)]


@pytest.mark.parametrize("game", KALAHS, ids=repr)
def test_kalah(game: Any) -> None:
    check_kalah(plain(game), range(RANDOM_GAMES))


@pytest.mark.deep
@pytest.mark.parametrize("game", KALAHS, ids=repr)
def test_many_games_of_kalah(game: Any, compared: Any) -> None:
    compared("kalah on lists", DEEP_GAMES, check_kalah(plain(game), range(100, 100 + DEEP_GAMES)))


def test_large_boards_have_more_bits() -> None:
    assert isinstance(Kalah(6, 4), LargeKalah)
    assert not isinstance(Kalah(4, 3), LargeKalah)
    with pytest.raises(HalfmoveError, match="do not fit into 128 bits"):
        Kalah(12, 12)
    assert Kalah(6, 4).read("4 4 4 4 4 4 0 / 4 4 4 4 4 4 0") == Kalah(6, 4).initial


def test_the_usual_board_has_six_holes_of_four_seeds() -> None:
    for game in (Kalah(), game_named("kalah")):
        assert (game.holes, game.seeds) == (6, 4)
        assert game.read("4 4 4 4 4 4 0 / 4 4 4 4 4 4 0") == game.initial


@pytest.mark.usefixtures("native")
def test_kalah_in_both_lanes() -> None:
    assert perft(Kalah(6, 4), depth=DEPTH - 2) == perft(plain(Kalah(6, 4)), depth=DEPTH - 2)


def owari(houses: list[int], count: int, house: int) -> tuple[list[int], int]:
    """Return the houses after a move of the near row, and how many seeds it captures: Oware on a list."""
    houses = houses.copy()
    hand, houses[house], last = houses[house], 0, house
    while hand:
        last = (last + 1) % (2 * count)
        if last != house:
            houses[last] += 1
            hand -= 1
    after, captured = houses.copy(), 0
    while last >= count and after[last] in (2, 3):
        captured, after[last] = captured + after[last], 0
        last -= 1
    if any(after[count:]):
        return after, captured
    return houses, 0


def check_oware(game: Any, seeds: range) -> int:
    """Return how many states were compared."""
    states = 0
    count, all_seeds = game.houses, 2 * game.houses * game.seeds
    for seed in seeds:
        houses, stores, player, quiet = [game.seeds] * (2 * count), [0, 0], 0, 0
        for state, house in random_play(game, seed):
            states += 1
            assert [game.at(state.mine, each) for each in range(count)] == houses[:count]
            assert [game.at(state.theirs, each) for each in range(count)] == houses[count:]
            assert game.to_move(state) == player
            legal = [each for each in range(count) if houses[each]]
            if not any(houses[count:]):
                legal = [each for each in legal if any(owari(houses, count, each)[0][count:])]
            decided = max(stores) > all_seeds // 2 or sum(stores) == all_seeds
            assert game.is_terminal(state) == (decided or not legal or quiet == game.patience)
            if house < 0:
                lead = stores[player] + sum(houses[:count]) - stores[1 - player] - sum(houses[count:])
                assert game.utility(state, player) == (lead > 0) - (lead < 0)
                assert game.utility(state, 1 - player) == (lead < 0) - (lead > 0)
                break
            assert list(game.actions(state)) == legal
            houses, captured = owari(houses, count, house)
            stores[player] += captured
            quiet = 0 if captured else quiet + 1
            houses, player = houses[count:] + houses[:count], 1 - player
    return states


OWARES = [Oware(), Oware(3, 3), Oware(2, 8), Oware(4, 4, 12)]


@pytest.mark.parametrize("game", OWARES, ids=repr)
def test_oware(game: Any) -> None:
    check_oware(plain(game), range(RANDOM_GAMES))


@pytest.mark.deep
@pytest.mark.parametrize("game", OWARES, ids=repr)
def test_many_games_of_oware(game: Any, compared: Any) -> None:
    compared("oware on lists", DEEP_GAMES, check_oware(plain(game), range(100, 100 + DEEP_GAMES)))


@pytest.mark.usefixtures("native")
def test_oware_in_both_lanes() -> None:
    assert perft(Oware(), depth=DEPTH) == perft(plain(Oware()), depth=DEPTH)


def test_a_grand_slam_captures_nothing() -> None:
    game = plain(Oware())
    state = game.read("0 0 0 0 1 2 20 / 1 1 0 0 0 0 23 South")
    after = game.result(state, 5)
    assert game.counts(after) == [[0, 0, 0, 0, 1, 0, 20], [2, 2, 0, 0, 0, 0, 23]]
    assert after.quiet == 1


def test_the_hungry_are_fed() -> None:
    game = plain(Oware())
    state = game.read("1 0 0 0 2 1 21 / 0 0 0 0 0 0 23 South")
    assert [game.name(action) for action in game.actions(state)] == ["e", "f"]
    assert "does not reach" in find_commentary(game).why_illegal(state, "a")
    assert "empty" in find_commentary(game).why_illegal(state, "b")
    assert game.is_terminal(game.read("1 0 0 0 0 0 24 / 0 0 0 0 0 0 23 South"))


@given(st.integers(0, 2**32), st.integers(0, 120), st.sampled_from(OWARES))
def test_what_is_shown_can_be_read(seed: int, plies: int, game: Any) -> None:
    *_, (state, _) = islice(random_play(plain(game), seed), plies + 1)
    assert game.read(game.show(state)) == game.read(game.one_line(state)) == state


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "has 0 numbers where there are 14 houses and stores"),
        ("4 4 4 4 4 4 0 / 4 4 4 4 4 4", "has 13 numbers"),
        ("4 4 4 4 4 4 0 / 4 4 4 4 4 4 1", "has 49 seeds where the game has 48"),
        ("4 4 4 4 4 4 0 / 4 4 4 4 4 x 0", "'x' is not a number of seeds"),
        ("4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 101", "101 plies without capture: there can be at most 100"),
    ],
)
def test_malformed_texts(text: str, reason: str) -> None:
    with pytest.raises(MalformedText, match=reason):
        Oware().read(text)


def test_initial_state() -> None:
    assert Oware(2, 1).initial == Rows(0b001001, 0b001001)

"""Grundy values: Nim's are exclusive-ors, and they tell who wins (Bouton 1901); misère Nim has none."""

from __future__ import annotations

from functools import reduce
from itertools import product
from operator import xor

import pytest

from halfmove.compiled import plain
from halfmove.errors import HalfmoveError
from halfmove.games.cat_and_mouse import CatAndMouse
from halfmove.games.coins import Coins
from halfmove.games.nim import ThreePlayerNim
from halfmove.games.nim.rules import Heap, Nim, OneHeapNim
from halfmove.games.pig import Pig
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.search.grundy import grundy, least_missing
from halfmove.search.solving.retrograde import solve

pytestmark = pytest.mark.one_lane


def test_least_missing() -> None:
    assert [least_missing(numbers) for numbers in (set(), {1}, {0, 1, 3}, {0, 1, 2})] == [0, 0, 2, 3]


def test_nim_is_the_exclusive_or_of_its_heaps() -> None:
    game = plain(Nim((3, 4, 5)))
    solution = solve(game)
    for heaps in product(range(4), range(5), range(6)):
        state = game.read(" ".join(map(str, heaps)))
        value = reduce(xor, heaps)
        assert grundy(game, state) == value
        assert solution.states.find(state) < 0 or solution.value(state, 0) == (1.0 if value else -1.0)


def test_misere_nim_is_the_same_unless_all_heaps_are_small() -> None:
    game = plain(Nim((3, 4, 5), misere=True))
    solution = solve(game)
    for heaps in product(range(4), range(5), range(6)):
        state = game.read(" ".join(map(str, heaps)))
        wins = reduce(xor, heaps) != 0 if max(heaps) > 1 else sum(heaps) % 2 == 0
        assert solution.states.find(state) < 0 or solution.value(state, 0) == (1.0 if wins else -1.0)


@pytest.mark.parametrize("most", [1, 2, 3, 5])
def test_one_heap_is_the_rest_of_a_division(most: int) -> None:
    game = plain(OneHeapNim(12, most))
    assert [grundy(game, Heap(stones)) for stones in range(13)] == [stones % (most + 1) for stones in range(13)]


def test_long_games_are_no_problem() -> None:
    assert grundy(plain(OneHeapNim(5000, 2))) == 5000 % 3


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (Nim((2, 2), misere=True), "a player who cannot move does not lose"),
        (TicTacToe(), "a player who cannot move does not lose"),
        (CatAndMouse(3, 3), "can come back|does not lose"),
        (Pig(5), "two players without chance"),
        (Coins(), "two players without chance"),
        (ThreePlayerNim(3), "two players without chance"),
    ],
    ids=repr,
)
def test_games_without_grundy_values_are_refused(game: Nim, reason: str) -> None:
    with pytest.raises(HalfmoveError, match=reason):
        grundy(plain(game))

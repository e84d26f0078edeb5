"""Kalah: endings by a table, and values that a search with them finds."""

from __future__ import annotations

import random

import pytest

from halfmove.compiled import plain
from halfmove.errors import HalfmoveError
from halfmove.games.kalah.rules import Kalah
from halfmove.games.kalah.solving import with_endings
from halfmove.search.minimax import minimax
from halfmove.search.solving import prove

# Margins of the first player; (5,4) was found here, and Irving, Donkers and Uiterwijk have a win there too.
MARGINS = {(3, 4): 2, (4, 2): 6, (4, 3): 6}


@pytest.mark.one_lane
def test_endings_are_worth_what_minimax_finds():
    game = plain(Kalah(2, 3))
    bounds, rng = with_endings(game, 6), random.Random(1)
    assert (bounds.endings != -128).all()
    numbers, compared = set(), 0
    for _ in range(400):
        state = game.initial
        while not game.is_terminal(state):
            left = 12 - game.at(state.seeds, 2) - game.at(state.seeds, 5)
            low, high = bounds.value_bounds(state, 0, 0.0)
            if left <= 6:
                numbers.add(bounds.number(state))
                value = minimax(game, state).value
                assert low == high == (value if state.player == 0 else -value)
                compared += 1
            else:
                assert low <= high
            state = game.result(state, rng.choice(list(game.actions(state))))
    assert compared > len(numbers) > 50


@pytest.mark.parametrize(("holes", "seeds"), [(2, 3), (3, 2)])
def test_a_search_with_endings_finds_the_same_value(holes, seeds):
    game = Kalah(holes, seeds)
    assert prove(game, bounds=with_endings(game, 5)).value == prove(game).value


@pytest.mark.deep
@pytest.mark.parametrize(("holes", "seeds"), MARGINS)
def test_published_margins(native, covered, holes, seeds):
    game = Kalah(holes, seeds)
    choice = prove(game, bounds=with_endings(game, 12), megabytes=256)
    assert (choice.exact, choice.value) == (True, MARGINS[holes, seeds])
    covered(f"Kalah ({holes},{seeds})", states=choice.nodes)


@pytest.mark.deep
def test_five_holes_of_four_seeds_are_won_by_ten(native, covered):
    game = Kalah(5, 4)
    choice = prove(game, bounds=with_endings(game, 13), megabytes=1024)
    assert (choice.exact, choice.value, choice.name) == (True, 10, "b")
    covered("Kalah (5,4)", states=choice.nodes)


@pytest.mark.one_lane
def test_more_endings_than_memory_holds_are_refused():
    with pytest.raises(HalfmoveError, match="a table of endings of 60 seeds"):
        with_endings(plain(Kalah(8, 4)), 60)

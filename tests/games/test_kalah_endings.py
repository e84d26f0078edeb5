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


def _values(game, state, known):
    """Return the margin of the first player, as plain minimax finds it, and note it for every state on the way."""
    if state not in known:
        if game.is_terminal(state):
            known[state] = game.utility(state, 0)
        else:
            values = [_values(game, game.result(state, hole), known) for hole in game.actions(state)]
            known[state] = max(values) if state.player == 0 else min(values)
    return known[state]


@pytest.mark.parametrize(("holes", "seeds"), [(2, 3), (3, 2)])
def test_what_the_stores_hold_is_no_part_of_the_future(lane, holes, seeds):
    game = lane(Kalah(holes, seeds))
    bounds, known = with_endings(game, 0), {}
    _values(plain(game), plain(game).initial, known)
    inner = [state for state in known if not game.is_terminal(state)]
    for state in inner:
        future, gain = bounds.future(state)
        assert gain + _values(plain(game), future, known) == known[state]
    assert len(inner) > 100
    for state in inner[:: len(inner) // 50]:
        choice = prove(game, state, bounds=bounds)
        assert choice.value == (known[state] if state.player == 0 else -known[state])


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

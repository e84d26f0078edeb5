"""Every search finds what its oracle finds on the real games, from states that random play reaches."""

from __future__ import annotations

import checks
import naive
import pytest
import real_games
from hypothesis import given, settings
from hypothesis import strategies as st

from halfmove.compiled import plain
from halfmove.search.alphabeta import alphabeta

pytestmark = pytest.mark.both_lanes

SEEDS = st.integers(0, 1_000_000)
FEW = settings(max_examples=12)
LONGEST = 8  # plies of random play before a search
ALIKE = (  # to others, or to random games: in the thorough suite only
    "cat and mouse",
    "connect-four 4x4",
    "connect-four 5x4",
    "mnk 3,3,3",
    "nim misère",
    "one-heap nim",
    "one-heap nim misère",
    "cat and mouse, no state twice",
)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.deep if name in ALIKE else ()) for name in real_games.DETERMINISTIC]
)
@given(seed=SEEDS, data=st.data())
@FEW
def test_deterministic(name, seed, data):
    game, deepest = real_games.DETERMINISTIC[name]
    state, depth = real_games.reached(game, seed, LONGEST), data.draw(st.integers(1, deepest))
    checks.deterministic(game, state, depth, know_the_end=False)


def test_lanes_are_compared_only_where_there_are_two(native):
    game = plain(real_games.DETERMINISTIC["nim"][0])
    with pytest.raises(AssertionError, match="there is nothing to compare"):
        checks.in_both_lanes(alphabeta, game, game.initial, 1)


@pytest.mark.parametrize("name", real_games.WITH_CHANCE)
@given(seed=SEEDS, data=st.data())
@FEW
def test_chance(name, seed, data):
    game, deepest = real_games.WITH_CHANCE[name]
    checks.with_chance(game, real_games.reached(game, seed, LONGEST), data.draw(st.integers(1, deepest)), endless=True)


@pytest.mark.parametrize("name", real_games.FOR_MANY)
@given(seed=SEEDS, data=st.data())
@FEW
def test_many_players(name, seed, data):
    game, deepest = real_games.FOR_MANY[name]
    checks.many_players(game, real_games.reached(game, seed, LONGEST), data.draw(st.none() | st.integers(1, deepest)))


@pytest.mark.parametrize("name", ["one-heap nim", "nim", "kalah", "cat and mouse"])
def test_solving(name):
    game, _ = real_games.DETERMINISTIC[name]
    checks.solved(game, game.initial, has_parents="nim" in name)


def test_solving_pig_finds_what_iteration_finds(lane):
    from halfmove.games.pig import Pig
    from halfmove.search.solving.retrograde import solve

    goal = 12
    value = solve(lane(Pig(goal))).value()
    assert (value + 1) / 2 == pytest.approx(naive.pig(goal), abs=checks.CLOSE)


@pytest.mark.deep
def test_the_first_player_wins_pig_53_percent_of_the_time():
    """Neller and Presser, "Optimal play of the dice game Pig", 2004: 0.5306."""
    from halfmove.games.pig import Pig
    from halfmove.search.solving.retrograde import solve

    assert (solve(Pig(100)).value() + 1) / 2 == pytest.approx(0.5306, abs=0.00005)

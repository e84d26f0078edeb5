"""Endings of Morris, and bear-offs: published counts, GNU Backgammon's figures, and the rules alone."""

from __future__ import annotations

import random
import re
from pathlib import Path

import numpy as np
import pytest

from halfmove.compiled import bit_count, plain
from halfmove.core.game import CHANCE
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.games.backgammon.board import CHECKERS, NIBBLE, OFF, TO_ROLL, Position
from halfmove.games.backgammon.endings import home_of, number_of, positions
from halfmove.games.morris.endings import MorrisEndings
from halfmove.games.morris.rules import Morris
from halfmove.tables.build import build_table
from halfmove.tables.opening import open_table
from halfmove.tables.statistics import distribution
from halfmove.tables.verify import verify
from published import SHARED


@pytest.mark.one_lane
def test_states_of_endings_are_all_different():
    game = Morris(9, True)
    roots = plain(MorrisEndings(game).named("3+3").roots)
    rng = random.Random(1)
    states = {roots.state(number) for number in rng.sample(range(roots.total()), 2000)}
    assert len(states) == 2000
    assert all(bit_count(men.mine) == bit_count(men.theirs) == 3 and men.mine & men.theirs == 0 for men in states)
    for game, wrong in (("checkers", "9"), ("checkers", "x"), ("nine-mens-morris", "2+3"), ("backgammon", "all")):
        with pytest.raises(HalfmoveError, match="is no ending"):
            build_table(game, game_named(game), Path("never"), what=wrong)


@pytest.mark.deep
@pytest.mark.parametrize(("name", "what"), [("nine-mens-morris", "3+3"), ("six-mens-morris", "4+3")])
def test_endings_are_confirmed_by_the_rules(native, tmp_path, covered, name, what):
    game = game_named(name)
    build_table(name, game, tmp_path / "x.table", what=what, megabytes=1000)
    table = open_table(tmp_path / "x.table", game)
    verdict = verify(table)
    assert verdict.wrong is None
    if name == "nine-mens-morris":
        assert distribution(table).longest == 26  # Gasser 1996
    covered(f"{name} {what}", states=verdict.states)


@pytest.mark.one_lane
def test_bear_offs_are_numbered_as_gnu_backgammon_does():
    numbered = {1: (1, 0, 0, 0, 0, 0), 10: (1, 0, 0, 1, 0, 0), 100: (2, 0, 0, 1, 1, 0), 1000: (3, 1, 1, 1, 1, 0)}
    assert all(number_of(points) == number for number, points in numbered.items())
    assert [number_of(points) for points in positions(3)] == list(range(84))


def test_bear_offs_are_gnu_backgammons(native, tmp_path):
    game = game_named("backgammon")
    build_table("backgammon", game, tmp_path / "one.table", what="one-sided")
    table = open_table(tmp_path / "one.table", game)
    assert len(table) == 54_264
    places = positions(15)
    for number in (1, 10, 100, 1000):
        file = SHARED / "backgammon" / f"os6_index_{number}.txt"
        if file.exists():
            rows = re.findall(r"^ +(\d+)\t *[\d.]+\t *([\d.]+)", file.read_text(), re.MULTILINE)
            rolls = table.rolls(places[number])
            assert rows
            for count, percent in rows:
                assert 100 * rolls[int(count)] == pytest.approx(float(percent), abs=0.003)
    assert sum(table.rolls(places[-1])) == pytest.approx(1)
    verdict = verify(table)
    assert (verdict.wrong, verdict.is_sample) == (None, True)
    rolls = table.rolls
    table.rolls = lambda points: rolls(points)[::-1]
    assert verify(table).wrong is not None


def test_two_sided_bear_offs_follow_from_the_rules(native, tmp_path):
    game = plain(game_named("backgammon"))
    build_table("backgammon", game_named("backgammon"), tmp_path / "two.table", what="two-sided")
    table = open_table(tmp_path / "two.table", game)
    assert len(table) == 853_776
    assert table.equity((1, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0)) == pytest.approx(1)
    rng, places = random.Random(5), positions(6)
    for player in (0, 1, 0):
        one, other = (places[rng.randrange(1, len(places))] for _ in range(2))
        state = Position(side(one), side(other), TO_ROLL, player)
        assert home_of(state.mine) == one
        assert game.to_move(state) == CHANCE
        expected = 0.0
        for outcome, chance in game.chances(state):
            after = game.result(state, outcome)
            best = max(entry.value for entry in table.actions(after).values())
            expected += chance * best
            assert table.choice(after).value == best
        assert table.probe(state).value * (1 if player == 0 else -1) == pytest.approx(expected)
        cubes = [table.equity(one, other, cube) for cube in range(4)]
        assert cubes[3] <= cubes[0] + 1e-12
        assert cubes[3] <= cubes[2] <= cubes[1] + 1e-12
    assert (verify(table).wrong, verify(table).states) == (None, 100)


def side(points: tuple[int, ...]) -> int:
    """Return a side with these checkers at home, and all others off."""
    number = sum(count << NIBBLE * (OFF - 1 - place) for place, count in enumerate(points))
    return number


def test_the_sides_hold_all_checkers():
    assert np.sum(home_of(side((1, 2, 3, 0, 0, 0)))) == 6 < CHECKERS

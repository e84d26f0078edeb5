"""Endings of checkers and Morris, and bear-offs: published counts, GNU Backgammon's figures, and the rules alone."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from halfmove.cli.solve_page import build_and_show
from halfmove.compiled import bit_count, plain
from halfmove.core.game import CHANCE
from halfmove.core.rules import legal_actions
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.games.backgammon.board import CHECKERS, NIBBLE, OFF, TO_ROLL, Position
from halfmove.games.backgammon.endings import home_of, number_of, positions
from halfmove.games.draughts.endings import roots_of
from halfmove.games.draughts.english import Checkers
from halfmove.games.morris.endings import MorrisEndings
from halfmove.games.morris.rules import Morris
from halfmove.running.memory import MEGABYTE
from halfmove.tables.build import build_table, planned_megabytes
from halfmove.tables.opening import open_table
from halfmove.tables.statistics import distribution
from halfmove.tables.verify import verify
from published import SHARED

# Positions of checkers by the number of pieces (Schaeffer and others 2007), and states of two players to move.
PIECES = {1: 120, 2: 6_972, 3: 261_224, 4: 7_092_774, 5: 148_688_232}


@cache
def valid(pieces: int) -> int:
    """Return how many of the numbers of an ending belong to states, from the binomials alone."""
    total, game = 0, Checkers(0, 0)
    roots = plain(roots_of(game, [pieces]))
    for group, row in enumerate(roots.groups.tolist()):
        end = roots.groups[group + 1, 4] if group + 1 < len(roots.groups) else roots.total()
        blacks, whites = row[0], row[1]
        if blacks == 0 or whites == 0:
            total += int(end) - row[4]
        else:
            each = roots.placing.ways(28, blacks) * roots.placing.ways(28, whites)
            pairs = [roots.men(group, number)[:2] for number in range(each)]
            kings = (int(end) - row[4]) // each
            total += kings * sum(black & white == 0 for black, white in pairs)
    return total


@pytest.mark.one_lane
@pytest.mark.parametrize("pieces", [1, 2, 3])
def test_checkers_has_as_many_positions_as_chinook_counted(pieces):
    assert valid(pieces) == 2 * PIECES[pieces]


@pytest.mark.one_lane
def test_states_of_endings_are_all_different():
    game = Morris(9, True)
    roots = plain(MorrisEndings(game).named("3+3").roots)
    rng = random.Random(1)
    states = {roots.state(number) for number in rng.sample(range(roots.total()), 2000)}
    assert len(states) == 2000
    assert all(bit_count(men.mine) == bit_count(men.theirs) == 3 and men.mine & men.theirs == 0 for men in states)
    checkers = plain(roots_of(Checkers(0, 0), [2]))
    numbers = [number for number in range(checkers.total()) if checkers.holds(number)]
    assert len({checkers.state(number) for number in numbers}) == len(numbers) == 2 * PIECES[2]
    for game, wrong in (("checkers", "9"), ("checkers", "x"), ("nine-mens-morris", "2+3"), ("backgammon", "all")):
        with pytest.raises(HalfmoveError, match="is no ending"):
            build_table(game, game_named(game), Path("never"), what=wrong)


@pytest.mark.one_lane
def test_memory_is_planned_by_a_sample_of_the_states():
    checkers, states = plain(game_named("checkers")), 2 * (PIECES[1] + PIECES[2])
    assert 50 * states < planned_megabytes(checkers, "2") * MEGABYTE < 80 * states  # bytes of a state
    with pytest.raises(HalfmoveError, match=r"its table takes .* MB of memory: --megabytes"):
        build_and_show("checkers", Path("never"), "5", "mate", 1000, None, False, True)


@pytest.mark.deep
def test_two_pieces_of_checkers_are_confirmed_by_the_rules(native, tmp_path, covered):
    game = game_named("checkers")
    build_table("checkers", game, tmp_path / "x.table", what="2", megabytes=100)
    table = open_table(tmp_path / "x.table", game)
    verdict = verify(table)
    assert (verdict.states, verdict.wrong) == (2 * (PIECES[1] + PIECES[2]), None)
    state = game.read("B:W32:BK1")
    assert table.probe(state) is not None
    late = plain(game).result(state, legal_actions(plain(game), state)[0])._replace(quiet=78)
    entry = table.probe(late)
    assert entry is None or entry.distance is None or entry.distance <= 2
    covered("two pieces of checkers", states=verdict.states)


@pytest.mark.deep
@pytest.mark.parametrize(("name", "what"), [("checkers", "3"), ("nine-mens-morris", "3+3"), ("six-mens-morris", "4+3")])
def test_endings_are_confirmed_by_the_rules(native, tmp_path, covered, name, what):
    game = game_named(name)
    build_table(name, game, tmp_path / "x.table", what=what, megabytes=1000)
    table = open_table(tmp_path / "x.table", game)
    verdict = verify(table)
    assert verdict.wrong is None
    if name == "nine-mens-morris":
        assert distribution(table).longest == 26  # Gasser 1996
    covered(f"{name} {what}", states=verdict.states)


@pytest.mark.deep
def test_four_pieces_of_checkers(native, tmp_path, covered):
    game = game_named("checkers")
    built = build_table("checkers", game, tmp_path / "x.table", what="4", megabytes=4000)
    assert built.header["states"] == 2 * sum(PIECES[pieces] for pieces in range(1, 5))
    covered("checkers, 4 pieces", states=built.header["states"])


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


def side(points: tuple[int, ...]) -> int:
    """Return a side with these checkers at home, and all others off."""
    number = sum(count << NIBBLE * (OFF - 1 - place) for place, count in enumerate(points))
    return number


def test_the_sides_hold_all_checkers():
    assert np.sum(home_of(side((1, 2, 3, 0, 0, 0)))) == 6 < CHECKERS

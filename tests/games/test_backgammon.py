"""Backgammon: every play by brute force on lists, the cube, position IDs and names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import random_states

from halfmove.compiled import plain
from halfmove.core.commentary import find_commentary
from halfmove.core.game import CHANCE
from halfmove.core.rules import action_named, state_after
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.backgammon import Backgammon, Position
from halfmove.games.backgammon.board import DIE, DROPPED, OFFERED, START, TO_DOUBLE, TO_ROLL
from halfmove.games.backgammon.text import position_id
from halfmove.search.perft import perft

pytestmark = pytest.mark.one_lane

GAME, CUBED = plain(Backgammon()), plain(Backgammon(64))
FIRST = "4HPwATDgc/ABMA"  # the manual of GNU Backgammon
ONE_EACH = "AQAABAAAAAAAAA"  # each player has a last checker on his ace point: GNU Backgammon's table of bear-offs
RANDOM_GAMES, DEEP_GAMES = 4, 300
OPENINGS = 30  # rolls


def counts(side: int) -> list[int]:
    """Return the checkers by point: 0 is off, 25 is the bar."""
    return [side >> 4 * (25 - point) & 15 for point in range(26)]


def steps(mine: list[int], theirs: list[int], die: int) -> Iterator[tuple[list[int], list[int]]]:
    """Yield what one die can do, point by point."""
    for point in range(25, 0, -1):
        target = point - die
        if not mine[point] or mine[25] and point != 25:
            continue
        if target <= 0 and (any(mine[7:]) or target < 0 and any(mine[point + 1 :])):
            continue
        if target > 0 and theirs[25 - target] > 1:
            continue
        new, other = mine.copy(), theirs.copy()
        new[point] -= 1
        new[max(target, 0)] += 1
        if target > 0 and other[25 - target] == 1:
            other[25 - target] = 0
            other[25] += 1
        yield new, other


def all_plays(mine: list[int], theirs: list[int], dice: tuple[int, ...]) -> set[tuple[int, int, Any]]:
    """Return all ways to play some of the dice in this order: how many, the first of them, and the position."""
    found = {(0, 0, (tuple(mine), tuple(theirs)))}
    if dice:
        for new, other in steps(mine, theirs, dice[0]):
            found |= {(played + 1, dice[0], end) for played, _, end in all_plays(new, other, dice[1:])}
    return found


def legal_ends(mine: list[int], theirs: list[int], high: int, low: int) -> set[Any]:
    """Return the positions that the rules allow: as many dice as possible, the greater one if only one."""
    orders = [(high,) * 4] if high == low else [(high, low), (low, high)]
    found = set().union(*(all_plays(mine, theirs, order) for order in orders))
    most = max(played for played, _, _ in found)
    found = {play for play in found if play[0] == most}
    if most == 1:
        greater = max(die for _, die, _ in found)
        found = {play for play in found if play[1] == greater}
    return {end for _, _, end in found}


def check(seeds: range) -> None:
    for seed in seeds:
        for state in random_states(GAME, seed):
            if GAME.is_terminal(state) or GAME.to_move(state) == CHANCE:
                continue
            high, low = state.roll >> DIE, state.roll & 7
            children = [GAME.result(state, action) for action in GAME.actions(state)]
            ends = [(tuple(counts(child.theirs)), tuple(counts(child.mine))) for child in children]
            assert len(set(ends)) == len(ends), GAME.show(state)
            assert set(ends) == legal_ends(counts(state.mine), counts(state.theirs), high, low), GAME.show(state)
            names = [GAME.name(action, state) for action in GAME.actions(state)]
            assert len(set(names)) == len(names), GAME.show(state)


def test_plays() -> None:
    check(range(RANDOM_GAMES))


@pytest.mark.deep
def test_plays_in_many_games() -> None:
    check(range(100, 100 + DEEP_GAMES))


def names_of(text: str) -> list[str]:
    state = GAME.read(text)
    return [GAME.name(action, state) for action in GAME.actions(state)]


def position(mine: dict[int, int], theirs: dict[int, int], roll: str) -> str:
    """Return the text of a position: checkers by point, 25 is the bar; the others are off."""
    sides = [side | {0: 15 - sum(side.values())} for side in (mine, theirs)]
    numbers = [sum(number << 4 * (25 - point) for point, number in side.items()) for side in sides]
    return f"{position_id(Position(*numbers))} X {roll}"


def test_the_rules_one_by_one() -> None:
    assert len(names_of(f"{FIRST} X 31")) == 16
    assert names_of(position({25: 1, 8: 2}, {6: 2, 5: 2}, "65")) == ["pass"]  # both points of entry are held
    assert names_of(position({25: 2, 8: 2}, {6: 2}, "64")) == ["bar/21"]  # the other one stays on the bar
    assert names_of(position({13: 1}, {23: 2}, "65")) == ["13/7"]  # the greater if not both
    assert names_of(position({13: 1}, {23: 2, 18: 2}, "65")) == ["13/8"]  # the smaller if not the greater
    assert names_of(position({10: 1}, {24: 2}, "65")) == ["10/off"]
    assert names_of(position({6: 1, 5: 1}, {24: 2}, "61")) == ["6/off,5/4", "6/off"]
    assert names_of(position({3: 4}, {24: 2}, "66")) == ["3/off(4)"]
    assert names_of(position({3: 2}, {24: 2}, "66")) == ["3/off(2)"]


def test_hits_send_to_the_bar() -> None:
    state = GAME.read(position({13: 1}, {18: 1, 1: 1}, "61"))  # their 18 point is the 7 point of X
    hit = GAME.result(state, action_named(GAME, state, "13/7*/6"))
    assert counts(hit.mine)[25] == 1


@pytest.mark.parametrize(
    ("loser", "value"), [({6: 14}, 1), ({6: 15}, 2), ({6: 14, 25: 1}, 3), ({6: 14, 19: 1}, 3), ({6: 14, 18: 1}, 2)]
)
def test_gammons(loser: dict[int, int], value: int) -> None:
    state = GAME.read(position({1: 1}, loser, "21"))
    end = GAME.result(state, next(iter(GAME.actions(state))))
    assert GAME.is_terminal(end)
    assert (GAME.utility(end, 0), GAME.utility(end, 1)) == (value, -value)


def test_the_cube() -> None:
    state = state_after(CUBED, CUBED.initial, ["X31", "8/5,6/5"])
    assert (state.roll, state.player, CUBED.to_move(state)) == (TO_DOUBLE, 1, 1)
    offered = state_after(CUBED, state, ["double"])
    assert (offered.roll, CUBED.to_move(offered)) == (OFFERED, 0)
    dropped = state_after(CUBED, offered, ["drop"])
    assert dropped.roll == DROPPED
    assert CUBED.is_terminal(dropped)
    assert (CUBED.utility(dropped, 0), CUBED.utility(dropped, 1)) == (-1, 1)
    taken = state_after(CUBED, offered, ["take"])
    assert (taken.roll, taken.cube, taken.owner, taken.player) == (TO_ROLL, 2, 0, 1)
    back = state_after(CUBED, taken, ["21", "13/10"])
    assert (back.roll, back.player) == (TO_DOUBLE, 0)
    assert state_after(CUBED, back, ["roll", "21", "13/10"]).roll == TO_ROLL  # the cube is not O's
    assert CUBED.utilities == (-192, 192)
    with pytest.raises(HalfmoveError, match="a cube up to 3"):
        Backgammon(3)


def test_chances() -> None:
    assert len(list(GAME.chances(GAME.initial))) == OPENINGS
    for state in (GAME.initial, GAME.read(FIRST)):
        assert sum(probability for _, probability in GAME.chances(state)) == pytest.approx(1)


@pytest.mark.usefixtures("native")
def test_both_lanes() -> None:
    assert perft(Backgammon(), depth=2) == perft(GAME, depth=2)


def test_position_ids() -> None:
    assert position_id(GAME.initial) == FIRST
    assert GAME.read(FIRST) == Position(START, START)
    assert GAME.read(ONE_EACH) == Position(14 << 100 | 1 << 96, 14 << 100 | 1 << 96)
    assert GAME.read(f"{FIRST} O 1-3") == Position(START, START, 3 << DIE | 1, 1)
    assert CUBED.read(f"{FIRST} O doubled 2O") == Position(START, START, OFFERED, 1, 2, 1)


@given(st.integers(0, 2**32), st.integers(0, 300), st.sampled_from([GAME, CUBED]))
def test_what_is_shown_can_be_read(seed: int, plies: int, game: Any) -> None:
    *_, state = islice(random_states(game, seed), plies + 1)
    assert game.read(game.show(state)) == game.read(game.one_line(state)) == state


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "should say a position ID"),
        ("4HPwATDgc/ABM", "has 13 letters where it should have 14"),
        ("4HPwATDgc?ABMA", r"'\?' at place 10"),
        ("4HPwATDgc/ABMB", "has bits beyond the last"),
        ("//////////////", "more than 15 checkers|bits beyond"),
        ("/////////////w", "the other player has more than 15 checkers"),
        (f"{FIRST} Z", "'Z' is not a player"),
        (f"{FIRST} X 71", "'71' is neither two dice"),
        (f"{FIRST} X decide", "X may not double"),
        (f"{FIRST} O opening", "for X"),
        (f"{FIRST} X 31 1", "should say"),
    ],
)
def test_malformed_texts(text: str, reason: str) -> None:
    with pytest.raises(MalformedText, match=reason):
        GAME.read(text)


def test_reasons() -> None:
    state = GAME.read(f"{FIRST} X 51")
    assert "is held by 5" in find_commentary(GAME).why_illegal(state, "24/19")
    assert "there is no checker of X on 20" in find_commentary(GAME).why_illegal(state, "20/15")
    assert "not a step forward" in find_commentary(GAME).why_illegal(state, "8/13")

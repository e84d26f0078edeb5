"""Checkers: published counts, captures, the draw, text."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations, islice, product
from typing import Any

import pytest
from draughts_checks import check_lanes, fens, names
from hypothesis import given
from hypothesis import strategies as st
from playing import random_states

from halfmove.compiled import plain
from halfmove.core.commentary import find_commentary
from halfmove.core.rules import state_after, utility_vector
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.draughts.english import Checkers
from halfmove.search.perft import perft

pytestmark = pytest.mark.one_lane

# After 1, 2, ... plies: TRUTHS.md. From the twelfth on they count each way of a capture.
LEAVES = (7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128, 388623673, 1766623630)
SOON, LATE, IN_THE_PLAIN_LANE = 8, 12, 4  # plies; 13 take two minutes
GAME = plain(Checkers())
START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
PIECES = 12


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("depth", range(1, SOON + 1))
def test_leaves(depth: int) -> None:
    assert perft(Checkers(), depth=depth) == LEAVES[depth - 1]


def test_perft_counts_the_ways_of_a_capture(lane: Any) -> None:
    """A king takes four men in a circle, one way round or the other: one action, and two for those who count."""
    game = lane(Checkers())
    state = game.read("B:W7,8,15,16:BK3")
    assert [game.name(action, state) for action in game.actions(state)] == ["3x3"]
    assert perft(game, state, 1) == 2


def test_leaves_in_the_plain_lane() -> None:
    assert perft(GAME, depth=IN_THE_PLAIN_LANE) == LEAVES[IN_THE_PLAIN_LANE - 1]


@pytest.mark.deep
@pytest.mark.parametrize("depth", range(SOON + 1, LATE + 1))
def test_many_leaves(depth: int) -> None:
    assert perft(Checkers(), depth=depth) == LEAVES[depth - 1]


@pytest.mark.parametrize(
    ("fen", "legal"),
    [
        ("B:W18:B9,14", ["14x23"]),  # a capture must be taken
        ("B:W18,27:B14", ["14x32"]),  # to its end
        ("B:W6,15:B1", ["1x19"]),
        ("B:W6,7:B2", ["2x11", "2x9"]),  # but any of them
        ("B:W18,9:B14", ["14x23"]),  # a man does not capture backwards
        ("B:W18,9:BK14", ["14x23", "14x5"]),  # a king does
        ("B:W26,27,18:B22", ["22x31"]),  # a man that becomes a king stops: 27 and 18 would be next
        ("B:W27:BK9", ["9-13", "9-14", "9-5", "9-6"]),  # a king goes one square
        ("B:W18,19,26,27:BK15", ["15x15"]),  # round in either direction is one action
        ("B:W6,7,14,15,22:B2", ["2x11x18x25", "2x9x18x25"]),  # squares on the way tell two captures apart
    ],
)
def test_captures(fen: str, legal: list[str]) -> None:
    assert names(GAME, fen) == legal


@pytest.mark.usefixtures("native")
@given(fens(GAME, PIECES))
def test_lanes_agree_in_any_position(fen: str) -> None:
    check_lanes(Checkers(), fen)


def test_who_cannot_move_has_lost() -> None:
    state = GAME.read("W:W29:B22,25")
    assert GAME.is_terminal(state)
    assert utility_vector(GAME, state) == (1.0, -1.0)
    assert GAME.is_terminal(GAME.read("W:W:B1"))


@pytest.mark.parametrize(("pieces", "count"), [(1, 120), pytest.param(2, 6972, marks=pytest.mark.deep)])
def test_possible_positions_are_as_many_as_chinook_counts(pieces: int, count: int) -> None:
    """Schaeffer and others (2007), table 1, without who is to move: all others are refused."""
    kinds = [(colour, king) for colour in "WB" for king in ("", "K")]
    found = 0
    for squares in combinations(range(1, 33), pieces):
        for kind in product(kinds, repeat=pieces):
            sides = {
                colour: [f"{king}{n}" for n, (own, king) in zip(squares, kind) if own == colour] for colour in "WB"
            }
            with suppress(MalformedText):
                GAME.read(f"B:W{','.join(sides['W'])}:B{','.join(sides['B'])}")
                found += 1
    assert found == count


def test_no_progress_is_a_draw() -> None:
    game = plain(Checkers(4))
    state = game.read("B:WK32,21:BK1")
    for ply, name in enumerate(["1-5", "32-28", "5-1", "28-32"]):
        assert state.quiet == ply
        state = state_after(game, state, [name])
    assert game.is_terminal(state)
    assert utility_vector(game, state) == (0.0, 0.0)
    state = state_after(game, game.read("B:WK32,21:BK1:H3"), ["1-5"])
    assert game.is_terminal(state)
    state = state_after(game, game.read("W:WK32,21:BK1:H3"), ["21-17"])
    assert state.quiet == 0
    assert state_after(plain(Checkers(0)), plain(Checkers(0)).read("B:WK32,21:BK1"), ["1-5"]).quiet == 0


def test_text() -> None:
    assert GAME.fen(GAME.initial) == START
    assert GAME.read("B:W21-32:B1-12") == GAME.read(" b:b1-12:w21-32:H0:F1. ") == GAME.initial
    assert GAME.read("W:WK1,K3:B5:H7") == GAME.read("W:B5:H7:WK1,K3")
    assert GAME.fen(GAME.read("W:WK1-3:B5:H7")) == "W:WK1,K2,K3:B5:H7"
    assert GAME.show(GAME.read("W:W18,K2:B5,K6")).splitlines()[:2] == [" 1   .   W   .   .", " 5 b   B   .   ."]
    assert GAME.player_names[0] == "Black"
    assert names(GAME, START) == ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]


@given(st.integers(0, 10**6), st.integers(0, 200))
def test_states_survive_a_round_trip(seed: int, plies: int) -> None:
    *_, state = islice(random_states(GAME, seed), plies + 1)
    assert GAME.read(GAME.fen(state)) == state


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' at the beginning of '' should be W or B, who is to move"),
        ("W21-32:B1-12", "'W21-32' at the beginning"),
        ("B:W21-32", "does not say where Black's pieces are"),
        ("B:B1:B2:W3", "'B2' in 'B:B1:B2:W3' should be the squares of W or B, each given once"),
        ("B:W33:B1", "'33' among White's pieces: the squares are 1 to 32"),
        ("B:W0:B1", "'0' among White's pieces: the squares are 1 to 32"),
        ("B:W12-10:B1", "'12-10' among White's pieces"),
        ("B:WQ9:B1", "'Q9' among White's pieces is not a square such as 18 or K18"),
        ("B:W9,9:B1", "square 9 is twice among White's pieces"),
        ("B:W9:BK9", "square 9 holds a white and a black piece"),
        ("B:W14-26:B1", "White has 13 pieces: there are at most 12"),
        ("B:W2:B5", "White's man on 2, the last row for it, should be a king"),
        ("B:W5:B30", "Black's man on 30"),
        ("B:WK5:BK30:H81", "H81: the game is drawn after 80 plies without progress"),
        ("B:W5:B6:X", "'X' in"),
        ("B:W" + "9" * 5000 + ":B6", "is not a square"),
    ],
)
def test_malformed_texts_are_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(MalformedText, match=reason):
        GAME.read(text)


@pytest.mark.parametrize(
    ("fen", "name", "reason"),
    [
        (START, "e2e4", "an action is written as 11-15 or 15x22"),
        (START, "11-33", "there is no square 33: the squares are 1 to 32"),
        (START, "22-18", "Black has no piece on 22"),
        (START, "11-18", "the man on 11 cannot reach 18"),
        ("B:W18:B9,14", "9-13", "Black must capture"),
        ("B:W18:B9,14", "14-17", "Black must capture"),
        ("B:W18:B9,14", "14x21", "no capture of the man on 14 ends on 21"),
        ("B:W18:B14", "14-23", "it is written 14x23 here"),
    ],
)
def test_refusals(fen: str, name: str, reason: str) -> None:
    assert find_commentary(GAME).why_illegal(GAME.read(fen), name) == reason


def test_impossible_parameters() -> None:
    with pytest.raises(HalfmoveError, match="a draw after -1 plies"):
        Checkers(-1)


def test_advice() -> None:
    state: Any = GAME.read("B:W22,23:B18,28,K32")
    assert not GAME.advice.is_quiet(state)
    assert GAME.advice.evaluate(state, 0) == -GAME.advice.evaluate(state, 1) > 0

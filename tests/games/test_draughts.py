"""International draughts: published counts, captures, text."""

from __future__ import annotations

from itertools import islice

import pytest
from draughts_checks import check_lanes, fens, names
from hypothesis import given
from hypothesis import strategies as st
from playing import random_states

from halfmove.compiled import plain
from halfmove.core.commentary import find_commentary
from halfmove.core.rules import state_after
from halfmove.errors import MalformedText
from halfmove.games.draughts.international import InternationalDraughts
from halfmove.search.perft import perft

# After 1, 2, ... plies: TRUTHS.md to 5, then from memory of what others have published.
LEAVES = (9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423)
SOON, IN_THE_PLAIN_LANE = 6, 3  # plies
GAME = plain(InternationalDraughts())
START = "W:W31-50:B1-20"
PIECES = 16


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("depth", range(1, SOON + 1))
def test_leaves(depth: int) -> None:
    assert perft(InternationalDraughts(), depth=depth) == LEAVES[depth - 1]


def test_leaves_in_the_plain_lane() -> None:
    assert perft(GAME, depth=IN_THE_PLAIN_LANE) == LEAVES[IN_THE_PLAIN_LANE - 1]


@pytest.mark.deep
@pytest.mark.parametrize("depth", range(SOON + 1, len(LEAVES) + 1))
def test_many_leaves(depth: int) -> None:
    assert perft(InternationalDraughts(), depth=depth) == LEAVES[depth - 1]


@pytest.mark.parametrize(
    ("fen", "legal"),
    [
        ("W:W28:B23", ["28x19"]),
        ("W:W28:B33", ["28x39"]),  # a man captures backwards
        ("W:WK46:B28", ["46x10", "46x14", "46x19", "46x23", "46x5"]),  # a king from afar, to any free square behind
        ("W:WK46:B28,23", ["46-32", "46-37", "46-41"]),  # but not over two in a row
        ("W:WK46:B28,19", ["46x10", "46x14", "46x5"]),  # two with a gap between, both
        ("W:W27:B21,22,12", ["27x7"]),  # the most pieces: 22 and 12 count more than 21 alone
        ("W:W11:B7,8", ["11x13"]),  # through the last row, without becoming a king
    ],
)
def test_captures(fen: str, legal: list[str]) -> None:
    assert names(GAME, fen) == legal


def test_a_man_that_jumps_through_the_last_row_stays_a_man() -> None:
    state = state_after(GAME, GAME.read("W:W11:B7,8"), ["11x13"])
    assert GAME.fen(state) == "B:W13:B"
    state = state_after(GAME, GAME.read("W:W11:B7"), ["11x2"])
    assert GAME.fen(state) == "B:WK2:B"


def test_what_is_taken_stays_in_the_way() -> None:
    """The Turkish stroke: if 13 were gone at once, the king could come back from 9 and take 28 too."""
    assert names(GAME, "W:WK22:BK11,K13,28") == ["22x33", "22x39", "22x4", "22x44", "22x50", "22x6", "22x9"]


def test_many_captures_take_more_room() -> None:
    """Hundreds of captures are followed at the same time, in both lanes."""
    fen = "W:WK3:B7,10,14,17,18,19,23,28,29,32,34,40,42"
    assert len(names(GAME, fen)) == 8
    check_lanes(InternationalDraughts(), fen)


@pytest.mark.usefixtures("native")
@given(fens(GAME, PIECES))
def test_lanes_agree_in_any_position(fen: str) -> None:
    check_lanes(InternationalDraughts(), fen)


def test_text() -> None:
    assert GAME.read(START) == GAME.initial
    assert GAME.read(GAME.fen(GAME.initial)) == GAME.initial
    assert names(GAME, START) == sorted(
        ["31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30"]
    )
    assert GAME.show(GAME.initial).splitlines()[4] == "21   .   .   .   .   ."
    assert GAME.player_names[0] == "White"


@given(st.integers(0, 10**6), st.integers(0, 200))
def test_states_survive_a_round_trip(seed: int, plies: int) -> None:
    *_, state = islice(random_states(GAME, seed), plies + 1)
    assert GAME.read(GAME.fen(state)) == state


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("W:W51:B1", "'51' among White's pieces: the squares are 1 to 50"),
        ("W:W10-30:B1", "White has 21 pieces: there are at most 20"),
        ("W:W31-50:B46", "square 46 holds|Black's man on 46"),
        ("W:WK31:BK1:H51", "H51: the game is drawn after 50 plies"),
    ],
)
def test_malformed_texts_are_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(MalformedText, match=reason):
        GAME.read(text)


def test_refusals() -> None:
    state = GAME.read("W:W27:B21,22,12")
    assert find_commentary(GAME).why_illegal(state, "27x16") == "White must capture as many pieces as possible, 2"
    assert find_commentary(GAME).why_illegal(state, "27-31") == "White must capture"

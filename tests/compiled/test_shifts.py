"""A shift in a user's file means the same in both lanes, or is refused with its line: never a wrong number."""

from typing import Annotated, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove import Game, alphabeta, compiled, kernel, plain
from halfmove.check.lanes import disagreements
from halfmove.compiled import Bits
from halfmove.compiled.lane import JIT
from halfmove.errors import HalfmoveError, TooWide

pytestmark = pytest.mark.skipif(not JIT, reason="the compiled lane is off")

MASK = (1 << 63) - 1
WORDS = st.integers(-(1 << 63), (1 << 63) - 1)
PLACES = st.integers(0, 130)


class Wide(NamedTuple):
    squares: Annotated[int, Bits(130)] = 0
    narrow: int = 0


@compiled
class Shifts:
    """Every way in which people write a shift."""

    def beside(self, state, number, places):
        return state.squares | 1 << places

    def before(self, state, number, places):
        return 1 << places ^ state.squares

    def named(self, state, number, places):
        bit = 1 << places
        return bit + state.squares

    def is_set(self, state, number, places):
        return 1 if state.squares & 1 << places else 0

    def masked(self, state, number, places):
        return number << places & MASK

    def masked_by_a_sign(self, state, number, places):
        return number << places & ~state.narrow

    def bare(self, state, number, places):
        return number << places

    def in_place(self, state, number, places):
        number <<= places
        return number

    def of_two(self, state, number, places):
        return 1 << places | 1 << places + 1

    def beside_narrow(self, state, number, places):
        return state.narrow | 1 << places

    def power_beside(self, state, number, places):
        return state.squares | 2**places

    def power(self, state, number, places):
        return 2**places

    def right(self, state, number, places):
        return number >> places

    def right_in_place(self, state, number, places):
        number >>= places
        return number

    def read(self, state, number, places):
        return state.narrow >> places & 1 | state.squares >> places


FORMS = [name for name in vars(Shifts) if not name.startswith("_")]
BESIDE = {"beside", "before", "named", "power_beside"}  # a wide number
ALWAYS = {*BESIDE, "is_set", "masked", "right", "right_in_place", "read"}  # that are never refused


def answers(name):
    scope = {"kernel": kernel}
    exec(f"@kernel\ndef ask(shifts, state, number, places):\n    return shifts.{name}(state, number, places)", scope)
    return scope["ask"]


ASK = {name: answers(name) for name in FORMS}


def asked(name, state, number, places):
    try:
        return ASK[name](Shifts(), state, number, places), ""
    except TooWide as error:
        return None, str(error)


@pytest.mark.parametrize("name", FORMS)
@given(squares=st.integers(0, (1 << 130) - 1), narrow=WORDS, number=WORDS, places=PLACES)
def test_lanes_agree_or_the_line_is_named(name, squares, narrow, number, places):
    state = Wide(0 if name == "named" else squares, narrow)
    expected = ASK[name](plain(Shifts()), state, number, places)
    found, refusal = asked(name, state, number, places)
    if refusal:
        assert name not in ALWAYS
        shifted = (number if name in ("bare", "in_place", "masked_by_a_sign") else 1) << places + (name == "of_two")
        assert not -(1 << 63) <= shifted < 1 << 63
        assert f"{__file__}:" in refusal
        assert "Annotated[int, Bits(n)]" in refusal
        return
    assert found == expected or name in BESIDE and expected >> 192  # beyond whole words


@pytest.mark.parametrize("name", ["bare", "masked", "beside_narrow", "power"])
def test_small_shifts_are_not_refused(name):
    for places in range(62):
        assert ASK[name](Shifts(), Wide(), 1, places) == 1 << places


@kernel
def root(shifts, state, number):
    return 2**number


def test_powers_that_are_no_shift_stay_powers():
    assert root(Shifts(), Wide(), 0.5) == 2**0.5


class Board(NamedTuple):
    mine: int = 0
    theirs: int = 0
    player: int = 0


class WideBoard(NamedTuple):
    mine: Annotated[int, Bits(64)] = 0
    theirs: Annotated[int, Bits(64)] = 0
    player: int = 0


@compiled
class LastSquare(Game):
    """Take squares of an 8 x 8 board, the last first; the corner that needs the 64th bit wins."""

    initial = Board()

    def to_move(self, board):
        return board.player

    def actions(self, board):
        for square in range(61, 64):
            if not (board.mine | board.theirs) >> square & 1:
                yield square

    def result(self, board, square):
        return Board(board.theirs, board.mine | 1 << square, 1 - board.player)

    def is_terminal(self, board):
        return board.theirs >> 63 & 1 == 1

    def utility(self, board, player):
        return -1.0 if player == board.player else 1.0


@compiled
class WideSquares(LastSquare):
    """The same in fields that are wide enough."""

    initial = WideBoard()

    def result(self, board, square):
        return WideBoard(board.theirs, board.mine | 1 << square, 1 - board.player)


def test_a_board_of_64_squares_in_int_fields_is_refused_with_its_line():
    with pytest.raises(TooWide, match=r"test_shifts\.py:\d+: .*annotate the field `Annotated\[int, Bits\(n\)\]`"):
        alphabeta(LastSquare())
    assert alphabeta(plain(LastSquare())).action == 63


def test_a_board_of_64_squares_in_wide_fields_is_searched():
    assert (alphabeta(WideSquares()).action, alphabeta(WideSquares()).value) == (63, 1.0)
    assert list(disagreements(WideSquares(), games=3)) == []


def test_a_number_that_its_field_cannot_hold_is_named_when_it_is_handed_over():
    message = r"Board\.mine needs 64 bits, and holds 63 in machine code: annotate it `Annotated\[int, Bits\(64\)\]`"
    with pytest.raises(TooWide, match=message) as caught:
        alphabeta(LastSquare(), Board(1 << 63))
    assert isinstance(caught.value, HalfmoveError)
    with pytest.raises(HalfmoveError, match=r"WideBoard\.theirs"):
        alphabeta(WideSquares(), WideBoard(0, 1 << 64))


LINES = 0b111, 0b111 << 60, 0b111 << 97


@compiled
class Lines:
    """A tuple of numbers of which some are wide."""

    def found(self, squares):
        for i, line in enumerate(LINES):
            if squares & line == line:
                return i
        return -1


class Squares(NamedTuple):
    squares: Annotated[int, Bits(100)] = 0


@kernel
def find(lines, state):
    return lines.found(state.squares)


def test_numbers_of_different_width_side_by_side_can_be_looped_over():
    for i, line in enumerate(LINES):
        assert find(Lines(), Squares(line)) == find(plain(Lines()), Squares(line)) == i
    assert find(Lines(), Squares(5)) == -1

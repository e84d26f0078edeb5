"""Wide integers: every operator is Python's, modulo two to the power of the width."""

import operator
import re
from functools import cache
from typing import Annotated, Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.check.lanes import disagreements
from halfmove.compiled import Bits, bit_count, compiled, kernel, lowest_bit, mix, plain
from halfmove.core.game import Game

WIDTHS = [(1, 1), (63, 64), (64, 64), (65, 65), (90, 64), (64, 129), (300, 65)]
DEEP_WIDTHS = [(2, 300), (128, 128), (127, 192), (256, 256), (193, 5), (300, 300)]

SIXTY_FOUR = (1 << 64) - 1
NINETY = (1 << 90) - 1


OPERATIONS: list[Any] = [
    ("and_", lambda a, b, n: a & b),
    ("or_", lambda a, b, n: a | b),
    ("xor", lambda a, b, n: a ^ b),
    ("add", lambda a, b, n: a + b),
    ("sub", lambda a, b, n: a - b),
    ("mul", lambda a, b, n: a * b),
    ("invert", lambda a, b, n: ~a),
    ("neg", lambda a, b, n: -a),
    ("lshift", lambda a, b, n: a << n),
    ("rshift", lambda a, b, n: a >> n),
    ("and_int", lambda a, b, n: a & n),
    ("int_or", lambda a, b, n: n | a),
]


@cache
def calculator(width_a: int, width_b: int) -> Any:
    """Return a state of two numbers of these widths, and a kernel that does everything to them."""
    width = max(width_a, width_b)

    class Pair(NamedTuple):
        a: Annotated[int, Bits(width_a)]  # type: ignore[valid-type]
        b: Annotated[int, Bits(width_b)]  # type: ignore[valid-type]

    Results = NamedTuple("Results", [(name, Annotated[int, Bits(width)]) for name, _ in OPERATIONS])  # type: ignore[misc]

    class Counts(NamedTuple):
        compared: int
        ones: int
        lowest: int
        hashed: int
        word: int

    @compiled
    class Calculator:
        def operate(self, pair, n):
            a, b = pair.a, pair.b
            return Results(a & b, a | b, a ^ b, a + b, a - b, a * b, ~a, -a, a << n, a >> n, a & n, n | a)

        def count(self, pair):
            a, b = pair.a, pair.b
            compared = (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5
            if a:
                compared |= 64
            if not b:
                compared |= 128
            lowest = -1
            if a != 0:
                lowest = lowest_bit(a)
            return Counts(compared, bit_count(a), lowest, mix(a, 5), mix(b))

        def in_place(self, pair, n):
            a, b = pair.a, pair.b
            a &= ~b
            a |= b
            a ^= b
            a <<= n
            a >>= n
            a += b
            a -= b
            return Pair(a, b)

    return Calculator(), Pair


@kernel
def operate(calculator, pair, n):
    return calculator.operate(pair, n)


@kernel
def count(calculator, pair):
    return calculator.count(pair)


@kernel
def identity(calculator, pair):
    return pair


def number(data: st.DataObject, width: int) -> int:
    """Draw a number of `width` bits, often near a power of two."""
    top = (1 << width) - 1
    near = st.integers(0, width).flatmap(lambda k: st.sampled_from([(1 << k) - 1, 1 << k, (1 << k) + 1]))
    return data.draw(st.integers(0, top) | near) & top


def check(widths: tuple[int, int], data: st.DataObject) -> None:
    made, pair_class = calculator(*widths)
    width = max(widths)
    pair = pair_class(number(data, widths[0]), number(data, widths[1]))
    shift = data.draw(st.integers(0, 2 * width + 64))
    assert identity(made, pair) == pair
    machine = operate(made, pair, shift)
    for (name, python), answer in zip(OPERATIONS, machine, strict=True):
        # A shift to the right of bits beyond the width is the author's to mask: here nothing is beyond.
        expected = python(pair.a, pair.b, shift)
        bits = widths[0] if name in ("invert", "neg", "lshift") else width
        assert answer & (1 << bits) - 1 == expected & (1 << bits) - 1, name
    assert count(made, pair) == count(plain(made), pair)


@pytest.mark.parametrize("widths", WIDTHS, ids=str)
@given(data=st.data())
def test_operators(widths, data):
    check(widths, data)


@pytest.mark.deep
@pytest.mark.parametrize("widths", DEEP_WIDTHS, ids=str)
@given(data=st.data())
def test_operators_of_more_widths(widths, data):
    check(widths, data)


class Board(NamedTuple):
    stones: Annotated[int, Bits(90)] = 0
    square: int = 0


@compiled
class Masking:
    """What an author writes to stay inside 90 bits."""

    full: int = NINETY

    def by_global(self, board):
        return Board(~board.stones & NINETY, 1)

    def by_field(self, board):
        return Board(~board.stones & self.full, 1)

    def by_literal(self, board):
        return Board(~board.stones & 0x3FFFFFFFFFFFFFFFFFFFFFF, 1)

    def by_word(self, board):
        return Board(board.stones & SIXTY_FOUR, 1)

    def set_square(self, board):
        return Board(board.stones | Board(1).stones << board.square, board.square)

    def compared(self, board):
        return Board(board.stones, (board.stones == NINETY) | (board.stones < NINETY) << 1)

    def negative(self, board):
        return Board(
            board.stones, (board.stones > -1) | (board.stones == -1) << 1 | (board.square - 5 < board.stones) << 2
        )

    def divided(self, board):
        return Board(board.stones // 3, board.square)

    def unified(self, board):
        stones = 0
        for i in range(3):
            stones = stones | board.stones << i
        return Board(stones & NINETY if board.square > 2 else 5, 0)


@pytest.mark.parametrize(
    "method",
    [name for name, value in vars(Masking).items() if callable(value) and "__" not in name and name != "divided"],
)
def test_wide_constants_and_masks(method):
    def call(game, board):
        return game.METHOD(board)

    call.__code__ = call.__code__.replace(co_names=(method,))
    ask = kernel(call)
    for board in (Board(), Board(5, 3), Board(NINETY, 89), Board(1 << 64, 64), Board(SIXTY_FOUR, 70)):
        assert ask(Masking(), board) == ask(plain(Masking()), board)


def test_number_too_wide_for_its_field(native):
    """More bits than the field has words is an error, as is a negative number, not another number."""

    @kernel
    def ask(game, board):
        return board.stones

    for stones in (1 << 128, -1, 0.5, None, "1"):
        with pytest.raises((OverflowError, ValueError, TypeError, AttributeError)):
            ask(Masking(), Board(stones))


def test_bits_between_the_width_and_its_word(native):
    """A number within the words but beyond the declared width comes back as it went in: masking is the author's."""

    @kernel
    def ask(game, board):
        return board

    assert ask(Masking(), Board(1 << 100)) in (Board(1 << 100), Board(0))


@given(a=st.integers(0, NINETY), b=st.integers(0, SIXTY_FOUR))
def test_int_keeps_what_fits(a, b):
    """int(x) of a wide number that fits 63 bits is that number."""
    assert _LOW(Masking(), Board(a & 0x7FFFFFFFFFFFFFFF)) == a & 0x7FFFFFFFFFFFFFFF
    assert operator.index(b) == b


@kernel
def _LOW(game, board):  # noqa: N802
    return int(board.stones)


class Heap(NamedTuple):
    stones: int = 3
    player: int = 0


class Overflows(Game):
    """Take one stone at a time; the estimate leaves a machine word."""

    initial = Heap()

    def to_move(self, heap):
        return heap.player

    def actions(self, heap):
        yield 1

    def result(self, heap, action):
        return Heap(heap.stones - action, 1 - heap.player)

    def is_terminal(self, heap):
        return heap.stones == 0

    def utility(self, heap, player):
        return 1.0 if player == heap.player else -1.0


LARGE = 1 << 62


@compiled
class Sum(Overflows):
    def evaluate(self, heap, player):
        return (heap.stones + LARGE + LARGE) / 2.0**64


@compiled
class Difference(Overflows):
    def evaluate(self, heap, player):
        return (-heap.stones - LARGE - LARGE) / 2.0**64


@compiled
class Product(Overflows):
    def evaluate(self, heap, player):
        return (heap.stones + LARGE) * 2 / 2.0**64


@pytest.mark.parametrize("game", [Sum(), Difference(), Product()], ids=lambda game: type(game).__name__)
def test_overflow_is_found_by_the_check_of_the_lanes(native, game):
    (found,) = disagreements(game, games=3)
    assert found.law == "evaluate"
    assert re.search(r"is (0\.5 in plain Python and -0\.5|-0\.5 in plain Python and 0\.5) compiled", found.text)

"""States: annotations are the types of the fields, whatever values they happen to hold."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from halfmove.compiled import Bits, compiled, kernel, plain

BOARD = 90  # bits
WORD = 1 << 64


class Inner(NamedTuple):
    x: int = 1
    wide: Annotated[int, Bits(BOARD)] = 0


class Kinds(NamedTuple):
    """One field of every kind, each with a default of another kind of number."""

    number: int = True
    real: float = 2
    truth: bool = False
    word: Annotated[int, Bits(64)] = 3
    wide: Annotated[int, Bits(BOARD)] = 4
    inner: Inner = Inner()

    def doubled(self):
        return Kinds(self.number * 2, self.real * 2)


@compiled
class Maker:
    """Make states from values that are not of the fields' types."""

    def from_bools(self, kinds):
        return Kinds(kinds.truth, kinds.truth, not kinds.truth, kinds.truth, kinds.truth)

    def from_ints(self, kinds):
        number = kinds.number & 1023
        return Kinds(number, number, kinds.truth, number, number, Inner(number, number))

    def from_literals(self, kinds):
        return Kinds(3, 4, True, 5, 6, Inner(7, 8))

    def from_defaults(self, kinds):
        return Kinds()

    def from_names(self, kinds):
        return Kinds(real=7, inner=Inner(wide=kinds.wide))

    def from_fields(self, kinds):
        return Kinds(kinds.number, kinds.real, kinds.truth, kinds.word, kinds.wide, kinds.inner)

    def from_comparison(self, kinds):
        return Kinds(kinds.number > 1, kinds.number < 0, kinds.wide > kinds.word)

    def replaced(self, kinds):
        number, real, truth, word, wide, inner = kinds
        return Kinds(number ^ 1, real / 2, not truth, word ^ 1, wide | word, Inner(inner.x ^ 1, inner.wide))

    def replaced_by_name(self, kinds):
        return kinds._replace(wide=kinds.wide & 0 | 1, real=kinds.number & 7, truth=not kinds.truth)

    def replaced_by_itself(self, kinds):
        return kinds._replace()

    def replaced_within(self, kinds):
        return kinds._replace(inner=kinds.inner._replace(wide=kinds.word))._replace(number=kinds.inner.x)


CASES = [
    Kinds(),
    Kinds(-5, 0.25, True, WORD - 1, (1 << BOARD) - 1, Inner(-(1 << 63), 1 << 89)),
    Kinds(True, 3, False, 0, 7),
    Kinds((1 << 63) - 1, -0.0, True, 1 << 63, 1 << 64, Inner((1 << 63) - 1, WORD)),
]
METHODS = [name for name in vars(Maker) if name.startswith(("from_", "replaced"))]


def kinds_of(value: Any) -> Any:
    """Return the types of a state's values, states within included."""
    if isinstance(value, tuple):
        return type(value), [kinds_of(item) for item in value]
    return type(value)


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("method", METHODS)
def test_lanes_make_equal_states(method):
    """Values are equal in both lanes, and come back as Python's own types, those of the annotations."""

    def call(maker, kinds):
        return maker.METHOD(kinds)

    call.__code__ = call.__code__.replace(co_names=(method,))
    ask = kernel(call)
    for case in CASES:
        machine, python = ask(Maker(), case), ask(plain(Maker()), case)
        assert machine == python
        assert type(machine) is Kinds


class Outer(NamedTuple):
    state: Any


class OnlyWithin(NamedTuple):
    """A state that no kernel is given by itself, nor mentions."""

    x: int = 1


def test_a_state_is_declared_where_its_annotation_is_any(native):
    @kernel
    def ask(outer):
        return outer.state._replace(x=outer.state.x + 1)

    assert ask(Outer(Inner(4))) == Inner(5)  # so that Outer is known before
    assert ask(Outer(OnlyWithin(4))) == OnlyWithin(5)


def test_boxed_fields_have_the_annotated_types(native):
    @kernel
    def ask(maker, kinds):
        return maker.from_bools(kinds)

    numbers = [int, float, bool, int, int]
    assert kinds_of(ask(Maker(), CASES[1])) == (Kinds, [*numbers, (Inner, [int, int])])


def test_wrong_values_reach_machine_code_as_annotated(native):
    """One signature, whatever the values were: a bool in an int field, an int in a float field."""

    @kernel
    def ask(maker, kinds):
        return kinds.number + kinds.real / 2

    assert ask(Maker(), Kinds(True, 3)) == 2.5
    assert ask(Maker(), Kinds(2, 3.0)) == 3.5
    assert ask(Maker(), Kinds(np.int8(2), np.float32(3.0))) == 3.5
    assert len(ask.native.dispatcher.signatures) == 1


@pytest.mark.parametrize("state", [Kinds(1 << 63), Kinds(-(1 << 63) - 1)], ids=["above", "below"])
def test_number_too_large_for_its_field(native, state):
    """An int field holds 63 bits and a sign; more is an error, not another number."""

    @kernel
    def ask(maker, kinds):
        return kinds.number

    with pytest.raises(OverflowError):
        ask(Maker(), state)


class Arrays(NamedTuple):
    cells: NDArray[np.int8]
    counts: NDArray[np.int64]
    turn: int = 0


@compiled
class Cells:
    def play(self, state, at):
        cells = state.cells.copy()
        cells[at] += 1
        return Arrays(cells, state.counts, state.turn + 1)


def test_arrays_in_states():
    """A state with arrays goes in and out; the old state is unchanged."""

    @kernel
    def twice(game, state, at):
        return game.play(game.play(state, at), at + 1)

    for game in (Cells(), plain(Cells())):
        start = Arrays(np.zeros(4, np.int8), np.arange(3))
        after = twice(game, start, 1)
        assert after.cells.tolist() == [0, 1, 1, 0]
        assert after.cells.dtype == np.int8
        assert after.counts.tolist() == [0, 1, 2]
        assert after.turn == 2
        assert start.cells.tolist() == [0, 0, 0, 0]


def test_array_of_another_layout_or_type():
    """A view with a stride, or of another type, is either read right or refused, never misread."""

    @kernel
    def second(game, state):
        return state.counts[1]

    for counts in (np.arange(10)[::3], np.arange(4, dtype=np.int32), np.arange(4.0)):
        expected = counts[1]
        try:
            got = second(Cells(), Arrays(np.zeros(1, np.int8), counts))
        except (TypeError, ValueError):
            continue
        assert got == expected


def test_state_defined_in_a_function():
    class Local(NamedTuple):
        a: int = 0
        b: float = 1

    @compiled
    class Game:
        def next(self, state):
            return Local(state.a + 1)

    @kernel
    def ask(game, state):
        return game.next(game.next(state))

    assert ask(Game(), Local(5)) == Local(7, 1.0)
    assert type(ask(Game(), Local(5))) is Local


def test_state_class_named_only_in_a_helper_kernel():
    """A state class that no argument brings along is declared where it is first mentioned."""

    class Hidden(NamedTuple):
        a: float = 0

    @kernel
    def make(game, a):
        return Hidden(a)

    @kernel
    def ask(game, a):
        return make(game, a).a / 2

    for game in (Maker(), plain(Maker())):
        assert ask(game, 3) == 1.5


def test_states_of_one_shape_are_not_mixed():
    class Left(NamedTuple):
        a: int = 0

    class Right(NamedTuple):
        a: int = 0

    @compiled
    class Game:
        def swap(self, state):
            return Right(state.a)

    @kernel
    def ask(game, state):
        return game.swap(state)

    assert type(ask(Game(), Left(1))) is Right


def test_two_states_in_a_loop_keep_one_type():
    """A variable that is a default state first and a computed one later has one type."""

    @kernel
    def ask(maker, n):
        kinds = Kinds()
        for i in range(n):
            kinds = Kinds(i > 2, i, kinds.truth, kinds.word, kinds.wide, Inner(i, kinds.inner.wide))
        return kinds

    for maker in (Maker(), plain(Maker())):
        assert ask(maker, 5) == Kinds(1, 4.0, False, 3, 4, Inner(4, 0))


def test_equality_and_inequality_of_states():
    @kernel
    def same(maker, one, other):
        return one == other

    @kernel
    def differ(maker, one, other):
        return one != other

    for maker in (Maker(), plain(Maker())):
        for one in CASES:
            for other in CASES:
                assert same(maker, one, other) == (one == other)
                assert differ(maker, one, other) == (one != other)


def test_method_of_a_state():
    """A state may have methods, in the plain lane at least; in the compiled one the refusal is one sentence."""
    from halfmove.errors import NotCompilable

    @kernel
    def ask(maker, kinds):
        return kinds.doubled()

    assert ask(plain(Maker()), Kinds(3)) == Kinds(6, 4.0)
    try:
        assert ask(Maker(), Kinds(3)) == Kinds(6, 4.0)
    except NotCompilable as error:
        assert "\n" not in str(error)  # noqa: PT017 - either answer will do


def test_annotation_without_counterpart(native):
    from halfmove.errors import NotCompilable

    class Odd(NamedTuple):
        names: list[str]

    @kernel
    def ask(maker, odd):
        return 1

    with pytest.raises(NotCompilable, match=r"Odd\.names"):
        ask(Maker(), Odd([]))


def test_states_come_back_without_leaks(native):
    """Boxing a thousand states does not leave references behind."""
    import sys

    @kernel
    def ask(maker, kinds):
        return maker.from_fields(kinds)

    ask(Maker(), CASES[1])
    before = sys.getrefcount(Kinds), sys.getrefcount(Inner)
    for _ in range(1000):
        ask(Maker(), CASES[1])
    after = sys.getrefcount(Kinds), sys.getrefcount(Inner)
    assert max(b - a for a, b in zip(before, after, strict=True)) < 100

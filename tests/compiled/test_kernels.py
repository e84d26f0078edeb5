"""Kernels: recursion, literals, kernels that call kernels, and what may be passed to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

from halfmove.compiled import compiled, kernel, plain
from halfmove.compiled.native import kernels
from halfmove.errors import NotCompilable, PlainLaneWarning


class Number(NamedTuple):
    n: int = 0


@compiled
class Unit:
    one: int = 1

    def less(self, state):
        return Number(state.n - self.one)


UNITS = [Unit(), plain(Unit())]


@kernel
def is_even(unit, state):
    if state.n == 0:
        return True
    return is_odd(unit, unit.less(state))


@kernel
def is_odd(unit, state):
    if state.n == 0:
        return False
    return is_even(unit, unit.less(state))


@kernel
def fibonacci(unit, n):
    if n < 2:
        return n
    return fibonacci(unit, n - unit.one) + fibonacci(unit, n - 2)


@kernel
def with_literal(unit, n, k):
    """numba #6061: the recursive call has a variable where the first call had a literal."""
    if n <= 0:
        return k
    return with_literal(unit, n - 1, k + 1)


@kernel
def start_literal(unit, n):
    return with_literal(unit, n, 0)


@kernel
def negamax(unit, n, k, bound):
    if n <= 0:
        return quiet(unit, k, bound)
    return -negamax(unit, n - 1, k + 1, -bound)


@kernel
def quiet(unit, n, bound):
    if n <= 0:
        return bound
    return -quiet(unit, n - 1, -bound)


@kernel
def start_negamax(unit, n):
    return negamax(unit, n, 0, 30000)


@pytest.mark.parametrize("unit", UNITS, ids=["compiled", "plain"])
def test_recursion(unit):
    assert [fibonacci(unit, n) for n in range(10)] == [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]
    assert start_literal(unit, 5) == 5
    assert start_negamax(unit, 5) == 30000


@pytest.mark.parametrize("unit", UNITS, ids=["compiled", "plain"])
def test_mutual_recursion(unit):
    assert [is_even(unit, Number(n)) for n in range(6)] == [True, False] * 3
    assert [is_odd(unit, Number(n)) for n in range(6)] == [False, True] * 3


@pytest.mark.parametrize("n", [3, np.int8(3), np.int16(3), np.uint8(3), np.int64(3)], ids=repr)
def test_whole_numbers_from_python(n):
    """Whatever kind of whole number a caller has, a recursive kernel takes it as the int it is."""
    for unit in UNITS:
        assert fibonacci(unit, n) == 2


@kernel
def halve(unit, x, times):
    if times == 0:
        return x
    return halve(unit, x / 2, times - 1)


@pytest.mark.parametrize("x", [3.0, np.float32(3.0), np.float64(3.0)], ids=repr)
def test_fractions_from_python(x):
    for unit in UNITS:
        assert halve(unit, x, 2) == 0.75


def test_recursion_with_two_signatures_is_refused(native):
    """It would work once and crash at the second start (numba #6061), so it never works."""
    with pytest.raises(NotCompilable) as caught:
        halve(Unit(), 3, 2)
    message = str(caught.value)
    assert "\n" not in message
    assert "halve calls itself with x as float where it was given int" in message
    assert "test_kernels.py:" in message


def test_truth_for_a_number_is_refused(native):
    """A truth is no number to machine code."""
    with pytest.raises(NotCompilable, match="fibonacci calls itself with n as int where it was given bool"):
        fibonacci(Unit(), True)


def test_default_arguments_are_refused():
    """Numba and Python do not agree on what they mean between kernels."""
    with pytest.raises(NotCompilable, match="by position, without defaults"):

        @kernel
        def add(unit, a, b=10):
            return a + b


def test_named_arguments_are_refused(native):
    @kernel
    def add(unit, a, b):
        return a + b

    @kernel
    def ask(unit):
        return add(unit, b=1, a=2)

    with pytest.raises(NotCompilable, match="by position only"):
        ask(Unit())
    with pytest.raises(TypeError):
        add(Unit(), a=1, b=2)


def test_exceptions_leave_a_kernel():
    class Refused(Exception):
        pass

    @kernel
    def ask(unit, n):
        if n == unit.one:
            raise Refused("one", 1)
        return n

    for unit in UNITS:
        assert ask(unit, 2) == 2
        with pytest.raises(Refused) as caught:
            ask(unit, 1)
        assert caught.value.args == ("one", 1)


def test_kernel_keeps_name_and_text():
    assert fibonacci.__name__ == "fibonacci"
    assert start_literal.__wrapped__ is start_literal.python
    assert "6061" in with_literal.__doc__


def test_prepare_compiles_and_does_not_run():
    ran = np.zeros(1, np.int64)

    @compiled
    class Marker:
        cell: np.ndarray

        def mark(self):
            self.cell[0] += 1

    @kernel
    def ask(marker, n):
        marker.mark()
        return n

    marker = Marker(ran)
    ask.prepare(marker, 3)
    assert ran[0] == 0
    assert ask(marker, 3) == 3
    assert ran[0] == 1


def test_kernel_as_global_closure_and_argument():
    """A kernel may stand in a closure; as an argument it sends the call to the plain lane."""

    def searching(value):
        @kernel
        def search(unit, n):
            return value(unit, n) + 1

        return search

    @kernel
    def apply(unit, function, n):
        return function(unit, n)

    for unit in UNITS:
        assert searching(fibonacci)(unit, 7) == 14
        assert apply(unit, fibonacci, 7) == 13


def test_kernel_of_no_game_is_python():
    """A helper called with numbers alone runs as Python, and as machine code inside a kernel."""

    @kernel
    def square(x):
        return x * x

    @kernel
    def ask(unit, x):
        return square(x + unit.one)

    assert square(1 << 40) == 1 << 80
    for unit in UNITS:
        assert ask(unit, 4) == 25


SECOND_START = """
from halfmove.compiled import compiled, kernel
import numpy as np

@compiled
class Unit:
    one: int = 1

@kernel
def quiet(unit, n, b):
    if n <= 0:
        return b
    return -quiet(unit, n - unit.one, -b)

@kernel
def search(unit, n, k, b):
    if n <= 0:
        return quiet(unit, k, b)
    return -search(unit, n - 1, k + 1, -b)

@kernel
def begin(unit, n):
    return search(unit, n, 0, 30000)

@kernel
def unsigned(unit, n, k):
    if n <= 0:
        return 1.0
    return unsigned(unit, n - 1, k ^ np.uint64(1))

@kernel
def begin_unsigned(unit, n):
    return unsigned(unit, n, np.uint64(0))

@kernel
def even(unit, n):
    return True if n == 0 else odd(unit, n - 1)

@kernel
def odd(unit, n):
    return False if n == 0 else even(unit, n - 1)

unit = Unit()
print(begin(unit, 5), search(unit, 5, 0, 7), begin_unsigned(unit, 5), unsigned(unit, 5, np.uint64(0)))
print(even(unit, 10), odd(unit, 7), quiet(unit, 3, 2), quiet(unit, 3, 2.5))
"""


def test_second_start_does_not_crash(script, native):
    """Machine code of recursive kernels is read back in a new process (numba #6061)."""
    first = script(main=SECOND_START).stdout
    assert first.splitlines()[1] == "True True 2 2.5"
    for _ in range(2):
        assert script().stdout == first
    assert script(env={"HALFMOVE_JIT": "0"}).stdout == first


ANSWERS = {
    "even(unit, 4)": "True",
    "odd(unit, 5)": "True",
    "begin(unit, 4)": "30000",
    "quiet(unit, 4, 3)": "3",
    "outer(unit, 3)": "True",
}


@pytest.mark.deep
def test_second_start_in_any_order(script, native):
    """Each start calls the kernels in another order, on what the starts before have left in the cache."""
    start = SECOND_START.partition("unit = Unit()")[0] + (
        "@kernel\ndef outer(unit, n):\n    return odd(unit, n)\n\nunit = Unit()\n"
    )
    for turn in range(len(ANSWERS)):
        order = [*ANSWERS][turn:] + [*ANSWERS][:turn]
        assert script(main=start + f"print({', '.join(order)})").stdout.split() == [ANSWERS[call] for call in order]


def test_deep_recursion_in_machine_code(native):
    """Ten thousand plies are no more than the stack of a search thread."""
    from halfmove.compiled import Flag
    from halfmove.running.run import run

    depth = 10_000
    assert run(lambda: start_literal(Unit(), depth), Flag()) == depth


def test_type_of_any(native):
    """A value no lane knows sends the call to the plain lane."""

    @kernel
    def first(unit, things: Any):
        return things[0]

    assert first(Unit(), ["text"]) == "text"


@kernel
def step_back(state, unit):
    return unit.less(state)


@kernel(inline=False)
def rare(unit, n):
    return n * 3 + unit.one


@kernel
def often(unit, n):
    return rare(unit, n) + rare(unit, n + 1)


def test_any_compiled_argument_chooses_the_lane(native):
    assert not isinstance(step_back.prepare(Number(3), Unit()).func, type(is_even.python))
    assert step_back.prepare(Number(3), plain(Unit())).func is step_back.python
    assert step_back(Number(3), Unit()) == step_back(Number(3), plain(Unit())) == Number(2)


@pytest.mark.parametrize("unit", UNITS, ids=["compiled", "plain"])
def test_kernel_out_of_line(unit):
    assert often(unit, 5) == 16 + 19
    assert rare.__name__ == "rare"
    with pytest.raises(NotCompilable, match="without defaults"):
        kernel(inline=False)(lambda n=1: n)


def test_kernel_out_of_line_stays_a_function(native, monkeypatch):
    monkeypatch.setattr(kernels, "set_cache", lambda *_: None)  # a cache keeps no text to read
    fresh = kernels.build(often)
    fresh(Unit(), 5)
    code = "\n".join(fresh.dispatcher.inspect_llvm().values())
    assert any("noinline" in line for line in code.splitlines() if line.startswith("attributes"))


@dataclass(frozen=True)
class Frozen:
    n: int = 0


@compiled
class Countdown:
    initial = Frozen(3)

    def less(self, state):
        return Frozen(state.n - 1)


def test_a_game_whose_state_is_a_dataclass_says_that_it_runs_plain(native):
    with pytest.warns(PlainLaneWarning) as warned:
        assert step_back(Frozen(2), Countdown()) == Frozen(1)
    message = "Countdown runs as plain Python: its state Frozen is a dataclass, and machine code needs a NamedTuple"
    assert str(warned[0].message) == message


def test_debugging_shows_the_text_of_numba(script, native):
    text = """
from halfmove.compiled import compiled, kernel

@compiled
class Made:
    def answer(self):
        return {}.nothing

@kernel
def ask(made):
    return made.answer()

ask(Made())
"""
    shown = script(main=text, check=False, env={"HALFMOVE_DEBUG": "1"}).stderr
    assert "numba.core.errors.TypingError" in shown
    assert shown.splitlines()[-1].startswith("halfmove.errors.NotCompilable: ")
    assert "numba" not in script(main=text, check=False).stderr.lower()

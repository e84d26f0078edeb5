"""What cannot be compiled is told in one sentence: file, line, reason; undecorated, it simply works."""

from __future__ import annotations

import inspect
import re
from typing import Any, NamedTuple

import numpy as np
import pytest

from halfmove.compiled import compiled, kernel
from halfmove.core.history import WithHistory
from halfmove.errors import HalfmoveError, NotCompilable
from halfmove.games.tic_tac_toe import TicTacToe

pytestmark = pytest.mark.one_lane

LONGEST = 400  # characters of a message, its file name included


class Row(NamedTuple):
    n: int = 0


def helper(n):
    return n + 1


class Formats:
    def ask(self, row):
        text = f"{row.n:>10}"  # here
        return len(text) + row.n


class Dictionary:
    def ask(self, row):
        return {1: 2, 3: "4"}[row.n]  # here


class Tries:
    def ask(self, row):
        try:
            return row.n // 0
        except ZeroDivisionError:  # here
            return 1


class UnknownAttribute:
    def ask(self, row):
        return self.found + 1

    @property
    def found(self):
        return self.made_at_run_time  # here

    def __getattr__(self, name):
        return 4


class ReplacesUnknownField:
    def ask(self, row):
        return row._replace(m=1).n  # here


class ReplacesByPlace:
    def ask(self, row):
        return row._replace(1).n  # here


class UnknownField:
    def ask(self, row):
        return row.m  # here


class Unstable:
    def ask(self, row):
        if row.n > 0:
            return "many"  # here
        return 0.5  # here


class Undefined:
    def ask(self, row):
        return undefined_name + row.n  # noqa: F821 # here


class PlainHelper:
    def ask(self, row):
        return helper(row.n)  # here


class Debugged:
    def ask(self, row):
        breakpoint()  # here
        return row.n


class Sets:
    def ask(self, row):
        return row.n in {1, "two", (3,)}  # here


class Inner:
    def ask(self, row):
        return self.twice(row) + 1

    def twice(self, row):
        return [row.n] + row.n  # noqa: RUF005 # here


class WrongState:
    def ask(self, row):
        return Row(row.n, 5, 6) if row.n < 0 else Row(row.n)  # here


class Fraction:
    def ask(self, row):
        return Row(row.n / 2)  # here


CLASSES = [
    Formats,
    Dictionary,
    Tries,
    UnknownAttribute,
    ReplacesUnknownField,
    ReplacesByPlace,
    UnknownField,
    Unstable,
    Undefined,
    PlainHelper,
    Debugged,
    Sets,
    Inner,
    WrongState,
    Fraction,
]


@kernel
def ask(game, row):
    return game.ask(row)


def marked_lines(cls: type) -> list[int]:
    lines, start = inspect.getsourcelines(cls)
    return [start + i for i, line in enumerate(lines) if line.rstrip().endswith("# here")]


def refusal(cls: type, *fields: Any) -> str:
    twin = type(cls.__name__, (), {k: v for k, v in vars(cls).items() if k not in ("__dict__", "__weakref__")})
    with pytest.raises(NotCompilable) as caught:
        ask(compiled(twin)(*fields), Row(1))
    assert isinstance(caught.value, HalfmoveError)
    return str(caught.value)


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_refusal_is_one_sentence_at_the_right_line(native, cls):
    message = refusal(cls)
    assert "\n" not in message
    assert len(message) < LONGEST
    found = re.match(r"(.*):(\d+): (\w+) cannot be compiled: (.+)", message)
    assert found, message
    assert found[1].endswith("test_messages.py"), message
    assert found[3] == cls.__name__
    assert not re.search(r"[0-9a-f]{16}|0x[0-9a-f]+|<function|\$\d|numba|site-packages", found[4]), message
    assert int(found[2]) in marked_lines(cls), message


@pytest.mark.parametrize(
    "cls",
    [Formats, Tries, UnknownAttribute, Unstable, PlainHelper, Sets, WrongState, Fraction],
    ids=lambda cls: cls.__name__,
)
def test_undecorated_it_works(cls):
    ask(cls(), Row(1))


@pytest.mark.parametrize(
    ("cls", "reason"),
    [
        (Undefined, "'undefined_name' is not defined"),
        (PlainHelper, "'helper' is a Python function: put @kernel on it"),
        (Debugged, "'breakpoint' works in plain Python only: leave it out, or set HALFMOVE_JIT=0 to debug"),
        (UnknownField, "there is no 'm' in Row"),
        (ReplacesUnknownField, "Row._replace takes fields by name: n"),
        (Fraction, "Row.n is given a fraction where its annotation says int"),
        (Unstable, "return paths have different types:"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_reason_names_what_is_wrong(native, cls, reason):
    assert reason in refusal(cls)


def test_member_without_counterpart(native):
    """A field that is a list or a dict sends the game to the plain lane, where it works."""
    from halfmove.compiled import lane_of

    @compiled
    class Holder:
        things: Any

        def ask(self, row):
            return len(self.things)

    assert lane_of(Holder([1, 2])) == "plain"
    assert ask(Holder([1, 2]), Row()) == 2
    assert ask(Holder({"a": 1}), Row()) == 1


def test_array_of_objects(native):
    @compiled
    class Holder:
        things: Any

        def ask(self, row):
            return len(self.things)

    with pytest.raises(NotCompilable) as caught:
        ask(Holder(np.array(["a", None], dtype=object)), Row())
    assert "\n" not in str(caught.value)
    assert "Holder" in str(caught.value)


def test_mistake_in_a_kernel_names_the_kernel(native):
    @kernel
    def broken(game, row):
        return row.n + no_such_name  # noqa: F821

    @compiled
    class Fine:
        pass

    line = inspect.getsourcelines(broken.python)[1] + 2  # the decorator, the head, the mistake
    with pytest.raises(NotCompilable, match=rf"test_messages\.py:{line}: .*no_such_name") as caught:
        broken(Fine(), Row())
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("wrap", [lambda game: game, WithHistory], ids=["game", "wrapper"])
def test_a_kernel_that_asks_a_game_for_its_advice_is_told_to_take_it_as_an_argument(native, wrap):
    @kernel
    def evaluated(game, state):
        return game.advice.evaluate(state, 0)

    game = wrap(TicTacToe())
    with pytest.raises(NotCompilable, match=r"`advice` .*: hand the advice to the kernel as an argument$"):
        evaluated(game, game.initial)


def test_recursive_method(native):
    """A method that calls itself: machine code allows it, or says that it does not."""

    @compiled
    class Flood:
        def fill(self, n):
            if n == 0:
                return 0
            return 1 + self.fill(n - 1)

    @kernel
    def depth(game, n):
        return game.fill(n)

    try:
        assert depth(Flood(), 5) == 5
    except NotCompilable as error:
        assert "\n" not in str(error)  # noqa: PT017 - either will do


def test_failed_compilation_can_be_tried_again(native):
    for _ in range(2):
        assert "cannot be compiled" in refusal(Undefined)

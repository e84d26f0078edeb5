"""Compiled classes: what their fields, methods and bases mean, in both lanes."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import pytest

from halfmove.compiled import compiled, is_native, kernel, lane_of, plain
from halfmove.compiled.lane import JIT
from halfmove.core.game import Game
from halfmove.core.wrapper import Wrapper
from halfmove.errors import NotCompilable

STEP = 7


class Counter(NamedTuple):
    count: int = 0


@compiled
class Counting(Game):
    """Add to a number; the base of most tests here."""

    limit: int = 5
    factor: float = 1.0
    label: str = "abc"
    steps: tuple[int, ...] = (1, 2)
    initial = Counter()

    def to_move(self, state):
        return state.count & 1

    def actions(self, state):
        for step in self.steps:
            yield step

    def result(self, state, action):
        return Counter(state.count + self.scaled(action))

    def is_terminal(self, state):
        return state.count >= self.limit

    def utility(self, state, player):
        return self.factor if player == 0 else -self.factor

    def scaled(self, action):
        return action


@kernel
def total(game, state):
    """Return the sum over all ends of the game of how far it came."""
    if game.is_terminal(state):
        return state.count * game.utility(state, 0)
    found = 0.0
    for action in game.actions(state):
        found += total(game, game.result(state, action))
    return found


@compiled
class Doubling(Counting):
    """Override a helper of the base class, and inherit the rest."""

    def scaled(self, action):
        return 2 * action


class Undecorated(Counting):
    """Inherit from a compiled class without being one."""

    def scaled(self, action):
        return {1: 10, 2: 20}[action]  # not for machine code


@compiled
class Shifting(Wrapper):
    """Add `by` to what another game does."""

    game: Any
    by: int = 1

    def result(self, state, action):
        return Counter(self.game.result(state, action).count + self.by)


@compiled
class Table:
    """An array, and a count of the calls made to it."""

    values: np.ndarray
    calls: np.ndarray

    def at(self, index: int) -> int:
        self.calls[0] += 1
        return self.values[index]


@compiled
class Tabled(Wrapper):
    """Take the step from a table."""

    game: Any
    table: Any

    def result(self, state, action):
        return Counter(state.count + self.table.at(action))


def both(run, game, *args):
    """Return what a kernel answers for `game`, having compared the lanes."""
    answer = run(game, *args)
    assert answer == run.python(plain(game), *args)
    return answer


def table(*values):
    return Table(np.array(values, np.int64), np.zeros(1, np.int64))


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (Counting(), 8 * 5 + 5 * 6),  # ways to write 5 and to jump over it
        (Counting(limit=2), 2 + 3 + 2),
        (Counting(factor=0.5), (8 * 5 + 5 * 6) / 2),
        (Counting(steps=(3,)), 6),
        (Doubling(), 6 + 8 + 6 + 6 + 8),
        (Shifting(Counting(), 1), 6 + 7 + 5 + 5 + 6),
        (Shifting(Shifting(Shifting(Counting(limit=4))), 1), None),
        (Tabled(Counting(limit=9), table(0, 4, 5)), None),
        (Shifting(Tabled(Shifting(Counting(limit=30)), table(0, 4, 5)), 2), None),
    ],
    ids=["default", "int", "float", "tuple", "override", "wrapper", "three-deep", "array", "mixed"],
)
def test_lanes_agree(game, expected):
    """The same class gives the same numbers in both lanes, and parameters matter."""
    assert lane_of(game) == ("compiled" if JIT else "plain")
    assert lane_of(plain(game)) == "plain"
    answer = both(total, game, Counter())
    assert expected is None or answer == expected


def test_wrappers_three_deep_add_up():
    assert both(first_result, Shifting(Shifting(Shifting(Counting(), 1), 10), 100), Counter()) == 1 + 111


@kernel
def first_result(game, state):
    for action in game.actions(state):
        return game.result(state, action).count
    return -1


def test_equal_types_of_number_are_different_constants():
    """1, 1.0 and True are equal in Python; as constants they must not be mistaken for one another."""

    @compiled
    class Holder:
        value: Any

        def half(self):
            return self.value / 2

        def itself(self):
            return self.value

    @kernel
    def ask(holder):
        return holder.itself()

    for value in (1, 1.0, True):
        answer = ask(Holder(value))
        assert answer == value
        assert type(answer) is type(value)


def test_members_are_read_at_run_time():
    """Two games with other arrays share machine code; what they answer differs, and arrays can be written to."""
    one, two = (Tabled(Counting(limit=9), table(0, *steps)) for steps in ((4, 5), (2, 3)))
    assert both(total, one, Counter()) != both(total, two, Counter())
    if JIT:
        assert one._numba_type_ == two._numba_type_
    calls = one.table.calls[0]
    total(one, Counter())
    assert one.table.calls[0] > calls


def factory(number, function):
    class State(NamedTuple):
        count: int = 0

    @compiled
    class Made:
        def answer(self, state):
            return State(state.count + number + function(number))

    return Made(), State


def test_classes_of_one_factory_keep_their_closures():
    """Two classes with one name and one source differ by what they close over."""

    @kernel
    def ask(made, state):
        return made.answer(state).count

    first, first_state = factory(1, _nothing)
    second, second_state = factory(2, _nothing)
    third, third_state = factory(2, _hundredfold)
    assert [ask(first, first_state()), ask(second, second_state()), ask(third, third_state())] == [1, 2 + 0, 202]
    assert ask(first, first_state()) == 1


def test_same_class_defined_again():
    """In a notebook a cell runs twice: both the old and the new class work, in any order, in nested kernels too."""

    @kernel
    def inner(made, state):
        return made.answer(state)

    @kernel
    def outer(made, state):
        return inner(made, state).count

    @kernel
    def late(made, state):
        return outer(made, state) + 1

    first, first_state = factory(3, _nothing)
    assert outer(first, first_state()) == 3
    second, second_state = factory(3, _nothing)
    for made, state in ((second, second_state()), (first, first_state()), (second, second_state())):
        assert outer(made, state) == 3
        assert isinstance(inner(made, state), tuple)
        assert late(made, state) == 4


@kernel
def _nothing(number):
    return 0


@kernel
def _hundredfold(number):
    return number * 100


def test_class_defined_again_otherwise():
    """A class of the same name with other rules is another class."""

    @kernel
    def ask(made):
        return made.answer()

    answers = []
    for text in ("return 1", "return 2", "return 2.5"):
        scope: dict[str, Any] = {"compiled": compiled, "__name__": "notebook"}
        exec(f"@compiled\nclass Made:\n    def answer(self):\n        {text}\n", scope)
        answers.append(ask(scope["Made"]()))
    assert answers == [1, 2, 2.5]


def test_undecorated_subclass_is_plain():
    assert lane_of(Undecorated()) == "plain"
    assert not is_native(Undecorated())
    assert total(Undecorated(), Counter()) == 10 + 20


def test_wrapper_of_plain_game_is_plain():
    game = Shifting(Undecorated())
    assert lane_of(game) == "plain"
    assert total(game, Counter()) == 11 + 21


def test_plain_watch_beside_compiled_game_runs_plain():
    """All arguments choose the lane, not the first one alone."""

    class Seen:
        def __init__(self):
            self.states = []

        def see(self, state):
            self.states.append(state)

    @kernel
    def tell(game, state, seen):
        seen.see(state)
        return game.is_terminal(state)

    seen = Seen()
    assert tell(Counting(), Counter(9), seen)
    assert seen.states == [Counter(9)]


@compiled
class Attributes(Game):
    """Class attributes, properties, keyword arguments, default arguments, module constants."""

    size: int = 3
    scale = 10
    ratio = 0.25
    flags = (True, False)
    initial = Counter()

    @property
    def area(self):
        return self.size * self.size * self.scale

    def padded(self, number, by=STEP, times=1):
        return number + by * times

    def answer(self, state):
        return self.padded(self.area, times=2) + self.ratio + self.players + self.utilities[1] + int(self.flags[0])


@kernel
def answer(game, state):
    return game.answer(state)


def test_attributes_and_properties():
    assert both(answer, Attributes(), Counter()) == 90 + 14 + 0.25 + 2 + 1 + 1
    assert both(answer, Attributes(2), Counter()) == 40 + 14 + 0.25 + 2 + 1 + 1


def test_compiled_objects_are_frozen():
    with pytest.raises(FrozenInstanceError):
        Counting().limit = 3


def test_dataclass_that_can_be_changed_is_refused():
    """Its fields are constants of the machine code."""
    with pytest.raises(NotCompilable, match="Mutable is a dataclass that can be changed"):

        @compiled
        @dataclass
        class Mutable:
            number: int


def test_replace_and_copy_make_objects_of_their_own():
    game = Counting()
    total(game, Counter())
    assert total(replace(game, limit=2), Counter()) == 2 + 3 + 2
    assert total(copy.copy(game), Counter()) == total(game, Counter())
    assert total(copy.deepcopy(game), Counter()) == total(game, Counter())


def test_pickled_game_works():
    game = Counting(limit=4)
    before = total(game, Counter())
    assert total(pickle.loads(pickle.dumps(game)), Counter()) == before  # noqa: S301 - written here


def test_game_pickled_after_use_works_in_another_process(script, tmp_path):
    """What a pool of processes does: the game travels after it was searched here."""
    rules = """
from halfmove.compiled import compiled, kernel

@compiled
class Made:
    number: int = 4

    def twice(self):
        return 2 * self.number

@kernel
def ask(made):
    return made.twice()
"""
    start = "import pickle, rules; from pathlib import Path; game = rules.Made(5)\n"
    script(rules=rules, main=start + "rules.ask(game); Path('game').write_bytes(pickle.dumps(game))")
    (tmp_path / "other.py").write_text(start + "print(rules.ask(pickle.loads(Path('game').read_bytes())))")
    assert script("other.py", env={"HALFMOVE_CACHE": str(tmp_path / "empty")}).stdout.strip() == "10"


def test_tuple_of_large_arrays_is_not_confused():
    """Constants are told apart by their value, however long it is to write."""

    @compiled
    class Holder:
        arrays: tuple[Any, ...]

        def middle(self):
            return self.arrays[0][1000]

    @kernel
    def ask(holder):
        return holder.middle()

    zeros, ones = np.zeros(2001, np.int64), np.zeros(2001, np.int64)
    ones[1000] = 1
    assert ask(Holder((zeros,))) == 0
    assert ask(Holder((ones,))) == 1


def test_static_method():
    @compiled
    class Static:
        @staticmethod
        def twice(number):
            return 2 * number

        def ask(self, number):
            return self.twice(number)

    @kernel
    def ask(made, number):
        return made.ask(number)

    assert both(ask, Static(), 4) == 8


def test_private_and_wide_class_attributes():
    @compiled
    class Private:
        _most = 5

        def ask(self, number):
            return number < self._most

    @kernel
    def ask(made, number):
        return made.ask(number)

    assert both(ask, Private(), 4)


def test_array_member_can_be_returned():
    """What is handed back to Python outlives the object that owned it."""

    @compiled
    class Owner:
        values: np.ndarray

        def whole(self):
            return self.values

    @kernel
    def ask(owner):
        return owner.whole()

    got = [ask(Owner(np.full(1000, i, np.int64))) for i in range(50)]
    assert [int(values.sum()) for values in got] == [1000 * i for i in range(50)]


def test_object_without_members_in_a_wrapper():
    @compiled
    class Empty:
        def one(self):
            return 1

    @compiled
    class Outer:
        inner: Any
        array: np.ndarray

        def two(self):
            return self.inner.one() + self.array[0]

    @kernel
    def ask(outer):
        return outer.two()

    assert both(ask, Outer(Empty(), np.ones(1, np.int64))) == 2


def test_kernel_with_object_in_second_place():
    """The first argument may be a number only in the plain lane: a kernel asks a game."""

    @kernel
    def plus(game, other):
        return game.limit + other.limit

    assert both(plus, Counting(limit=3), Counting(limit=4)) == 7

"""Which classes and constants are the same to machine code: what they close over, and when they are defined again."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from halfmove.compiled import compiled, kernel


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

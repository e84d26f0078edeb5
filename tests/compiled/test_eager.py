"""Eager generators: the same items as the lazy ones, listed at once, bounded and checked."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.compiled import compiled, kernel, plain
from halfmove.compiled.lane import JIT
from halfmove.core.game import Game
from halfmove.core.wrapper import Wrapper
from halfmove.errors import HalfmoveError

MOST = 8  # items


class Row(NamedTuple):
    bits: int = 0
    ply: int = 0


def numbers(eager):
    """Return a class of generators, eager or lazy: the same text for both."""

    @compiled(eager=eager)
    class Numbers(Game):
        initial = Row()

        def empty(self, row):
            """Yield nothing.

            A docstring of more than one line, to be left alone.
            """
            for i in range(0):
                yield i

        def bits(self, row):
            for i in range(10):
                if row.bits >> i & 1:
                    yield i

        def early(self, row):
            if row.bits == 0:
                return
            i = 0
            while True:
                if i > row.ply:
                    return
                yield i * row.bits
                i += 1

        def pairs(self, row):
            for i in range(3):
                for j in range(i):
                    if j == 2:
                        break
                    yield 10 * i + j
            else:
                yield 99

        def others(self, row):
            for i in self.bits(row):
                for j in self.bits(row):
                    if i < j:
                        yield 10 * i + j

        def truths(self, row):
            yield row.bits > 0
            yield row.ply > 0

        def is_bit(self, row, i):
            for j in self.bits(row):
                if i == j:
                    return True
            return False

        def to_move(self, row):
            return row.ply & 1

        def actions(self, row):
            for i in range(4):
                if not row.bits >> i & 1:
                    yield i

        def result(self, row, action):
            return Row(row.bits | 1 << action, row.ply + 1)

        def is_terminal(self, row):
            return row.bits == 15

        def utility(self, row, player):
            return 1.0

    return Numbers()


EAGER, LAZY = numbers(MOST), numbers(0)
GENERATORS = ("empty", "bits", "early", "pairs", "others", "truths")


def summing(name):
    """Return a kernel that folds what a generator yields, in order, into one number."""

    def fold(game, row):
        total = 0
        count = 0
        for item in game.GENERATOR(row):
            total = (total * 31 + item) % 1000003
            count += 1
        return total * 100 + count

    fold.__code__ = fold.__code__.replace(
        co_names=tuple(name if n == "GENERATOR" else n for n in fold.__code__.co_names)
    )
    return kernel(fold)


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("name", GENERATORS)
def test_eager_equals_lazy_equals_plain(name):
    fold = summing(name)
    for bits in (0, 1, 5, 0b1011, 0b101010):
        for ply in (0, 3):
            row = Row(bits, ply)
            if len(list(getattr(LAZY, name)(row))) <= MOST:
                assert fold(EAGER, row) == fold(LAZY, row) == fold(plain(EAGER), row)


@kernel
def count_lines(game, row):
    if game.is_terminal(row):
        return 1
    lines = 0
    for action in game.actions(row):
        lines += count_lines(game, game.result(row, action))
    return lines


@kernel
def nested(game, row):
    """Loop within a loop over the same generator, with a break in the inner one."""
    total = 0
    for i in game.bits(row):
        for j in game.bits(row):
            if j > i:
                break
            for k in game.bits(row):
                total = total * 3 + i * 100 + j * 10 + k & 0xFFFFFF
    return total


@kernel
def first_over(game, row, least):
    for item in game.bits(row):
        if item >= least:
            return item
    return -1


@kernel
def interleaved(game, row):
    """Recur in the middle of a loop: the frame below must not disturb the items above."""
    total = row.bits
    if row.ply == 3:
        return total
    for action in game.actions(row):
        before = action
        total += interleaved(game, game.result(row, action))
        total = total * 5 + before + action & 0xFFFFFFFF
    return total


@pytest.mark.usefixtures("native")
@given(bits=st.integers(0, 255))
def test_loops_in_loops(bits):
    row = Row(bits)
    assert nested(EAGER, row) == nested(LAZY, row) == nested(plain(EAGER), row)
    assert first_over(EAGER, row, 3) == first_over(LAZY, row, 3) == first_over(plain(EAGER), row, 3)


def test_buffers_belong_to_their_frame():
    assert count_lines(EAGER, Row()) == count_lines(LAZY, Row()) == count_lines(plain(EAGER), Row()) == 24
    assert interleaved(EAGER, Row()) == interleaved(LAZY, Row()) == interleaved(plain(EAGER), Row())


def test_helper_that_loops_over_a_generator():
    @kernel
    def ask(game, row, i):
        return game.is_bit(row, i)

    for game in (EAGER, LAZY, plain(EAGER)):
        assert [ask(game, Row(0b1010), i) for i in range(5)] == [False, True, False, True, False]


@compiled
class Through(Wrapper):
    """Hand everything on."""

    game: Any

    def bits(self, row):
        for i in self.game.bits(row):
            yield i


@compiled
class Filtered(Wrapper):
    """A lazy generator over the generator of the game inside, which may be eager."""

    game: Any

    def actions(self, row):
        for action in self.game.actions(row):
            if action != 2 or row.ply > 0:
                yield action


@compiled(eager=MOST)
class EagerFiltered(Filtered):
    game: Any

    def actions(self, row):
        for action in self.game.actions(row):
            if action != 2 or row.ply > 0:
                yield action


@pytest.mark.parametrize("wrap", [Through, Filtered, EagerFiltered], ids=lambda wrap: wrap.__name__)
@pytest.mark.parametrize("times", [1, pytest.param(3, marks=pytest.mark.deep)])
def test_wrapper_of_eager_game(wrap, times):
    """A wrapper's generator over an eager one: every step sees the items of its own frame."""
    answers = []
    for inner in (EAGER, LAZY, plain(EAGER)):
        game = inner
        for _ in range(times):
            game = wrap(game)
        answers.append((count_lines(game, Row()), interleaved(game, Row())))
    assert answers[0] == answers[1] == answers[2]


def test_method_that_hands_on_a_generator_by_another_name():
    """What is listed lives in the frame that asked: a method may loop over it, or hand it on whole."""

    @compiled(eager=MOST)
    class Handing:
        def bits(self, row):
            for i in range(MOST):
                if row.bits >> i & 1:
                    yield i

        def on_hand(self, row):
            return self.bits(row)

        def mixed(self, row):
            total = 0
            for i in self.on_hand(row):
                for j in self.on_hand(Row(row.bits >> 1)):
                    total = total * 7 + i * 3 + j & 0xFFFFFF
            return total

    @kernel
    def ask(game, row):
        return game.mixed(row)

    for bits in range(0, 256, 5):
        assert ask(Handing(), Row(bits)) == ask(plain(Handing()), Row(bits))


@compiled(eager=MOST)
class Chancy(Game):
    """An eager game that leaves its chances to the default, a lazy generator over the eager actions."""

    initial = Row()

    def actions(self, row):
        for i in range(row.ply, row.ply + 4):
            yield i


def test_default_chances_of_an_eager_game():
    @kernel
    def mean(game, row):
        total = 0.0
        for outcome, probability in game.chances(row):
            total = total * 2 + outcome * probability
        return total

    for ply in range(4):
        assert mean(Chancy(), Row(0, ply)) == mean(plain(Chancy()), Row(0, ply))


def test_too_many_items(native):
    row = Row((1 << 10) - 1)  # ten bits, room for eight
    with pytest.raises(HalfmoveError, match=r"bits yields more than 8 items: raise `eager` in @compiled"):
        summing("bits")(EAGER, row)
    assert summing("bits")(LAZY, row) == summing("bits")(plain(EAGER), row)


def test_exactly_full():
    row = Row((1 << MOST) - 1)
    fold = summing("bits")
    assert fold(EAGER, row) == fold(LAZY, row)


def test_default_arguments_of_a_generator():
    @compiled(eager=MOST)
    class Steps:
        def steps(self, n, by=2):
            for i in range(0, n, by):
                yield i

    @kernel
    def ask(game, n):
        total = 0
        for i in game.steps(n):
            total += i
        for i in game.steps(n, 3):
            total += 100 * i
        return total

    for game in (Steps(), plain(Steps())):
        assert ask(game, 7) == 0 + 2 + 4 + 6 + 100 * (0 + 3 + 6)


def test_fractions_are_not_cut_off():
    """An eager generator yields whole numbers; a fraction is refused or stays lazy, but is never truncated."""

    @compiled(eager=MOST)
    class Halves:
        def halves(self, n):
            for i in range(n):
                yield i / 2

    @kernel
    def ask(game, n):
        total = 0.0
        for half in game.halves(n):
            total += half
        return total

    try:
        answer = ask(Halves(), 4)
    except HalfmoveError:
        return
    assert answer == ask(plain(Halves()), 4) == 3.0


def test_pairs_and_yield_from_stay_possible():
    """`chances` yields pairs: it stays lazy in an eager class."""

    @compiled(eager=MOST)
    class Dice:
        def chances(self, n):
            for i in range(n):
                yield i, 1.0 / n

    @kernel
    def mean(game, n):
        total = 0.0
        for outcome, probability in game.chances(n):
            total += outcome * probability
        return total

    for game in (Dice(), plain(Dice())):
        assert mean(game, 5) == pytest.approx(2.0)


def test_states_yielded_by_an_eager_class():
    """`parents` yields states, which are no numbers."""

    @compiled(eager=MOST)
    class Back:
        def parents(self, row):
            for i in range(row.ply):
                yield Row(i, row.ply)

    @kernel
    def ask(game, row):
        total = 0
        for parent in game.parents(row):
            total += parent.bits
        return total

    for game in (Back(), plain(Back())):
        assert ask(game, Row(0, 4)) == 6


def test_closure_in_an_eager_generator():
    def made(step):
        @compiled(eager=MOST)
        class Steps:
            def steps(self, n):
                for i in range(0, n, step):
                    yield i

        return Steps()

    @kernel
    def ask(game, n):
        total = 0
        for i in game.steps(n):
            total += i
        return total

    assert ask(made(1), 4) == 6
    assert ask(made(2), 4) == 2


@given(masks=st.lists(st.integers(0, 255), min_size=1, max_size=6))
def test_lists_one_after_another(masks):
    """A second list in the same frame does not see the first."""
    fold = _FOLD
    assert [fold(EAGER, Row(mask)) for mask in masks] == [fold(LAZY, Row(mask)) for mask in masks]


_FOLD = summing("bits")


def test_lane_of_eager_class():
    from halfmove.compiled import lane_of

    assert lane_of(EAGER) == ("compiled" if JIT else "plain")


@compiled(eager=MOST)
class Three(Game):
    initial = Row()

    def actions(self, row):
        for i in range(3):
            yield i


@compiled
class Members:
    """An object with arrays, which a kernel takes apart."""

    a: Any
    b: Any
    c: Any
    d: Any


@kernel
def fill(game, members, row):
    a, b, c, d = members.a, members.b, members.c, members.d
    for action in game.actions(row):
        a[action] = action + 1
    c.a[row.ply] = 5  # the last use of `c`
    return b[0] + d[0]


def test_stores_into_an_array_that_was_an_item_of_a_tuple_are_kept():
    for game in (Three(), plain(Three()), Wrapper(Three())):
        a, b, c, d = (np.zeros(MOST, np.int64) for _ in range(4))
        fill(game, Members(a, b, Members(c, c, c, c), d), Row(0, 1))
        assert a.tolist()[:4] == [1, 2, 3, 0]
        assert c.tolist()[:3] == [0, 5, 0]

"""Eager generators: the same items as the lazy ones, listed at once, bounded and checked."""

from __future__ import annotations

import pytest
from eager_games import EAGER, LAZY, MOST, Row, count_lines, interleaved
from hypothesis import given
from hypothesis import strategies as st

from halfmove.compiled import kernel, lane_of, plain
from halfmove.compiled.lane import JIT
from halfmove.errors import HalfmoveError

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


def test_too_many_items(native):
    row = Row((1 << 10) - 1)  # ten bits, room for eight
    with pytest.raises(HalfmoveError, match=r"bits yields more than 8 items: raise `eager` in @compiled"):
        summing("bits")(EAGER, row)
    assert summing("bits")(LAZY, row) == summing("bits")(plain(EAGER), row)


def test_exactly_full():
    row = Row((1 << MOST) - 1)
    fold = summing("bits")
    assert fold(EAGER, row) == fold(LAZY, row)


_FOLD = summing("bits")


@given(masks=st.lists(st.integers(0, 255), min_size=1, max_size=6))
def test_lists_one_after_another(masks):
    """A second list in the same frame does not see the first."""
    fold = _FOLD
    assert [fold(EAGER, Row(mask)) for mask in masks] == [fold(LAZY, Row(mask)) for mask in masks]


def test_lane_of_eager_class():
    assert lane_of(EAGER) == ("compiled" if JIT else "plain")

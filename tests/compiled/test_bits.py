"""Bit helpers, hashes and packed states: one meaning in both lanes."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Annotated, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.compiled import (
    Bits,
    appended,
    bit_count,
    compiled,
    hash_state,
    kernel,
    load_state,
    lowest_bit,
    mix,
    mix_range,
    nth_bit,
    plain,
    store_state,
    swap_bytes,
    words_of,
)
from halfmove.errors import NotCompilable, UnhashableState

INT64 = st.integers(-(1 << 63), (1 << 63) - 1)
NATURAL = st.integers(0, (1 << 63) - 1)
WORD = st.integers(0, (1 << 64) - 1)


class Word(NamedTuple):
    bits: Annotated[int, Bits(64)]


@compiled
class Helpers:
    """Something for kernels to be called with."""

    unused: int = 0


HELPERS = Helpers()


@kernel
def of_natural(helpers, x):
    return bit_count(x), swap_bytes(x), mix(x), mix(x, x)


@kernel
def of_number(helpers, x, y):
    return lowest_bit(x), mix(x, y), mix(y, 3)


@kernel
def of_word(helpers, word):
    lowest = -1
    if word.bits:
        lowest = lowest_bit(word.bits)
    return bit_count(word.bits), lowest, swap_bytes(word.bits), mix(word.bits), mix(word.bits, 9)


@kernel
def of_unsigned(helpers, x):
    return bit_count(x), lowest_bit(x), swap_bytes(x), mix(x), mix(x, x)


@kernel
def of_truth(helpers, x):
    return bit_count(x > 3), mix(x > 3)


def by_hand(x):
    return bin(x).count("1"), bin(x)[::-1].index("1") if x else -1, int.from_bytes(x.to_bytes(8, "little"), "big")


@given(x=NATURAL)
def test_natural_numbers(x):
    assert of_natural(HELPERS, x) == of_natural(plain(HELPERS), x)
    assert bit_count(x) == by_hand(x)[0]
    assert swap_bytes(x) == by_hand(x)[2]


@pytest.mark.usefixtures("native")
@given(x=INT64.filter(bool), y=INT64)
def test_signed_numbers(x, y):
    assert of_number(HELPERS, x, y) == of_number(plain(HELPERS), x, y)


@given(x=WORD)
def test_words(x):
    assert of_word(HELPERS, Word(x)) == of_word(plain(HELPERS), Word(x))
    assert of_word(HELPERS, Word(x))[:3] == by_hand(x)


@pytest.mark.usefixtures("native")
@given(x=WORD.filter(bool))
def test_unsigned_numpy_words(x):
    assert of_unsigned(HELPERS, np.uint64(x)) == of_unsigned(plain(HELPERS), np.uint64(x))


@pytest.mark.usefixtures("native")
def test_truths():
    for x in (3, 4):
        assert of_truth(HELPERS, x) == of_truth(plain(HELPERS), x)


class Wide(NamedTuple):
    bits: Annotated[int, Bits(200)]


@kernel
def in_order(helpers, number, word, wide, found):
    """Write down the set bits of three numbers from the lowest to the highest."""
    for row, count in enumerate((bit_count(number), bit_count(word.bits), bit_count(wide.bits))):
        for index in range(count):
            if row == 0:
                found[row, index] = nth_bit(number, index)
            elif row == 1:
                found[row, index] = nth_bit(word.bits, index)
            else:
                found[row, index] = nth_bit(wide.bits, index)


@given(number=NATURAL, word=WORD, wide=st.integers(0, (1 << 200) - 1))
def test_bits_by_their_number(number, word, wide):
    for helpers in (HELPERS, plain(HELPERS)):
        found = np.full((3, 200), -1)
        in_order(helpers, number, Word(word), Wide(wide), found)
        for row, bits in zip(found, (number, word, wide), strict=True):
            assert [bit for bit in row.tolist() if bit >= 0] == [bit for bit in range(200) if bits >> bit & 1]


@pytest.mark.deep
def test_bits_by_their_number_on_a_machine_that_cannot_deposit_them(native):
    test = f"{__file__}::{test_bits_by_their_number.__name__}"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", test],
        env=os.environ | {"NUMBA_CPU_NAME": "generic"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@kernel
def lengthened(helpers, path, last):
    return appended(path, last)


def test_longer_paths_are_new():
    for helpers in (HELPERS, plain(HELPERS)):
        path = np.arange(3)
        made = lengthened(helpers, path[:0], 7), lengthened(helpers, path, -(1 << 63))
        assert [each.tolist() for each in made] == [[7], [0, 1, 2, -(1 << 63)]]
        assert path.tolist() == [0, 1, 2]
        assert made[1].dtype == np.int64
        made[1][0] = 5
        assert path[0] == 0


@given(x=st.integers(-(1 << 200), 1 << 200), y=INT64)
def test_mix_is_a_natural_number_of_63_bits(x, y):
    assert 0 <= mix(x, y) < 1 << 63


@given(first=NATURAL, count=st.integers(0, 9), more=INT64)
def test_many_numbers_are_mixed_at_once(first, count, more):
    assert mix_range(first, count, more) == [mix(number, more) for number in range(first, first + count)]


def test_mix_by_the_published_numbers():
    """SplitMix64 from seed 0: the first outputs of the reference implementation, here without the last bit."""
    golden = 0x9E3779B97F4A7C15
    published = (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F)
    assert [mix(i * golden & (1 << 64) - 1) for i in range(3)] == [word >> 1 for word in published]


def test_every_bit_of_a_wide_number_counts():
    seen = {mix(1 << i) for i in range(300)}
    assert len(seen) == 300


class Inner(NamedTuple):
    truth: bool = False
    wide: Annotated[int, Bits(130)] = 0


class Packed(NamedTuple):
    number: int = 0
    inner: Inner = Inner()
    real: float = 0.0
    word: Annotated[int, Bits(64)] = 0
    small: Annotated[int, Bits(3)] = 0


PACKED_WORDS = 1 + (1 + 3) + 1 + 1 + 1

packed = st.builds(
    Packed,
    INT64,
    st.builds(Inner, st.booleans(), st.integers(0, (1 << 130) - 1)),
    st.floats(allow_nan=False),
    WORD,
    st.integers(0, 7),
)


@kernel
def store_and_hash(helpers, words, row, state):
    store_state(words, row, state)
    return hash_state(state)


@kernel
def load(helpers, words, row, like):
    return load_state(words, row, like)


def test_words_of():
    assert words_of(Packed) == PACKED_WORDS


@given(state=packed, row=st.integers(0, 2))
def test_stored_states_come_back(state, row):
    """store and load are inverse, in and across the lanes, and the words are equal."""
    machine, python = (np.full((3, PACKED_WORDS), 7, np.int64) for _ in range(2))
    assert store_and_hash(HELPERS, machine, row, state) == store_and_hash(plain(HELPERS), python, row, state)
    assert machine.tolist() == python.tolist()
    assert load(HELPERS, python, row, Packed()) == state
    assert load(plain(HELPERS), machine, row, Packed()) == state
    assert [type(value) for value in load(plain(HELPERS), machine, row, Packed())] == [int, Inner, float, int, int]
    assert (np.delete(machine, row, axis=0) == 7).all()


@given(a=packed, b=packed)
def test_hashes_tell_states_apart(a, b):
    assert 0 <= hash_state(a) < 1 << 63
    assert (hash_state(a) == hash_state(b)) == (str(a) == str(b))  # as text: -0.0 is another word than 0.0


@pytest.mark.parametrize(
    "words",
    [
        np.zeros((4, 2 * PACKED_WORDS), np.int64)[:, :PACKED_WORDS],
        np.zeros((4, PACKED_WORDS), np.int64, order="F"),
        np.zeros((4, PACKED_WORDS + 3), np.int64),
    ],
    ids=["slice", "fortran", "wider"],
)
def test_arrays_of_another_layout(words):
    """A slice or a transposed array is written right, or refused."""
    state = Packed(1, Inner(True, 1 << 129), 0.5, 3, 4)
    try:
        store_and_hash(HELPERS, words, 2, state)
    except (NotCompilable, TypeError):
        return
    assert load(plain(HELPERS), words, 2, state) == state
    assert load(HELPERS, words, 2, state) == state


class Narrow(NamedTuple):
    small: np.int8
    flag: np.bool_


def test_fields_of_numpy_types_are_treated_alike():
    """Both lanes pack a NumPy field, or both refuse it with the same kind of error."""
    words = np.zeros((1, 2), np.int64)
    outcomes = []
    for helpers in (plain(HELPERS), HELPERS):
        try:
            store_and_hash(helpers, words, 0, Narrow(np.int8(-3), np.bool_(True)))
            outcomes.append(str(load(helpers, words, 0, Narrow(np.int8(0), np.bool_(False)))))
        except NotCompilable:
            outcomes.append("refused")
    assert outcomes[0] == outcomes[1]


class Listed(NamedTuple):
    cells: list[int]


def test_state_without_fixed_length():
    with pytest.raises(NotCompilable, match=r"Listed\.cells: .* has no fixed number of bits"):
        words_of(Listed)
    with pytest.raises(UnhashableState, match=r"Listed\.cells is a list, which cannot be hashed: use a tuple"):
        hash_state(Listed([1]))

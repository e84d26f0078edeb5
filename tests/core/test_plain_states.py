"""In the plain lane a state may be anything that Python can hash; what it cannot is refused in one sentence."""

import os
import subprocess
import sys
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from plain_states import HASHABLE, UNHASHABLE, Data, Far, Rows

from halfmove import Engine, Limit, alphabeta, best_actions, minimax, solve
from halfmove.check.laws import broken
from halfmove.compiled import hash_state
from halfmove.core.game import Game
from halfmove.core.rules import state_after
from halfmove.errors import HalfmoveError, MalformedText, UnhashableState
from halfmove.play.notation import line_of, state_of
from halfmove.running.states import states_for
from halfmove.search.beam import beam
from halfmove.search.expectiminimax import expectiminimax
from halfmove.search.maxn import maxn
from halfmove.search.mcts import mcts
from halfmove.search.memo import memoised
from halfmove.search.metareasoning import metareason
from halfmove.search.montecarlo import montecarlo
from halfmove.search.paranoid import paranoid
from halfmove.search.quiescence import quiescence
from halfmove.search.solving import prove, prove_many
from halfmove.search.star import star1, star2

pytestmark = pytest.mark.one_lane

SMALL = 0.1  # megabytes
EXACT = {
    "alphabeta": alphabeta,
    "minimax": minimax,
    "memoised": lambda game, state: memoised(game, state, megabytes=SMALL),
    "engine": lambda game, state: Engine(game, megabytes=SMALL).choose(state),
    "prove": lambda game, state: prove(game, state, megabytes=SMALL),
    "quiescence": quiescence,
    "expectiminimax": expectiminimax,
    "star1": star1,
    "star2": star2,
    "maxn": maxn,
    "paranoid": paranoid,
}


@pytest.fixture(params=HASHABLE, ids=lambda cls: cls.__name__)
def game(request):
    return request.param()


@pytest.fixture
def state(game):
    return state_after(game, game.initial, ["0", "4", "1"])  # square 2 has to be taken, and then it is a draw


@pytest.mark.parametrize("search", EXACT)
def test_every_search_answers(game, state, search):
    choice = EXACT[search](game, state)
    assert (choice.action, choice.value, choice.exact) == (2, 0.0, True)


def test_searches_that_estimate_answer(game, state):
    assert beam(game, state, width=9).action == 2
    assert montecarlo(game, state, games=3).action in game.actions(state)
    assert metareason(game, state, limit=Limit(nodes=50)).action in game.actions(state)
    assert mcts(game, state, simulations=30).action in game.actions(state)
    assert best_actions(game, state) == (2,)


def test_every_state_is_solved(game, state):
    assert len(solve(game)) == 5478
    assert prove_many(game, [state, state], megabytes=SMALL) == [0.0, 0.0]


def test_every_state_has_a_number_of_its_own(game):
    assert len({game.state_hash(state) for state in reachable(game)}) == len(reachable(game)) == 5478


def reachable(game):
    found = {game.marks(game.initial): game.initial}
    queue = [game.initial]
    for state in queue:
        for child in () if game.is_terminal(state) else (game.result(state, square) for square in game.actions(state)):
            if game.marks(child) not in found:
                found[game.marks(child)] = child
                queue.append(child)
    return list(found.values())


def test_the_laws_are_kept(game):
    assert broken(game, games=3) == []


def test_what_is_shown_is_read(game, state):
    assert game.read(game.show(state)) == state
    assert state_of(game, line_of(game, state)) == state


@pytest.mark.parametrize("cls", UNHASHABLE, ids=lambda cls: cls.__name__)
def test_what_cannot_be_hashed_is_told(cls):
    game, remedy = cls(), UNHASHABLE[cls]
    for search in (EXACT["memoised"], EXACT["engine"], EXACT["prove"], lambda game, state: solve(game, state)):
        with pytest.raises(UnhashableState, match=remedy) as caught:
            search(game, game.initial)
        assert isinstance(caught.value, HalfmoveError)
    (finding,) = broken(game, games=2)
    assert finding.law == "states_can_be_hashed"
    assert f"{__file__.replace('test_', '')}:" in finding.text
    assert remedy in finding.text


def test_states_with_an_array_need_an_identity_of_their_own():
    class Cells(NamedTuple):
        cells: np.ndarray

    class Arrays(Rows):
        initial = Cells(np.zeros(9))

        def state(self, marks):
            return Cells(np.array([".XO".index(mark) for mark in marks]))

        def marks(self, state):
            return "".join(".XO"[int(cell)] for cell in state.cells)

    with pytest.raises(UnhashableState, match=r"Cells\.cells is a ndarray.*define `state_hash`"):
        memoised(Arrays())

    class Known(Arrays):
        def state_hash(self, state):
            return hash_state(self.marks(state))

    assert memoised(Known()).value == 0.0
    assert broken(Known(), games=2) == []
    with pytest.raises(UnhashableState, match=r"Cells\.cells is a ndarray.*use a tuple$"):  # whole states are listed
        solve(Known())


def test_states_with_an_array_are_listed_in_no_lane():
    """The plain lane, which cannot list them either, is not recommended."""

    class Cells(NamedTuple):
        cells: NDArray[np.int8]

    with pytest.raises(UnhashableState, match=r"Cells\.cells is a ndarray.*use a tuple$"):
        states_for(True, Cells(np.zeros(9, np.int8)))


def test_objects_that_are_never_equal_cannot_be_listed():
    class Loose:
        def __init__(self, marks):
            self.cells = marks

    class Objects(Rows):
        initial = Loose("." * 9)

        def state(self, marks):
            return Loose(marks)

        def marks(self, state):
            return state.cells

    assert len({Objects().state_hash(state) for state in reachable(Objects())}) == 5478  # by their content
    with pytest.raises(UnhashableState, match="two objects of the class Loose are never equal"):
        solve(Objects())


class Colour(Enum):
    RED = 1
    GREEN = 2


@dataclass(frozen=True)
class Point:
    x: int
    y: int


class Pair(NamedTuple):
    one: object
    two: object


SIMPLE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.fractions(),
    st.decimals(allow_nan=False, allow_infinity=False),
    st.complex_numbers(allow_nan=False),
    st.text(max_size=3),
    st.binary(max_size=3),
    st.sampled_from(Colour),
    st.builds(Point, st.integers(0, 3), st.integers(0, 3)),
    st.builds(range, st.integers(0, 3), st.integers(4, 6)),
    st.sampled_from([int, str, len, Point]),
)
VALUES = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(tuple), st.frozensets(inner, max_size=3), st.builds(Pair, inner, inner)
    ),
    max_leaves=5,
)


@given(VALUES, VALUES)
def test_hashes_are_equal_as_values_are(one, other):
    assert 0 <= hash_state(one) < 1 << 63
    assert (hash_state(one) == hash_state(other)) == (one == other)


@pytest.mark.parametrize(
    "equal",
    [
        (1, True, 1.0, Fraction(1), Decimal("1.0"), 1 + 0j, np.int8(1), np.float32(1), np.bool_(True)),
        (0.5, Fraction(1, 2), Decimal("0.50"), np.float64(0.5)),
        (0.0, -0.0, 0),
        ((1, 2), Pair(1, 2), Pair(1.0, True + 1)),
        (frozenset("ab"), frozenset("ba")),
        (float("inf"), Decimal("Infinity")),
    ],
)
def test_equal_values_of_many_types_have_one_hash(equal):
    assert len({hash_state((value,)) for value in equal}) == 1


@pytest.mark.parametrize(
    "different",
    [
        ("1", 1, b"1", ("1",), frozenset("1")),
        (("a", "bc"), ("ab", "c"), ("abc",), "abc"),
        (((1,), 2), (1, (2,)), (1, 2), ((1, 2),)),
        ((2**61 - 1, 0), (0, 0), (2**61 - 1, 2**61 - 1)),  # to Python's own hash these are all zero
        (Far(1 << 63), Far(-(1 << 63)), Far(1 << 127), Far(0)),
        (float("nan"), float("inf"), "nan"),
    ],
)
def test_different_values_have_different_hashes(different):
    assert len({hash_state(value) for value in different}) == len(different)


def test_hashes_are_the_same_in_every_process():
    program = "import sys; sys.path.insert(0, sys.argv[1]); from test_plain_states import *; print(numbers())"
    results = {
        subprocess.run(
            [sys.executable, "-c", program, os.path.dirname(__file__)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert results == {str(numbers())}


def numbers():
    return [hash_state(value) for value in ("text", frozenset("abcdef"), (1, ("a", Colour.RED)), Point(1, 2))]


def test_functions_without_a_name_are_refused():
    with pytest.raises(UnhashableState, match="no full name"):
        hash_state((lambda: 1,))
    with pytest.raises(UnhashableState, match="whose content cannot be seen"):
        hash_state(i for i in "abc")


class Mixed(NamedTuple):
    anything: object
    text: str
    tuple: tuple


SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text()
)
LITERALS = st.recursive(
    st.one_of(SCALARS, st.frozensets(SCALARS)), lambda inner: st.lists(inner).map(tuple), max_leaves=5
)


@given(st.builds(Mixed, LITERALS, st.text(), st.lists(LITERALS).map(tuple)))
def test_fields_of_any_kind_there_and_back(state):
    class Mixture(Game):
        initial = Mixed(0, "", ())

    assert Mixture().read(Mixture().show(state)) == state


@pytest.mark.parametrize("written", ["crosses=1 rest=(1,", "crosses=x", "rest=open('x')", "cells=1", "rest=__import__"])
def test_states_that_cannot_be_read_are_refused(written):
    with pytest.raises(MalformedText):
        Data().read(written)

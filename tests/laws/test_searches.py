"""Every search finds what its oracle finds, in both lanes, on random games."""

from __future__ import annotations

from functools import partial

import checks
import pytest
import random_graphs
from hypothesis import example, given
from hypothesis import strategies as st

from halfmove.core.game import DRAW, ILLEGAL

pytestmark = pytest.mark.both_lanes

SEEDS = st.integers(0, 1_000_000)
DEPTHS = st.none() | st.integers(1, 5)
SIZES = st.integers(2, 24)
FEW = st.integers(2, 7)  # nodes of graphs with cycles: oracles walk every path
CHANCE = 0.4  # of the nodes


@pytest.mark.parametrize("kind", ["tree", "dag"])
@given(seed=SEEDS, size=SIZES, depth=DEPTHS)
@example(seed=215, size=22, depth=None)  # a state found in the table, with the line of another below it
@example(seed=54, size=20, depth=4)  # beyond such a state, an entry of a worse action
def test_minimax_alphabeta_and_memory(kind, seed, size, depth):
    game = random_graphs.KINDS[kind](seed, size)
    checks.deterministic(game, game.initial, depth)


@pytest.mark.parametrize("repetition", [pytest.param(DRAW, marks=pytest.mark.deep), ILLEGAL])
@given(seed=SEEDS, size=FEW, depth=DEPTHS)
@example(seed=1303, size=6, depth=None)  # one state, two paths, two values
def test_cycles_with_a_policy(repetition, seed, size, depth):
    game = random_graphs.cyclic(seed, size, repetition=repetition)
    checks.deterministic(game, game.initial, depth)


@given(seed=SEEDS, size=FEW, depth=st.integers(1, 5))
def test_cycles_without_end(seed, size, depth):
    game = random_graphs.cyclic(seed, size)
    checks.deterministic(game, game.initial, depth, endless=True)


@given(seed=SEEDS, size=SIZES, depth=st.integers(1, 4), extra=st.integers(0, 4), width=st.integers(1, 3))
def test_quiescence_and_beam(seed, size, depth, extra, width):
    game = random_graphs.dag(seed, size)
    checks.advised(game, game.initial, depth, extra, width)


@pytest.mark.parametrize("kind", ["tree", "dag"])
@given(seed=SEEDS, size=SIZES, depth=DEPTHS)
def test_chance(kind, seed, size, depth):
    game = random_graphs.KINDS[kind](seed, size, chance=CHANCE)
    checks.with_chance(game, game.initial, depth)


@given(seed=SEEDS, size=FEW, depth=st.integers(1, 5))
def test_chance_in_cycles(seed, size, depth):
    game = random_graphs.cyclic(seed, size, chance=CHANCE)
    checks.with_chance(game, game.initial, depth, endless=True)


@given(seed=SEEDS, size=SIZES, depth=DEPTHS, chance=st.sampled_from((0.0, CHANCE)))
def test_many_players(seed, size, depth, chance):
    game = random_graphs.dag(seed, size, chance=chance, players=3)
    checks.many_players(game, game.initial, depth)


@pytest.mark.parametrize("make", [random_graphs.dag, random_graphs.cyclic])
@given(seed=SEEDS, size=st.integers(2, 16))
def test_solving(make, seed, size):
    game = make(seed, size)
    checks.solved(game, game.initial, has_parents=True)


@pytest.mark.parametrize(("make", "most"), [(random_graphs.dag, 12), (random_graphs.cyclic, 6)])
@given(data=st.data(), seed=SEEDS)
def test_solving_with_chance(make, most, data, seed):
    game = make(seed, data.draw(st.integers(2, most)), chance=CHANCE)
    checks.solved_with_chance(game, game.initial, has_parents=True)


@pytest.mark.parametrize("make", [random_graphs.dag, partial(random_graphs.cyclic, repetition=DRAW)])
@given(seed=SEEDS, size=FEW)
@example(seed=183, size=6)  # the best action from each of two states leads to the other
def test_strategies(make, seed, size):
    game = make(seed, size)
    checks.strategic(game, game.initial)

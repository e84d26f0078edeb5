"""What Monte Carlo tree search proves is never wrong, on random games and real ones, in both lanes."""

from __future__ import annotations

import pytest
import random_graphs
import tree_checks
from hypothesis import given, settings
from hypothesis import strategies as st

from halfmove.compiled import plain
from halfmove.core.game import DRAW, ILLEGAL
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.search.mcts import TreeSearch

SEEDS = st.integers(0, 1_000_000)
SIZES = st.integers(2, 24)
FEW = st.integers(2, 7)  # nodes of graphs with cycles: oracles walk every path
SIMULATIONS = st.integers(1, 80)
CHANCE = 0.4  # of the nodes
EXAMPLES, SOME = settings(max_examples=25), settings(max_examples=8)
WAYS = (
    *({"policy": policy} for policy in ("tuned", "widened", "biased", "puct")),
    {"root": "gumbel"},
    {"transpositions": True},
    {"threads": 2},
    {"threads": 2, "parallel": "root"},
)
PLIES = 30  # of a playout, which otherwise may go round in circles

once = pytest.mark.one_lane


@once
@pytest.mark.parametrize("kind", ["tree", "dag", "cyclic"])
@given(seed=SEEDS, size=SIZES, simulations=SIMULATIONS)
@EXAMPLES
def test_proven_values(kind, seed, size, simulations):
    game = plain(random_graphs.KINDS[kind](seed, size))
    tree_checks.proven_is_true(game, game.initial, simulations, seed, playout_plies=PLIES)


@once
@pytest.mark.parametrize("options", WAYS, ids=str)
@given(seed=SEEDS, size=SIZES, simulations=SIMULATIONS)
@SOME
def test_proven_values_by_every_way(options, seed, size, simulations):
    game = plain(random_graphs.cyclic(seed, size))
    tree_checks.proven_is_true(game, game.initial, simulations, seed, playout_plies=PLIES, **options)


@once
@pytest.mark.parametrize("repetition", [DRAW, ILLEGAL])
@given(seed=SEEDS, size=FEW, simulations=SIMULATIONS)
@EXAMPLES
def test_cycles_with_a_policy(repetition, seed, size, simulations):
    game = plain(random_graphs.cyclic(seed, size, repetition=repetition))
    tree_checks.paths_are_true(game, game.initial, simulations, seed)


@once
@given(seed=SEEDS, size=SIZES, simulations=SIMULATIONS)
@EXAMPLES
def test_averages_of_chance(seed, size, simulations):
    game = plain(random_graphs.dag(seed, size, chance=CHANCE))
    tree_checks.averages_are_true(game, game.initial, simulations, seed)


@once
@given(seed=SEEDS, size=st.integers(2, 16), simulations=SIMULATIONS)
@EXAMPLES
def test_vectors_of_three_players(seed, size, simulations):
    game = plain(random_graphs.tree(seed, size, players=3))
    tree_checks.vectors_are_true(game, game.initial, simulations, seed)


@pytest.mark.both_lanes
def test_both_lanes_grow_the_same_tree(native):
    game, rules = TicTacToe(), plain(TicTacToe())
    searches = [TreeSearch(each, simulations=1500, megabytes=1) for each in (game, rules)]
    ours, twins = (search.choose(seed=7) for search in searches)
    assert ours == twins
    ours, twins = (tree_checks.rows_of(rules, search.trees[0], rules.initial) for search in searches)
    assert ours == twins
    assert len(ours) > 1000

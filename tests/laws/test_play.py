"""Counting, random play, deepening, node limits and transformations, against what can be worked out exactly."""

from __future__ import annotations

from functools import partial

import checks
import naive
import pytest
import random_graphs
from hypothesis import assume, given
from hypothesis import strategies as st

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.core.evaluation import Transformed
from halfmove.core.game import ALLOWED, CHANCE, DRAW, ILLEGAL
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.search.alphabeta import alphabeta
from halfmove.search.expectiminimax import expectiminimax
from halfmove.search.iterative_deepening import deepen, deepest
from halfmove.search.memo import memoised
from halfmove.search.metareasoning import metareason
from halfmove.search.minimax import minimax
from halfmove.search.montecarlo import montecarlo
from halfmove.search.perft import perft
from halfmove.search.playouts import playouts

SEEDS = st.integers(0, 1_000_000)
SIZES = st.integers(2, 24)
SOME_CHANCE = 0.3


@pytest.mark.parametrize("repetition", [ALLOWED, DRAW, ILLEGAL])
@given(seed=SEEDS, size=st.integers(2, 7), depth=st.integers(0, 4), finished=st.booleans())
def test_perft_counts_every_line(repetition, seed, size, depth, finished):
    chance = SOME_CHANCE if repetition == ALLOWED else 0.0
    game = random_graphs.cyclic(seed, size, chance=chance, repetition=repetition)
    counted = naive.leaves(plain(game), game.initial, depth, finished, repetition)
    assert perft(game, depth=depth, finished=finished) == counted
    assert perft(plain(game), depth=depth, finished=finished) == counted


@pytest.mark.usefixtures("native")
@given(seed=SEEDS, size=SIZES, chance=st.sampled_from((0.0, SOME_CHANCE)))
def test_random_play_is_the_same_in_both_lanes(seed, size, chance):
    game = random_graphs.dag(seed, size, chance=chance)
    assert playouts(game, games=20, seed=seed) == playouts(plain(game), games=20, seed=seed)
    checks.in_both_lanes(montecarlo, game, game.initial, None, games=20, seed=seed)


@pytest.mark.parametrize(
    "repetition", [ALLOWED, *(pytest.param(policy, marks=pytest.mark.deep) for policy in (DRAW, ILLEGAL))]
)
def test_the_confidence_interval_covers_the_true_mean(repetition):
    """95 % of the intervals should: of 200, at least 175 do, unless something is wrong (5 standard deviations)."""
    covered, tries = 0, 200
    for seed in range(tries):
        if repetition == ALLOWED:
            game = random_graphs.dag(seed, 10, chance=SOME_CHANCE)
        else:
            game = random_graphs.cyclic(seed, 5, repetition=repetition)
        player = max(0, game.to_move(game.initial))
        truth = naive.random_play(plain(game), game.initial, player, repetition)
        estimate = playouts(game, player=player, games=200, seed=seed)
        covered += estimate.low - checks.CLOSE <= truth <= estimate.high + checks.CLOSE
    assert 175 <= covered < tries


@given(seed=SEEDS, size=SIZES)
def test_deepening_goes_down_until_it_is_proven(seed, size):
    game = random_graphs.dag(seed, size)
    player = game.to_move(game.initial)
    found = list(deepen(alphabeta, game))
    assert [choice.depth for choice in found] == list(range(1, len(found) + 1))
    assert [choice.exact for choice in found] == [False] * (len(found) - 1) + [True]
    assert found[-1].value == naive.value(plain(game), game.initial, player)
    nodes = 0
    for choice in found:
        alone = alphabeta(game, depth=choice.depth)
        nodes += alone.nodes
        assert (choice.action, choice.value, choice.line, choice.nodes) == (
            alone.action,
            alone.value,
            alone.line,
            nodes,
        )


@given(seed=SEEDS, size=SIZES, depth=st.integers(1, 5), nodes=st.integers(1, 60))
def test_deepening_obeys_its_limits(seed, size, depth, nodes):
    game = random_graphs.dag(seed, size)
    limit = Limit(depth=depth, nodes=nodes)
    found = list(deepen(alphabeta, game, limit=limit))
    assert found == list(deepen(alphabeta, plain(game), limit=limit))
    assert found[-1].depth <= depth
    assert all(choice.nodes <= nodes for choice in found)
    assert all(choice.action in list(plain(game).actions(game.initial)) for choice in found)
    assert len(found) == 1 or not any(choice.stopped for choice in found)
    assert deepest(alphabeta, game, limit=limit) == found[-1]


@pytest.mark.parametrize("search", [minimax, alphabeta, partial(memoised, megabytes=checks.ENOUGH)])
@given(seed=SEEDS, size=SIZES, nodes=st.integers(1, 40))
def test_a_stopped_search_is_the_same_in_both_lanes(search, seed, size, nodes):
    game = random_graphs.dag(seed, size)
    whole = search(game)
    choice = checks.in_both_lanes(search, game, game.initial, None, limit=Limit(nodes=nodes))
    assert choice.stopped == (whole.nodes > nodes)
    assert choice.nodes == min(nodes, whole.nodes)
    assert choice.action in list(plain(game).actions(game.initial))
    assert not (choice.stopped and choice.exact)
    if not choice.stopped:
        assert choice == whole
    first = plain(game).result(game.initial, 0)
    if nodes >= 1 + search(plain(game), first).nodes:  # one action at least was searched to its end
        values = naive.action_values(plain(game), game.initial, game.to_move(game.initial))
        assert choice.value == values[choice.action]


@given(seed=SEEDS, size=SIZES, cost=st.sampled_from((0.0, 0.1)))
def test_metareasoning_claims_only_what_is_true(seed, size, cost):
    game = random_graphs.dag(seed, size)
    choice = checks.in_both_lanes(metareason, game, game.initial, None, cost=cost, limit=Limit(nodes=200))
    assert choice.action in list(plain(game).actions(game.initial))
    if choice.exact:
        assert choice.value == naive.value(plain(game), game.initial, game.to_move(game.initial))


@given(seed=SEEDS, size=SIZES, power=st.sampled_from((1.0, 3.0, 5.0)), scale=st.sampled_from((0.5, 1.0, 3.0)))
def test_a_monotonic_transformation_does_not_change_deterministic_play(seed, size, power, scale):
    game = random_graphs.dag(seed, size)
    assume(sum(game.utilities) == 0)
    for depth in (None, 2):
        before, after = alphabeta(game, depth=depth), alphabeta(Transformed(plain(game), power, scale), depth=depth)
        assert (before.action, before.line, before.nodes) == (after.action, after.line, after.nodes)
        assert after.value == pytest.approx(scale * abs(before.value) ** power * (1 if before.value >= 0 else -1))


@given(seed=SEEDS, size=SIZES, scale=st.sampled_from((0.5, 2.0)), shift=st.sampled_from((-1.0, 0.0, 4.0)))
def test_a_positive_linear_transformation_does_not_change_play_with_chance(seed, size, scale, shift):
    game = random_graphs.dag(seed, size, chance=SOME_CHANCE)
    assume(game.to_move(game.initial) != CHANCE)
    changed = Transformed(plain(game), 1.0, scale, shift)
    checks.with_chance(changed, game.initial, None)
    values = naive.action_values(plain(game), game.initial, game.to_move(game.initial))
    chosen = expectiminimax(changed).action
    assert values[chosen] == pytest.approx(max(values.values()))


def test_a_power_changes_play_with_chance():
    """Zell, section 5.5: an evaluation has to be a positive linear transformation of the expected utility."""
    game = plain(ExplicitGame.parse("max(chance(9/10: 2, 1/10: 3) chance(9/10: 1, 1/10: 4))"))
    assert expectiminimax(game).action == 0
    assert expectiminimax(Transformed(game, 5.0)).action == 1

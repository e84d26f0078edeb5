"""The branching factor has one definition, which the bench and the ablation share."""

import pytest

from halfmove.compiled import plain
from halfmove.games import game_named
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.search.branching import PLIES, branching_factor, nodes_by_depth
from halfmove.search.engine import NAMES, Engine


def test_nodes_that_grow_threefold():
    assert branching_factor([0, *(3**depth for depth in range(1, 9))]) == pytest.approx(3.0)


def test_only_the_last_plies_count():
    assert branching_factor([0, 1000, *(1000 * 2**depth for depth in range(1, PLIES + 1))]) == pytest.approx(2.0)


@pytest.mark.parametrize("nodes", [[], [0], [0, 5], [0, 0, 5]])
def test_one_depth_has_no_factor(nodes):
    assert branching_factor(nodes) is None


def test_nodes_add_up_over_depths_and_states():
    game = plain(game_named("tic-tac-toe"))
    once = nodes_by_depth(Engine(game, megabytes=1), [game.initial], 4)
    assert 0 < once[1] < once[2] < once[3] < once[4]
    assert nodes_by_depth(Engine(game, megabytes=1), [game.initial] * 2, 4) == [2 * count for count in once]


def test_a_value_that_is_proven_early_costs_nothing_more():
    game = plain(ExplicitGame.parse("max(1 min(0 1))"))
    nodes = nodes_by_depth(Engine(game, off=NAMES), [game.initial], 9)
    assert nodes[9] == nodes[5] > 0

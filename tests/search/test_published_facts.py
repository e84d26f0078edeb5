"""What the source texts and the literature say of searches, and holds."""

from __future__ import annotations

import math
import random

import pytest

from halfmove.compiled import plain
from halfmove.explain.tree import Recorder
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.games.trees.figures import figure
from halfmove.running.watch import END
from halfmove.search.alphabeta import alphabeta
from halfmove.search.best_successor import best_successor
from halfmove.search.expectiminimax import expectiminimax
from halfmove.search.minimax import minimax
from halfmove.search.star import star1, star2


class Leaves:
    """A watch that keeps the values of the leaves it sees."""

    def __init__(self):
        self.values = []

    def enter(self, state, player, depth, alpha, beta):
        pass

    def improve(self, depth, action, value):
        pass

    def leave(self, value, reason):
        if reason == END:
            self.values.append(value)
        return value


def leaves_seen(search, game):
    watch = Leaves()
    search(plain(game), watch=watch)
    return watch.values


def test_alpha_beta_skips_exactly_the_leaves_4_and_6(lane):
    """Zell, section 5.3."""
    game = lane(figure("two-ply"))
    assert alphabeta(game).value == minimax(game).value == 3
    assert leaves_seen(alphabeta, game) == [3, 12, 8, 2, 14, 5, 2]
    recorder = Recorder(game)
    alphabeta(game, watch=recorder)
    assert [node.skipped for _, node in recorder.root.walk() if node.skipped] == [["c2", "c3"]]


def test_the_chance_node_of_004_is_worth_seven_twelfths(lane):
    for search in (expectiminimax, star1, star2):
        assert search(lane(figure("chance"))).value == pytest.approx(7 / 12)


@pytest.mark.parametrize("search", [expectiminimax, star1, star2])
def test_the_window_does_not_pass_through_chance_unchanged(search, lane):
    """The counterexample to Chapter 9, algorithm 29: it comes out as 0.75 there."""
    game = lane(ExplicitGame.parse("max(1/2 chance(1/2: min(-1 0), 1/2: 1))"))
    assert search(game).value == 0.5
    assert search(game).action == 0


def uniform(width, depth, rng, is_max=True):
    """Return a tree of nested lists with the best branch first everywhere, and its value."""
    if depth == 0:
        value = rng.random()
        return value, value
    branches = sorted((uniform(width, depth - 1, rng, not is_max) for _ in range(width)), key=lambda pair: pair[1])
    if is_max:
        branches.reverse()
    return [tree for tree, _ in branches], branches[0][1]


@pytest.mark.parametrize(("width", "depth"), [(2, 2), (2, 6), (3, 4), (4, 4), (5, 2), (3, 3), (2, 5), (6, 3)])
def test_with_the_best_order_alpha_beta_sees_about_the_square_root_of_all_leaves(width, depth):
    """Knuth and Moore 1975: b^ceil(m/2) + b^floor(m/2) - 1, which for even m is 2 b^(m/2) - 1; CS 188."""
    tree, value = uniform(width, depth, random.Random(0))
    game = ExplicitGame.tree(tree)
    assert alphabeta(plain(game)).value == value
    assert len(leaves_seen(alphabeta, game)) == width ** (depth // 2) + width ** ((depth + 1) // 2) - 1
    assert len(leaves_seen(minimax, game)) == width**depth


def test_a_random_order_lies_between_the_best_and_none():
    """CS 188: about b^(3m/4) leaves."""
    width, depth, seen, tries = 4, 4, 0, 30
    for seed in range(tries):
        rng = random.Random(seed)
        tree = [
            [[[rng.random() for _ in range(width)] for _ in range(width)] for _ in range(width)] for _ in range(width)
        ]
        seen += len(leaves_seen(alphabeta, ExplicitGame.tree(tree)))
    assert 2 * width ** (depth // 2) - 1 < seen / tries < width**depth
    assert math.log(seen / tries, width) / depth == pytest.approx(3 / 4, abs=0.1)


def test_where_every_action_loses_one_is_still_chosen(lane):
    """Chapter 9, algorithm 27 makes no move at all here."""
    game = lane(ExplicitGame.tree([[-1, 1], [-1, -1]]))
    for search in (best_successor, minimax, alphabeta):
        assert (search(game).action, search(game).value) == (0, -1)


def test_a_cut_off_child_may_report_the_root_value_and_is_not_chosen(lane):
    """CS 188: "children of the root may have the wrong value"; here the second reports 3 and is worth 0."""
    game = lane(ExplicitGame.tree([[3, 5], [3, 0], [1, 9]]))
    assert alphabeta(game).action == 0


@pytest.mark.parametrize(("deviation", "left_is_better"), [(5, 0.71), (2, 0.58)])
def test_errors_in_the_leaves_make_the_left_branch_better_more_often_than_not(deviation, left_is_better):
    """Zell, section 5.8: minimax prefers the right branch."""
    rng, tries, left = random.Random(0), 1500, 0
    branches = [[99, 1000, 1000, 1000], [100, 101, 102, 100]]
    assert minimax(figure("doubtful")).action == 1
    for _ in range(tries):
        tree = [[rng.gauss(leaf, deviation) for leaf in branch] for branch in branches]
        left += minimax(plain(ExplicitGame.tree(tree))).action == 0
    assert left / tries == pytest.approx(left_is_better, abs=0.035)  # more than 2 standard errors of 0.013

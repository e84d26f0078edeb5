"""What is known of each node, at the end and on the way there."""

from __future__ import annotations

import pytest

from halfmove import ExplicitGame, Recorder, alphabeta, expectiminimax, maxn, memoised, minimax, star1, star2
from halfmove.core.game import CHANCE
from halfmove.explain.numbers import number, shortest, value_of
from halfmove.explain.steps import lines, story_of
from halfmove.explain.text import tree_text
from halfmove.games.trees.figures import figure
from halfmove.games.trees.random_games import random_chance_tree, random_dag, random_tree

pytestmark = pytest.mark.usefixtures("native")  # the plain lane does all this, in both runs of the suite


def recorded(search, game, **options):
    watch = Recorder(game)
    search(game, watch=watch, **options)
    return watch.root


def shown(story, step, *paths):
    return [story.lives[path].at(step).beside for path in paths]


def test_ranges_are_those_of_figure_5_5():
    """AIMA, figure 5.5: what the nodes A, B, C and D can be worth after each leaf, from (a) to (f)."""
    story = story_of(recorded(alphabeta, figure("two-ply")), ranges=True)
    after = {sentence.split(" is")[0]: step for step, sentence in enumerate(story.sentences)}
    assert shown(story, after["a1 b1"], "", "0") == ["[-∞, +∞]", "[-∞, 3]"]
    assert shown(story, after["a1 b2"], "", "0") == ["[-∞, +∞]", "[-∞, 3]"]
    assert shown(story, after["a1 b3"], "", "0") == ["[3, +∞]", "[3, 3]"]
    assert shown(story, after["a2 c1"], "", "0", "1") == ["[3, +∞]", "[3, 3]", "[-∞, 2]"]
    assert shown(story, after["a3 d1"], "", "0", "1", "2") == ["[3, 14]", "[3, 3]", "[-∞, 2]", "[-∞, 14]"]
    assert shown(story, after["a3 d3"], "", "0", "1", "2") == ["[3, 3]", "[3, 3]", "[-∞, 2]", "[2, 2]"]


def test_windows_change_step_by_step():
    story = story_of(recorded(alphabeta, figure("two-ply")))
    told_lines = [f"{'  ' * deep}{sentence}" for deep, sentence in lines(story)]
    assert told_lines[:3] == [
        "MAX moves at the root, window [-∞, +∞].",
        "  MIN moves at a1, window [-∞, +∞].",
        "    a1 b1 is worth 3: a1 is worth at most 3, beta = 3.",
    ]
    cut = next(step for step, line in enumerate(told_lines) if "cannot matter" in line)
    assert told_lines[cut].endswith("beta = 2. alpha 3 >= beta 2: c2 c3 cannot matter.")
    assert shown(story, cut - 1, "", "1") == ["[3, +∞]", "[3, +∞]"]
    assert shown(story, cut, "", "1") == ["[3, +∞]", "[3, 2]"]
    assert story.lives["1"].cut == cut
    assert told_lines[-1] == "The root is worth 3: MAX takes a1."


def test_minimax_has_no_windows_to_tell():
    story = story_of(recorded(minimax, figure("two-ply")))
    assert not any("window" in sentence or "alpha" in sentence for sentence in story.sentences)
    assert len(story.steps) == 1 + 3 + 9 + 3 + 1  # nodes entered, leaves, nodes left, the end


def test_an_average_is_written_out():
    story = story_of(recorded(expectiminimax, figure("scale-matters")))
    assert any("a1 is worth 2.1 = 0.9 x 2 + 0.1 x 3" in sentence for sentence in story.sentences)


def true_value(game, place):
    if game.is_terminal(place):
        return game.utility(place, 0)
    below = [true_value(game, game.result(place, action)) for action in game.actions(place)]
    if game.to_move(place) == CHANCE:
        return sum(value * chance for value, (_, chance) in zip(below, game.chances(place)))
    return max(below) if game.to_move(place) == 0 else min(below)


SEARCHES = {
    "minimax": (minimax, random_tree),
    "alphabeta": (alphabeta, random_tree),
    "memoised": (memoised, random_dag),
    "expectiminimax": (expectiminimax, random_chance_tree),
    "star1": (star1, random_chance_tree),
    "star2": (star2, random_chance_tree),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_what_is_told_of_a_node_is_true(name):
    """The value of each node lies where the recorder says, and is what it says where it says `exact`."""
    search, maker = SEARCHES[name]
    bounds = exact = 0
    for seed in range(60):
        game = maker(seed)
        root = recorded(search, game)
        for _, node in root.walk():
            value = true_value(game, game.read(node.picture))
            assert node.low - 1e-9 <= value <= node.high + 1e-9, (seed, node)
            if node.bound:
                bounds += 1
            else:
                exact += 1
                assert node.value == pytest.approx(value), (seed, node)
        story = story_of(root, ranges=True)
        assert set(story.lives) == {path for path, _ in root.walk()}
    assert exact
    assert bool(bounds) == (name not in ("minimax", "expectiminimax"))


def test_bounds_are_shown_as_bounds():
    root = recorded(alphabeta, figure("two-ply"))
    assert [value_of(child) for child in root.children] == ["3", "<= 2", "2"]  # all leaves of the last were seen
    assert "a2 ▼ <= 2  [3, +∞]  cut" in tree_text(root)


def test_max_and_min_keep_their_names_where_min_begins():
    root = recorded(alphabeta, ExplicitGame.parse("min(max(1 2) max(3 0))"))
    assert (root.mover, root.value, root.best) == ("MIN", 2, 0)
    assert [(child.mover, value_of(child)) for child in root.children] == [("MAX", "2"), ("MAX", ">= 3")]
    assert (root.at("1").alpha, root.at("1").beta) == (float("-inf"), 2)


def test_vectors_of_max_n_are_seen():
    typed = "A(B(C((1, 2, 6) (4, 2, 3)) C((6, 1, 2) (7, 4, 1))) B(C(<5 1 1> <1 5 2>) C(<7 7 1> <5 4 5>)))"
    game = ExplicitGame.parse(typed)
    assert game.to_text() == figure("three-players").to_text()
    root = recorded(maxn, game)
    assert value_of(root) == "(1, 2, 6)"  # AIMA, figure 5.4
    assert [value_of(child) for child in root.children] == ["(1, 2, 6)", "(1, 5, 2)"]
    assert "(6, 1, 2)" in tree_text(root)
    assert "for C takes 1" in " ".join(story_of(root).sentences)


def test_chance_branches_carry_their_probabilities():
    root = recorded(expectiminimax, ExplicitGame.parse("chance(1/3: 6, 2/3: head=3)"))
    assert [node.probability for node in root.children] == [pytest.approx(1 / 3), pytest.approx(2 / 3)]
    assert "1 (1/3) ■ 6" in tree_text(root)
    assert "head (2/3) ■ 3" in tree_text(root)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (1000, "1000"),
        (1234.5, "1234.5"),
        (1e7, "10000000"),
        (1 / 3, "0.333"),
        (-0.0, "0"),
        (2.5e-5, "2.5e-05"),
        (None, "?"),
    ],
)
def test_numbers_are_short(value, written):
    assert number(value) == written


@pytest.mark.parametrize(("value", "written"), [(1 / 3, "1/3"), (0.9, "0.9"), (0.5, "0.5"), (1 / 36, "1/36")])
def test_probabilities_are_fractions_where_these_are_shorter(value, written):
    assert shortest(value) == written

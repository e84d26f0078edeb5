"""Explicit games: nested lists, text, graphs, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.core.game import CHANCE, DRAW
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.trees.explicit import ExplicitGame, Place
from halfmove.games.trees.random_games import (
    VALUES,
    random_chance_tree,
    random_dag,
    random_graph,
    random_tree,
    random_vector_tree,
)

pytestmark = pytest.mark.one_lane

TWO_PLY = "max(min(3 12 8) min(2 4 6) min(14 5 2))"
MAKERS = (random_tree, random_dag, random_chance_tree, random_graph, random_vector_tree)


def test_a_tree_of_lists() -> None:
    game = ExplicitGame.tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert game.to_text() == TWO_PLY
    assert game.utilities == (-14.0, 14.0)
    assert game.utility(game.result(game.result(game.initial, 0), 1), 1) == -12.0


def test_players_take_turns_in_a_tree_of_vectors() -> None:
    game = ExplicitGame.tree([[[(1, 2, 6)], (4, 2, 3)], (0, 0, 0)])
    assert game.to_text() == "A(B(C(<1 2 6>) <4 2 3>) <0 0 0>)"
    assert game.players == 3


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (TWO_PLY, TWO_PLY),
        ("MAX ( a = min(3,12) , 1/2 )", "max(a=min(3 12) 0.5)"),
        ("chance(1/2: 1, 1/3: 0, 1/6: 1/2)", "chance(0.5: 1 1/3: 0 1/6: 0.5)"),
        ("chance(1 2)", "chance(0.5: 1 0.5: 2)"),
        ("A(1 B(2 -3))", "max(1 min(2 -3))"),
        ("A(1 2)", "A(1 2)"),
        ("A[1 2 3](<1 2 3> C(<4 5 6>))", "A[1 2 3](<1 2 3> C(<4 5 6>))"),
        ("max(<1 2> <3 -3>)", "max(<1 2> 3)"),
        ("max[-.5](1e2 +7)", "max[-0.5](100 7)"),
        ("#7=max(min(#7 3) #1=4 min(#1 5))", "#1=max(min(#1 3) #2=4 min(#2 5))"),
        ("max(a=#1 b=#1=min(2))", "max(a=#1=min(2) b=#1)"),
        ("5", "5"),
        ("<1 2 3>", "<1 2 3>"),
    ],
)
def test_text_is_read_and_written(text: str, written: str) -> None:
    assert ExplicitGame.parse(text).to_text() == written
    assert ExplicitGame.parse(written).to_text() == written


@given(st.sampled_from(MAKERS), st.integers(0, 10**6))
def test_random_games_survive_a_round_trip(maker: object, seed: int) -> None:
    game = maker(seed)  # type: ignore[operator]
    again = ExplicitGame.parse(game.to_text())
    assert again.to_text() == game.to_text()
    todo, seen = [(game.initial, again.initial)], set()
    while todo:
        one, other = todo.pop()
        if one in seen:
            continue
        seen.add(one)
        assert game.is_terminal(one) == again.is_terminal(other)
        assert game.values[one.node].tolist() == again.values[other.node].tolist()
        if not game.is_terminal(one):
            assert game.to_move(one) == again.to_move(other)
            assert dict(game.chances(one)) == dict(again.chances(other))
            actions = list(game.actions(one))
            assert actions == list(again.actions(other))
            todo += [(game.result(one, action), again.result(other, action)) for action in actions]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "character 1 of the tree: expected a number, not the end"),
        ("max(3 12", r"character 9 of the tree: expected a number, not the end"),
        ("max(3 12))", r"character 10 of the tree: the tree should end here, not '\)'"),
        ("max()", "character 5 of the tree: a node without branches"),
        ("max 3", r"character 5 of the tree: the branches should begin with '\(', not '3'"),
        ("mux(3)", "character 1 of the tree: expected max, min, chance or a player from A to Z, not 'mux'"),
        ("max(3 ; 4)", "character 7 of the tree: ';' does not belong here"),
        ("max(1.2.3)", "character 5 of the tree"),
        ("max(1/2: 3 4)", "character 5 of the tree: only branches of chance have a probability, not '1/2'"),
        ("chance(1/2: 3 4)", "character 16 of the tree: 1 probabilities for 2 branches"),
        ("chance(1/2: 3, 1/3: 4)", "character 22 of the tree: the probabilities sum to 0.833333, not to 1"),
        ("chance(0: 3, 1: 4)", "a probability of 0, which is not positive"),
        ("max(1/0 3)", "character 5 of the tree: '1/0' is not a number up to 1e\\+100"),
        ("max(1e999 3)", "'1e999' is not a number up to 1e\\+100"),
        ("max(1e308 -1e308)", "'1e308' is not a number"),
        ("max(a=1 a=2)", "character 12 of the tree: two branches have the same label"),
        ("A(B(<1 2 3> 4))", "character 13 of the tree: 1 utility for 3 players"),
        ("A(B(<1 2 3> <4 5>))", "character 13 of the tree: 2 utilities for 3 players"),
        ("max(#1 3)", "character 5 of the tree: no node is written as #1="),
        ("max(#1=3 #1=4)", "character 10 of the tree: #1 was written before"),
        ("#1=#2=3", "character 4 of the tree: a node should have one number"),
        ("max(" * 300 + "1" + ")" * 300, "more than 200 nested brackets"),
        ("max(<>)", "expected a number, not '>'"),
        ("max(=3)", "expected a number, not '='"),
    ],
)
def test_malformed_text_names_the_place_and_the_reason(text: str, reason: str) -> None:
    with pytest.raises(MalformedText, match=reason):
        ExplicitGame.parse(text)


@given(st.text(alphabet="maxinchance()<>[]#=:,./ 0123456789-+eABC", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        game = ExplicitGame.parse(text)
    except MalformedText:  # any other error fails the test
        return
    assert ExplicitGame.parse(game.to_text()).to_text() == game.to_text()


def test_labels_are_names() -> None:
    game = ExplicitGame.parse("max(left=min(3 b=12) 7)")
    assert [game.name(action, game.initial) for action in (0, 1)] == ["left", "2"]
    assert game.name(1, Place(1)) == "b"
    assert game.show(game.initial) == "node 0: MAX chooses from left 2"
    assert game.show(Place(2)) == "node 2: 3"
    assert game.read("node 2") == Place(2)


def test_a_graph_with_a_cycle() -> None:
    game = ExplicitGame.graph([0, 1, None], [[1, 2], [0, 2], []], [0, 0.5, 1], repetition=DRAW)
    assert game.to_text() == "#1=max(min[0.5](#1 #2=1) #2)"
    assert game.repetition == DRAW
    assert game.evaluate(Place(1), 1) == -0.5
    assert list(ExplicitGame.graph([CHANCE, None], [[1, 1], []], [0, 1]).chances(Place())) == [(0, 0.5), (1, 0.5)]


@pytest.mark.parametrize(
    ("graph", "reason"),
    [
        ({"movers": [], "children": [], "values": []}, "not a graph"),
        ({"movers": [0], "children": [[1]], "values": [0]}, "node 0 has a child 1: not a node from 0 to 0"),
        ({"movers": [2, None], "children": [[1], []], "values": [0, 1]}, "its mover is 2: not a player from 0 to 1"),
        ({"movers": [None, None], "children": [[1], []], "values": [0, 1]}, "its mover is None"),
        ({"movers": [0, None], "children": [[1], []], "values": [0, (1, 2, 3)]}, "node 1 has 3 values for 2 players"),
        (
            {"movers": [0, None], "children": [[1], []], "values": [0, 1], "players": 3},
            "node 1 has one value for 3 players",
        ),
        ({"movers": [0, None], "children": [[1], []], "values": [0, float("nan")]}, "a utility is a number up to"),
        ({"movers": [-1, None], "children": [[1], []], "values": [0, 1], "probabilities": [[0.5], []]}, "sum to 1"),
        ({"movers": [0], "children": [[]], "values": [1], "repetition": "often"}, "'often' is none of"),
    ],
)
def test_impossible_graphs_are_refused(graph: dict[str, object], reason: str) -> None:
    with pytest.raises(HalfmoveError, match=reason):
        ExplicitGame.graph(**graph)  # type: ignore[arg-type]


@pytest.mark.parametrize("nested", [[], [[]], [1, (1, 2, 3)]])
def test_impossible_trees_are_refused(nested: object) -> None:
    with pytest.raises(HalfmoveError):
        ExplicitGame.tree(nested)


def test_arrays_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        ExplicitGame.parse(TWO_PLY).values[0, 0] = 1


@pytest.mark.usefixtures("native")
def test_all_trees_share_their_machine_code() -> None:
    from halfmove.compiled.native.objects import type_of

    one, other = ExplicitGame.parse(TWO_PLY), ExplicitGame.parse("max(a=1 b=chance(2 3))")
    assert type_of(one) == type_of(other)


@pytest.mark.parametrize("maker", MAKERS)
def test_a_seed_says_which_game(maker: object) -> None:
    texts = [maker(seed).to_text() for seed in (1, 1, 2)]  # type: ignore[operator]
    assert texts[0] == texts[1] != texts[2]


def test_random_games_have_ties_evaluations_chance_and_cycles() -> None:
    trees = [random_chance_tree(seed) for seed in range(20)]
    assert all(set(tree.values.flat) <= set(VALUES) for tree in trees)
    assert any(CHANCE in tree.movers for tree in trees)
    assert any(tree.values[0].any() for tree in trees)
    assert any("#1=max" in random_graph(seed).to_text() for seed in range(20))
    assert all(random_vector_tree(seed, players=4).players == 4 for seed in range(3))

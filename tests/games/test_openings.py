"""The first actions of a game do not embarrass: they stand in the middle, within any number of nodes."""

import pytest

from halfmove.core.choice import Limit
from halfmove.core.rules import action_named
from halfmove.core.wrapper import plain_throughout
from halfmove.games import game_named
from halfmove.search.engine import Engine


@pytest.mark.parametrize(
    ("name", "middle"),
    [
        ("y", {"c3", "d3", "c4", "d4"}),
        ("go", {"E5"}),
        ("go:size=13", {"G7"}),
        ("gomoku", {"h8"}),
        ("connect-four", {"4"}),
    ],
)
@pytest.mark.parametrize("nodes", [1, 30, 150])
def test_the_first_action_stands_in_the_middle(name, middle, nodes):
    game = plain_throughout(game_named(name))
    choice = Engine(game, megabytes=1).choose(limit=Limit(nodes=nodes))
    assert choice.names()[0] in middle


@pytest.mark.parametrize(
    ("name", "side"), [("y", ["a1", "i1", "a9", "a5", "e1", "e5"]), ("go", ["A1", "B8", "H2", "J9", "E1", "B5"])]
)
def test_what_is_far_from_all_stones_on_the_side_is_left_out(name, side):
    game = plain_throughout(game_named(name))
    chosen = {game.name(action, game.initial) for action, _, _ in game.advice.selective_moves(game.initial)}
    assert chosen
    assert not chosen & {*side}
    after = game.result(game.initial, action_named(game, game.initial, side[0]))
    near = {game.name(action, after) for action, _, _ in game.advice.selective_moves(after)}
    assert len(near - chosen) == 2, "the two neighbours of a stone in the corner are looked at"


@pytest.mark.parametrize("name", ["y:size=5", "go:size=5"])
def test_a_small_board_is_looked_at_whole(name):
    game = plain_throughout(game_named(name))
    assert not list(game.advice.selective_moves(game.initial))

"""What a search returns, what it is given, and the clock."""

from __future__ import annotations

import math
from dataclasses import FrozenInstanceError

import pytest

from halfmove.compiled import plain
from halfmove.core.choice import ESTIMATE, EXACT, Choice, Limit
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.running.clock import Clock
from halfmove.search.alphabeta import alphabeta


def test_choice_compares_what_was_found_not_how_long_it_took():
    one, other = (Choice(3, 0.5, (3, 1), 2, 10, seconds) for seconds in (1.0, 2.0))
    assert one == other
    assert one != Choice(3, 0.5, (3, 2), 2, 10)
    with pytest.raises(FrozenInstanceError):
        one.value = 1.0


def test_choice_as_text():
    assert str(Choice(3, 0.5, (3, 1), 2, 1234, 0.25)) == "3 (value = 0.5, depth 2, 1,234 nodes, 0.25 s)"
    assert str(Choice(None, -1.0, kind=ESTIMATE)) == "None (value ~ -1, depth 0, 0 nodes, 0 s)"
    assert Choice(1, 0.0, kind=EXACT).exact
    assert not Choice(1, 0.0, kind=ESTIMATE).exact


def test_names_of_the_line_are_the_game_s():
    game = ConnectFour(4, 4)
    choice = alphabeta(game, depth=3)
    state, names = game.initial, []
    for action in choice.line:
        names.append(game.name(action, state))
        state = game.result(state, action)
    assert choice.names() == names
    assert str(choice).startswith(names[0])
    assert Choice(2, 0.0, (2, 0)).names() == ["2", "0"]


def test_a_move_of_black_has_its_name_without_the_board_at_hand():
    chess = game_named("chess")
    state = chess.read("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2")
    choice = alphabeta(plain(chess), state, depth=1)
    assert choice.name == choice.names()[0] == "Qh4#"
    with pytest.raises(HalfmoveError, match=r"say game.name\(action, state\)"):
        chess.name(choice.action)
    assert Choice(None, 0.0, game=chess, state=chess.initial).name == ""


def test_choice_in_a_notebook_is_escaped():
    class Odd(ConnectFour):
        def name(self, action, state=None):
            return "<script>"

    choice = alphabeta(Odd(4, 4), depth=2)
    assert "<script>" not in choice._repr_html_()
    assert "&lt;script&gt;" in choice._repr_html_()


@pytest.mark.parametrize("limit", [{"depth": 0}, {"nodes": 0}, {"seconds": 0}, {"depth": -1}, {"seconds": math.nan}])
def test_limit_that_leaves_nothing(limit):
    with pytest.raises(HalfmoveError, match="leaves nothing to search") as caught:
        Limit(**limit)
    assert "\n" not in str(caught.value)


WRONG_KINDS = [{"depth": 2.5}, {"nodes": 1.5}, {"depth": "3"}, {"seconds": "1"}]


@pytest.mark.parametrize("limit", WRONG_KINDS, ids=str)
def test_limit_of_the_wrong_kind(limit):
    with pytest.raises(HalfmoveError):
        Limit(**limit)


@pytest.mark.parametrize("depth", [0, -3])
def test_depth_out_of_bounds(depth):
    with pytest.raises(HalfmoveError, match="the depth must be from 1 to 1000"):
        alphabeta(ConnectFour(4, 4), depth=depth)


def test_node_limit_is_kept(lane):
    choice = alphabeta(lane(ConnectFour()), depth=8, limit=Limit(nodes=5000))
    assert choice.nodes <= 5000
    assert choice.stopped
    assert not choice.exact
    assert choice.action in range(7)


def test_the_smaller_depth_counts(lane):
    game = lane(ConnectFour(4, 4))
    assert alphabeta(game, depth=6, limit=Limit(depth=2)).depth == 2
    assert alphabeta(game, depth=2, limit=Limit(depth=6)).depth == 2


def test_clock():
    clock = Clock()
    assert clock.left is None
    first = clock.seconds
    assert 0 <= first <= clock.seconds
    limited = Clock(1e-9)
    while limited.seconds < 1e-6:
        pass
    assert limited.left == 0.0
    assert 0 < Clock(1000).left <= 1000

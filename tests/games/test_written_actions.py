"""Actions as players write them: every notation of a game leads to the same action, and what is none is refused."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from halfmove.compiled import plain
from halfmove.core.history import with_history
from halfmove.core.random import random
from halfmove.core.rules import action_named, legal_actions
from halfmove.errors import IllegalAction
from halfmove.games import GAMES, game_named
from halfmove.games.cat_and_mouse import UnrepeatedCatAndMouse
from halfmove.games.go.text import sgf_point

pytestmark = pytest.mark.one_lane

RANDOM_GAMES, PLIES = 2, 40
SOME_PLIES = 8  # from one state to the next in which hundreds of actions are read


def states(game: Any, games: int = RANDOM_GAMES) -> Any:
    """Yield states of random games in which somebody can act."""
    for seed in range(games):
        numbers, state = random(seed), game.initial
        for _ in range(PLIES):
            actions = legal_actions(game, state)
            if not actions:
                break
            yield state, actions
            state = game.result(state, actions[numbers.below(len(actions))])


@pytest.mark.parametrize("name", GAMES)
def test_an_action_is_read_by_its_name(name: str) -> None:
    game = plain(game_named(name))
    for state, actions in states(game, 1):
        action = actions[len(actions) // 2]
        assert action_named(game, state, game.name(action, state)) == action


def test_chess_reads_san_and_uci() -> None:
    game = plain(game_named("chess"))
    for state, actions in states(game, 1):
        action = actions[-1]
        for written in (game.uci(action, state), game.name(action, state), game.name(action, state).rstrip("+#")):
            assert action_named(game, state, written) == action


@pytest.mark.parametrize("name", ["checkers", "draughts"])
def test_draughts_reads_the_whole_way_of_a_capture(name: str) -> None:
    game, found = plain(game_named(name)), 0
    for state, actions in states(game, 20):
        for action in actions:
            if game.taken(action):
                way = [str(game.square(bit)) for bit in game.way(state, action)]
                assert action_named(game, state, "x".join(way)) == action
                if len(way) > 2:
                    found += 1
                    assert action_named(game, state, ":".join(way)) == action
                    with pytest.raises(IllegalAction):
                        action_named(game, state, "x".join([*way[:-2], way[0], way[-1]]))
    assert found > 10


@pytest.mark.parametrize("name", ["go:size=5", "go:size=9", "go:size=19", "go:size=5,superko=yes"])
def test_go_reads_vertices_and_points_of_sgf(name: str) -> None:
    game = plain(game_named(name))
    for state, actions in islice(states(game, 1), 0, None, SOME_PLIES):
        for action in actions:
            for written in (game.name(action), game.name(action).lower(), sgf_point(action, game.size) or "tt"):
                assert action_named(game, state, written) == action


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("6/5 8/5", "8/5,6/5"),
        ("24/23/20", "24/20"),
        ("24/21 21/20", "24/20"),
        ("24/21, 24/23", "24/23,24/21"),
        ("13/9", "13/9"),
    ],
)
def test_backgammon_reads_steps_in_any_order(written: str, name: str) -> None:
    game = plain(game_named("backgammon"))
    state = game.read("4HPwATDgc/ABMA O 31")
    assert game.name(action_named(game, state, written), state) == name


def test_backgammon_reads_doubles() -> None:
    game = plain(game_named("backgammon"))
    state = game.read("4HPwATDgc/ABMA X 33")
    meant = action_named(game, state, "8/5(2),6/3(2)")
    for written in ("6/3(2) 8/5(2)", "8/5 8/5 6/3 6/3", "8/5 6/3 6/3 8/5"):
        assert action_named(game, state, written) == meant


def test_a_wrapper_refuses_what_it_forbids() -> None:
    game = plain(UnrepeatedCatAndMouse(3, 3))
    wrapped, state = with_history(game, game.initial)
    for name in ("c2", "a2", "c1"):
        state = wrapped.result(state, action_named(wrapped, state, name))
    with pytest.raises(IllegalAction):  # the cat would be where it was, with the mouse where it was
        action_named(wrapped, state, "a1")

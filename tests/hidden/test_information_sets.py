"""Tree search over information sets: what it plays, what it refuses, and that it sees no more than its player."""

from __future__ import annotations

from typing import Any

import pytest

from halfmove.core.choice import Limit
from halfmove.core.game import CHANCE
from halfmove.core.knowledge import Viewer
from halfmove.core.naming import legal_actions
from halfmove.core.random import random
from halfmove.core.wrapper import plain_throughout as plain
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.running.run import Stop
from halfmove.search.hidden.beliefs import belief_after
from halfmove.search.hidden.particles import drawn_worlds
from halfmove.search.mcts.hidden import InformationTreeSearch, ismcts

pytestmark = pytest.mark.one_lane

HIDDEN = ["kuhn-poker", "leduc-poker", "liars-dice:sides=2", "goofspiel:cards=3", "matching-pennies"]
HIDDEN += ["phantom", "phantom:hex:size=3", "phantom:hex:size=2,abrupt=yes", "phantom:go:size=2,limit=8"]
HIDDEN += ["kriegspiel:size=4,begin=4/4/4/KQ2", "kriegspiel", "fog:chess"]


def begun(game: Any, plies: int, seed: int = 1) -> Viewer:
    """Play on at random to a turn of a player, at least so many plies."""
    viewer, numbers = Viewer(game, game.initial), random(seed)
    for ply in range(100):
        state = viewer.states[-1]
        if game.is_terminal(state) or ply >= plies and game.to_move(state) != CHANCE:
            break
        action = game.sample(state, numbers)
        viewer.follow(action, game.result(state, action))
    return viewer


@pytest.mark.parametrize("observers", ["many", "one"])
@pytest.mark.parametrize("name", HIDDEN)
def test_every_hidden_game_is_played(name: str, observers: str) -> None:
    game = plain(game_named(name))
    viewer = begun(game, 3)
    state = viewer.states[-1]
    if game.is_terminal(state):
        viewer = begun(game, 1)
        state = viewer.states[-1]
    view = viewer.view(game.to_move(state))
    options = {"observers": observers, "simulations": 20, "playout_plies": 30}
    choice = ismcts(game, view, seed=1, **options)
    assert choice.action in legal_actions(game, state)
    assert choice == ismcts(game, view, seed=1, **options)  # the same seed, the same tree


@pytest.mark.parametrize("name", ["kuhn-poker", "phantom", "kriegspiel:size=4,begin=4/4/4/KQ2"])
def test_what_is_hidden_does_not_change_the_choice(name: str) -> None:
    """From all worlds in which a player knows the same, he is given the same view and so does the same."""
    game = plain(game_named(name))
    viewer = begun(game, 2)
    player = game.to_move(viewer.states[-1])
    view = viewer.view(player)
    for state, _ in belief_after(game, player, viewer.events[player]).worlds():
        assert game.observation(state, player) == view.seen
    asked: list[Any] = []
    guess = type(game).guess

    def noting(self: Any, state: Any, *more: Any) -> Any:
        asked.append(state)
        return guess(self, state, *more)

    type(game).guess, kept = noting, guess  # type: ignore[method-assign, assignment]
    try:
        ismcts(game, view, simulations=30)
    finally:
        type(game).guess = kept  # type: ignore[method-assign]
    assert all(each == view.seen for each in asked)


def test_the_king_of_kuhn_poker_bets_or_waits_and_the_jack_never_calls() -> None:
    game = plain(game_named("kuhn-poker"))
    for seed in range(20):
        viewer = begun(game, 3, seed)  # two cards, and the first player has acted
        state = viewer.states[-1]
        if game.is_terminal(state):
            continue
        view = viewer.view(game.to_move(state))
        names = {game.name(action, view.seen): action for action in legal_actions(game, view.seen)}
        if game.show(view.seen).startswith("?/J") and "bet" in str(viewer.events):
            assert ismcts(game, view, simulations=400).action == names["pass"]


def test_a_mate_is_found() -> None:
    game = plain(game_named("kriegspiel:size=4,begin=3k/4/1K2/Q3"))
    choice = InformationTreeSearch(game, simulations=1500, playout_plies=1, exploration=0.5).choose()
    assert choice.value > 0.5


def test_worlds_of_a_long_game_fit_what_was_noticed() -> None:
    game = plain(game_named("kriegspiel"))
    viewer = begun(game, 14)
    player = game.to_move(viewer.states[-1])
    worlds = drawn_worlds(game, player, viewer.events[player], 1)
    seen = game.observation(viewer.states[-1], player)
    numbers = random(3)
    for _ in range(10):
        world = worlds.draw(seen, player, numbers)
        assert game.to_move(world) == player
        assert game.observation(world, player) == seen


def test_what_is_refused() -> None:
    game = plain(game_named("phantom"))
    for options, why in (
        ({"observers": "all"}, "one of many, one"),
        ({"threads": 2}, "one thread"),
        ({"policy": "puct"}, "ucb1 or tuned"),
    ):
        with pytest.raises(HalfmoveError, match=why):
            ismcts(game, **options)  # type: ignore[arg-type]
    assert ismcts(game, limit=Limit(nodes=50)).action is not None


@pytest.mark.usefixtures("native")
def test_the_lanes_agree() -> None:
    game = game_named("kuhn-poker")
    view = begun(plain(game), 2).view(0)
    for observers in ("many", "one"):
        one = ismcts(plain(game), view, simulations=300, observers=observers)
        assert one == ismcts(game, view, simulations=300, observers=observers)


@pytest.mark.deep
def test_random_players_are_beaten(covered: Any) -> None:
    from halfmove.core.naming import legal_actions as listed

    game = game_named("phantom")
    rules, search, numbers, won = plain(game), InformationTreeSearch(game, simulations=1000), random(1), 0
    for number in range(200):
        viewer = Viewer(game, game.initial)
        while not rules.is_terminal(viewer.states[-1]):
            state = viewer.states[-1]
            if rules.to_move(state) == 0:
                action = search.choose(viewer.view(0), seed=number).action
            else:
                actions = listed(rules, state)
                action = actions[numbers.below(len(actions))]
            viewer.follow(action, rules.result(state, action))
        won += rules.utility(viewer.states[-1], 0) > 0
    assert won >= 0.88 * 200  # 93 % on average
    covered("ismcts against random, phantom tic-tac-toe", games=200)


def test_worlds_are_drawn_where_the_others_act_without_notice() -> None:
    game = plain(game_named("battleship"))
    viewer = begun(game, 17)
    player = game.to_move(viewer.states[-1])
    worlds = drawn_worlds(game, player, viewer.view(player).events or (), 1, seconds=60.0)
    seen, numbers = game.observation(viewer.states[-1], player), random(3)
    fleets = set()
    for _ in range(20):
        world = worlds.draw(seen, player, numbers)
        assert game.observation(world, player) == seen
        fleets.add(world)
    assert len(fleets) > 1


def test_a_stop_is_heard_while_worlds_are_drawn() -> None:
    game = plain(game_named("battleship"))
    viewer = begun(game, 17)
    player = game.to_move(viewer.states[-1])
    stop = Stop()
    stop.now()
    with stop:
        choice = ismcts(game, viewer.view(player), limit=Limit(seconds=600))
    assert choice.stopped
    assert choice.action in legal_actions(game, viewer.view(player).seen)


def test_who_is_not_to_move_is_told_so() -> None:
    """Where chance is to move no simulation would come to anything, so that a search would never end."""
    game = plain(game_named("kuhn-poker"))
    view = Viewer(game, game.initial).view(0)
    with pytest.raises(HalfmoveError, match="it is not the turn of MAX"):
        ismcts(game, view, simulations=5)


def test_a_line_is_written_from_what_a_player_sees() -> None:
    """He does not see the other king, so that he cannot tell what follows his last action."""
    game = plain(game_named("kriegspiel"))
    choice = ismcts(game, simulations=3, playout_plies=2)
    assert choice.names() == [choice.name]

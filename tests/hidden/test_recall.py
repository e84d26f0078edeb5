"""What a player remembers of battleship: fleets that fit all that he heard, drawn evenly, and nothing else of them."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest

from halfmove.check.knowledge_laws import guesses_fit
from halfmove.compiled import kernel
from halfmove.core.knowledge import Viewer
from halfmove.core.naming import legal_actions
from halfmove.core.random import random
from halfmove.core.recall import recalled, recalls
from halfmove.core.wrapper import plain_throughout as plain
from halfmove.games import game_named
from halfmove.games.battleship import recall
from halfmove.search.hidden.beliefs import belief_after
from halfmove.search.mcts.hidden import InformationTreeSearch, ismcts

SEAS = [
    "battleship:width=3,height=3,ships=1-2,shots=6",
    "battleship:width=4,height=2,ships=2-2,shots=8",
    "battleship:width=3,height=3,ships=2-3,shots=7,repeats=no",
    "battleship:width=2,height=3,ships=1-1-2,shots=8",
]
DRAWS = 40  # for each fleet that is possible
UNLIKELY = 5.0  # standard deviations


def turns(game: Any, seed: int) -> list[Any]:
    """Return all views of a random game, each with the true state."""
    viewer, numbers, found = Viewer(game, game.initial), random(seed), []
    while not game.is_terminal(viewer.states[-1]):
        state = viewer.states[-1]
        found.append((viewer.view(game.to_move(state)), state))
        action = game.sample(state, numbers)
        viewer.follow(action, game.result(state, action))
    return found


def is_even(game: Any, view: Any) -> int:
    """Compare draws with all fleets that fit; return how many there are."""
    worlds = dict(belief_after(game, view.player, view.events).worlds())
    remembered: Any = recalled(game, view)
    numbers = random(1)
    count = DRAWS * len(worlds)
    drawn = Counter(remembered.draw(view.seen, view.player, numbers) for _ in range(count))
    assert drawn.keys() <= worlds.keys()
    square = sum((drawn[state] - DRAWS) ** 2 / DRAWS for state in worlds)
    freedom = len(worlds) - 1
    assert square <= freedom + UNLIKELY * math.sqrt(2 * freedom) + UNLIKELY
    return len(worlds)


@pytest.mark.one_lane
@pytest.mark.parametrize("name", SEAS)
def test_fleets_are_those_of_the_belief_and_as_likely(name: str) -> None:
    game = plain(game_named(name))
    assert recalls(game)
    for seed in range(3):
        views = turns(game, seed)
        for view, _ in views[-5:]:
            assert is_even(game, view) >= 1


@pytest.mark.one_lane
def test_what_is_hidden_makes_no_difference_to_what_is_drawn() -> None:
    """From all states in which a player knows the same, the same numbers draw the same fleets."""
    game = plain(game_named(SEAS[0]))
    view, state = turns(game, 1)[9]
    others = [world for world, _ in belief_after(game, view.player, view.events).worlds() if world != state]
    assert others
    drawn = [recalled(game, view)]
    for other in others:  # the view is made anew from what is true there
        drawn.append(recalled(game, view._replace(seen=game.observation(other, view.player))))
    first, *rest = [[each.draw(view.seen, view.player, random(seed)) for seed in range(5)] for each in drawn]
    assert all(each == first for each in rest)


@pytest.mark.one_lane
def test_the_order_of_shots_tells_which_ship_sank() -> None:
    """The middle one of three hits in a row sank a ship: it lies on that side where the other hit came before."""
    game = plain(game_named("battleship:width=3,height=3,ships=2-2,shots=9"))
    found = []
    for ships, shots in ((("a3h", "c3v"), ("a3", "b3", "c3")), (("b3h", "a3v"), ("c3", "b3", "a3"))):
        viewer = Viewer(game, game.initial)
        others = [name for shot in shots for name in ("a1", shot)]
        for name in (ships[0], "a1h", ships[1], "a2h", *others, "a1"):
            state = viewer.states[-1]
            named = {game.name(action, state): action for action in legal_actions(game, state)}
            viewer.follow(named[name], game.result(state, named[name]))
        view = viewer.view(1)
        remembered: Any = recalled(game, view)
        fleets = {remembered.draw(view.seen, 1, random(seed)).ships_first for seed in range(50)}
        assert fleets == {viewer.states[-1].ships_first}
        found.append((view.seen, fleets))
    assert found[0][0] == found[1][0]  # what is seen is the same
    assert found[0][1] != found[1][1]


@pytest.mark.one_lane
@pytest.mark.parametrize("most", [1, 30])
def test_ways_that_are_drawn_are_among_those_that_fit(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are too many ways to cover the hits, some are drawn."""
    monkeypatch.setattr(recall, "MOST_COVERS", most)
    game = plain(game_named(SEAS[3]))
    for view, _ in turns(game, 4)[8:]:
        worlds = dict(belief_after(game, view.player, view.events).worlds())
        remembered: Any = recalled(game, view, seed=3)
        assert {remembered.draw(view.seen, view.player, random(seed)) for seed in range(50)} <= worlds.keys()


@pytest.mark.one_lane
def test_fleets_that_always_cross_are_laid_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recall, "TRIES", 0)
    game = plain(game_named("battleship:width=3,height=2,ships=2-2-2,shots=6"))
    for view, _ in turns(game, 2):
        worlds = dict(belief_after(game, view.player, view.events).worlds())
        remembered: Any = recalled(game, view)
        assert {remembered.draw(view.seen, view.player, random(seed)) for seed in range(20)} <= worlds.keys()


@pytest.mark.one_lane
def test_a_view_without_events_remembers_nothing() -> None:
    game = plain(game_named(SEAS[0]))
    view, _ = turns(game, 1)[8]
    assert recalled(game, view._replace(events=None)) is None
    assert recalled(plain(game_named("kuhn-poker")), view) is None


@kernel
def drawn_world(remembered: Any, seen: Any, player: int, rng: Any) -> Any:
    return remembered.draw(seen, player, rng)


@pytest.mark.both_lanes
def test_both_lanes_draw_the_same(native: Any) -> None:
    game = game_named("battleship")
    for view, _ in turns(plain(game), 1)[14::30]:
        ours, theirs = recalled(game, view), recalled(plain(game), view)
        for seed in range(5):
            world = drawn_world(ours, view.seen, view.player, random(seed))
            assert world == drawn_world(plain(theirs), view.seen, view.player, random(seed))
            assert plain(game).observation(world, view.player) == view.seen


@pytest.mark.one_lane
def test_a_search_late_in_a_game_has_worlds() -> None:
    game = plain(game_named("battleship"))
    view, state = turns(game, 3)[-1]
    choice = ismcts(game, view, simulations=20, playout_plies=10)
    assert choice.visits > 0
    assert choice.action in legal_actions(game, state)


@pytest.mark.one_lane
def test_check_finds_fleets_that_do_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    game = plain(game_named(SEAS[0]))
    assert not list(guesses_fit(game, None))  # type: ignore[arg-type]
    all_fit = recall.kinds_of

    def forgetful(game: Any, view: Any) -> Any:
        return all_fit(game, view._replace(events=view.events[: len(game.ships)]))

    monkeypatch.setattr(recall, "kinds_of", forgetful)
    assert any("where he knows that he is not" in each for each in guesses_fit(game, None))  # type: ignore[arg-type]


@pytest.mark.deep
def test_random_play_is_beaten_at_sea(covered: Any) -> None:
    game = game_named("battleship:repeats=no")
    rules, search, won = plain(game), InformationTreeSearch(game, simulations=300), 0
    for number in range(20):
        viewer, numbers = Viewer(game, game.initial), random(number)
        while not rules.is_terminal(viewer.states[-1]):
            state = viewer.states[-1]
            if rules.to_move(state) == number % 2:
                choice = search.choose(viewer.view(number % 2), seed=number)
                assert choice.visits  # worlds are found to the end
                action = choice.action
            else:
                action = rules.sample(state, numbers)
            viewer.follow(action, rules.result(state, action))
        won += rules.utility(viewer.states[-1], number % 2) > 0
    assert won >= 15
    covered("ismcts against random, battleship", games=20)

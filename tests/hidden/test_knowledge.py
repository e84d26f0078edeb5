"""What players know: keys, beliefs and guesses against a list of all histories, in both lanes."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

import pytest

from halfmove.check.lanes import disagreements
from halfmove.compiled import kernel, plain
from halfmove.core.game import CHANCE, NOTHING, Game
from halfmove.core.history import with_history
from halfmove.core.knowledge import UNNOTICED, UNSEEN, Event, StateWithKeys, Viewer, WithKeys, view_of
from halfmove.core.random import random
from halfmove.core.secrets import has_secrets
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.games import game_named
from halfmove.search.hidden.beliefs import Belief, TooManyStates, belief_after
from halfmove.search.hidden.worlds import guesses, listed_worlds, worlds_for

SMALL = [
    "kuhn-poker",
    "leduc-poker:see_suits=false",
    "liars-dice:sides=2",
    "liars-dice:dice=2,sides=2",
    "goofspiel:cards=3",
    "goofspiel:cards=3,order=random,hidden=false",
    "battleship:width=2,height=2,ships=1,shots=2",
    "matching-pennies",
    "figure:name=roads-with-a-look",
    "figure:name=non-locality",
    "figure:name=hide",
    "chance(max(a=min@x(1 0) b=min@x(0 1)) max(a=min@x(0 1) b=2))",
]


def game_of(text: str) -> Game:
    from halfmove.play.loading import our_game

    return plain(our_game(text))


class Told(NamedTuple):
    """What a player did and noticed, and the states in which that is all he knows, with the chance of each."""

    events: tuple[Event, ...]
    worlds: dict[Any, float]


def tell_all(game: Any) -> dict[tuple[int, int], Told]:
    """Return for each player and key what a list of all histories says; two ways by choices count as one."""
    told: dict[tuple[int, int], Told] = {}
    rules = plain(WithKeys(game))

    ways: dict[Any, float] = defaultdict(float)  # the chance of each way to choose on the way to a state

    def walk(state: Any, events: tuple[tuple[Event, ...], ...], chance: float, chosen: tuple[int, ...]) -> None:
        if rules.is_terminal(state):
            return
        mover = rules.to_move(state)
        if mover != CHANCE:
            known = told.setdefault((mover, rules.information_key(state, mover)), Told(events[mover], {}))
            assert known.events == events[mover]  # a key stands for one sequence of events
            ways[mover, known.events, state.state, chosen] += chance
            way = ways[mover, known.events, state.state, chosen]
            known.worlds[state.state] = max(known.worlds.get(state.state, 0.0), way)
        steps = rules.chances(state) if mover == CHANCE else [(action, 1.0) for action in rules.actions(state)]
        for action, likely in steps:
            child = rules.result(state, action)
            heard = []
            for player in range(2):
                percept = rules.percept(state, action, child, player)
                event = Event(action if mover == player else UNSEEN, percept)
                heard.append(events[player] if event == UNNOTICED else (*events[player], event))
            walk(child, tuple(heard), chance * likely, chosen if mover == CHANCE else (*chosen, action))

    walk(rules.initial, ((), ()), 1.0, ())
    return told


@pytest.mark.one_lane
@pytest.mark.parametrize("text", SMALL)
def test_a_belief_is_what_all_histories_say(text: str) -> None:
    game = game_of(text)
    told = tell_all(game)
    assert told
    by_events: dict[Any, set[int]] = defaultdict(set)
    for (player, key), known in told.items():
        by_events[player, known.events].add(key)
        worlds = dict(belief_after(game, player, known.events).worlds())
        total = sum(known.worlds.values())
        assert worlds.keys() == known.worlds.keys()
        assert worlds == pytest.approx({state: weight / total for state, weight in known.worlds.items()})
    assert all(len(keys) == 1 for keys in by_events.values())  # and a sequence of events has one key


@pytest.mark.one_lane
@pytest.mark.parametrize("text", SMALL)
def test_a_viewer_keeps_the_keys_of_the_wrapper(text: str) -> None:
    game, numbers = game_of(text), random(1)
    keyed = plain(WithKeys(game))
    viewer, state = Viewer(game, game.initial), keyed.initial
    while not keyed.is_terminal(state):
        action = keyed.sample(state, numbers)
        state = keyed.result(state, action)
        viewer.follow(action, state.state)
        for player in range(2):
            view = viewer.view(player)
            assert view.key == keyed.information_key(state, player)
            assert UNNOTICED not in view.events
            assert view.seen == game.observation(state.state, player)
    viewer.undo(1)
    assert view_of(game, viewer.view(0)) == viewer.view(0)


@kernel
def walk(game: Any, state: Any, rng: Any, plies: int) -> tuple[Any, ...]:
    for _ in range(plies):
        if not game.is_terminal(state):
            state = game.result(state, game.sample(state, rng))
    seen, drawn = game.observation(state, 1), game.guess(state, 1, rng)
    return state.keys, seen.keys, drawn.keys, drawn.state, game.state_hash(state)


@pytest.mark.both_lanes
@pytest.mark.usefixtures("native")
def test_both_lanes_keep_the_same_keys() -> None:
    game = game_named("leduc-poker")
    keyed = WithKeys(game)
    for seed in range(30):
        ours, plainly = (walk(each, keyed.initial, random(seed), 7) for each in (keyed, plain(WithKeys(plain(game)))))
        assert ours == plainly


@pytest.mark.both_lanes
@pytest.mark.usefixtures("native")
@pytest.mark.parametrize(
    "text", ["liars-dice", *(pytest.param(text, marks=pytest.mark.deep) for text in (*SMALL[:8], "battleship"))]
)
def test_both_lanes_answer_alike(text: str) -> None:
    """What `halfmove check` asks: rules, observations, percepts and guesses."""
    assert list(disagreements(game_named(text), games=5)) == []


@pytest.mark.both_lanes
@pytest.mark.usefixtures("native")
def test_both_lanes_have_the_same_beliefs_and_draw_the_same_worlds() -> None:
    game = game_named("liars-dice:dice=2,sides=2")
    events = (Event(UNSEEN, 1 | 1 << 4), Event(1, 1))
    ours, plainly = belief_after(game, 0, events), belief_after(plain(game), 0, events)
    assert len(ours) == len(plainly) > 1
    assert list(ours) == list(plainly)
    assert list(ours.weights[: len(ours)]) == pytest.approx(list(plainly.weights[: len(ours)]))
    source = listed_worlds(game, [(state, 1 / len(ours)) for state in ours])
    other = listed_worlds(plain(game), [(state, 1 / len(ours)) for state in ours])
    for seed in range(5):
        assert draw(source, game.initial, random(seed)) == draw(other, game.initial, random(seed))


@kernel
def draw(worlds: Any, seen: Any, rng: Any) -> Any:
    return worlds.draw(seen, 0, rng)


@pytest.mark.one_lane
def test_what_is_drawn_from_a_list_comes_as_often_as_it_should() -> None:
    game = game_of("kuhn-poker")
    source = listed_worlds(game, [("a", 0.5), ("b", 0.2), ("c", 0.3)])
    numbers = random(1)
    draws = [source.draw(None, 0, numbers) for _ in range(10_000)]
    assert [draws.count(each) / 10_000 for each in "abc"] == pytest.approx([0.5, 0.2, 0.3], abs=0.02)
    with pytest.raises(HalfmoveError, match="no state fits"):
        listed_worlds(game, [])


@pytest.mark.one_lane
def test_who_guesses_needs_no_list() -> None:
    assert guesses(game_of("kuhn-poker"))
    assert guesses(game_of("tic-tac-toe"))
    assert not guesses(game_of("goofspiel"))
    belief = Belief.of(game_of("battleship"), 0, most=1000).after(0, NOTHING)
    with pytest.raises(TooManyStates, match="more than 1,448 states fit what MAX knows"):
        belief.after(20, NOTHING)
    source = worlds_for(game_of("kuhn-poker"), 0, ())
    assert source.draw(game_of("kuhn-poker").read("J/?"), 0, random(1)).second in (2, 3)


@pytest.mark.one_lane
def test_players_who_are_too_many_have_no_keys() -> None:
    class Crowd(Game):
        players = 5

    with pytest.raises(WrongGame, match="5 players: 4 can have keys"):
        WithKeys(Crowd())


@pytest.mark.one_lane
def test_the_wrapper_hides_what_the_game_hides() -> None:
    game = game_of("kuhn-poker")
    keyed = plain(WithKeys(game))
    assert has_secrets(keyed)
    assert has_secrets(WithKeys(game_of("goofspiel")))
    state = keyed.result(keyed.result(keyed.initial, 1), 2)
    seen = keyed.observation(state, 0)
    assert isinstance(seen, StateWithKeys)
    assert seen.keys.first == state.keys.first
    assert seen.keys.second == 0
    assert keyed.name(0, state) == "pass"
    assert keyed.advice.evaluate(state, 0) == game.evaluate(state.state, 0)
    with pytest.raises(HalfmoveError, match="no player is to move"):
        view_of(game, None)


@pytest.mark.one_lane
def test_percepts_pass_through_a_history() -> None:
    game = game_of("kuhn-poker")
    wrapped = type("Again", (type(game),), {"repetition": "draw"})()
    kept, state = with_history(wrapped, wrapped.initial)
    kept = plain(kept)
    child = kept.result(state, 1)
    assert kept.percept(state, 1, child, 0) == 1
    assert kept.percept(state, 1, child, 1) == NOTHING
    assert kept.guess(child, 0, random(1)).state == child.state
    assert kept.side(1) == 1

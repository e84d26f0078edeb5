"""Games in which pieces are hidden: nothing that a player sees, hears or may try depends on what is hidden from him."""

from __future__ import annotations

import random
from typing import Any

import pytest

from halfmove.core.commentary import find_commentary
from halfmove.core.game import CHANCE, NOTHING
from halfmove.core.knowledge import Viewer
from halfmove.core.naming import legal_actions
from halfmove.core.random import random as numbers_from
from halfmove.core.rules import action_named
from halfmove.core.wrapper import plain_throughout as plain
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.search.hidden.beliefs import belief_after

pytestmark = pytest.mark.one_lane

SMALL = [
    "phantom",
    "phantom:tic-tac-toe,abrupt=yes",
    "phantom:hex:size=2",
    "phantom:hex:size=2,abrupt=yes",
    "phantom:go:size=2,limit=8",
    "kriegspiel:size=4,begin=4/4/4/KQ2",
    "kriegspiel:rules=rand,size=4,begin=3k/4/4/KR2",
    "kriegspiel:rules=berkeley,size=4,begin=3k/4/4/KR2",
]


def play(game: Any, plies: int, seed: int) -> Viewer:
    """Play a random game, or the beginning of one."""
    numbers, viewer = random.Random(seed), Viewer(game, game.initial)
    for _ in range(plies):
        state = viewer.states[-1]
        if game.is_terminal(state):
            break
        action = numbers.choice(legal_actions(game, state))
        viewer.follow(action, game.result(state, action))
    return viewer


@pytest.mark.parametrize("name", SMALL)
def test_what_is_hidden_does_not_show(name: str) -> None:
    """All states that fit what a player noticed look the same to him, and allow the same actions."""
    game, worlds = plain(game_named(name)), 0
    for seed in range(12):
        viewer = play(game, seed % 6, seed)
        for player in (0, 1):
            events = viewer.events[player]
            belief = belief_after(game, player, events)
            true = viewer.states[-1]
            assert true in list(belief)
            for state, _ in belief.worlds():
                worlds += 1
                if game.to_move(true) == player and not game.is_terminal(true):
                    assert game.observation(state, player) == game.observation(true, player)
                    assert legal_actions(game, state) == legal_actions(game, true)
                    assert game.show(game.observation(state, player)) == game.show(game.observation(true, player))
    assert worlds > 20


@pytest.mark.parametrize("name", ["phantom", "phantom:hex:size=2", "phantom:mnk:width=2,height=3,in_a_row=2"])
def test_guesses_are_the_belief(name: str) -> None:
    """A guess is any state of the belief, each as often as another, and only what the player sees is asked for it."""
    game, numbers = plain(game_named(name)), numbers_from(1)
    for seed in range(6):
        viewer = play(game, 1 + seed, seed)
        true = viewer.states[-1]
        player = game.to_move(true)
        if game.is_terminal(true):
            continue
        belief = {state for state, _ in belief_after(game, player, viewer.events[player]).worlds()}
        seen, draws = game.observation(true, player), 40 * len(belief)
        counts = dict.fromkeys(belief, 0)
        for _ in range(draws):
            counts[game.guess(seen, player, numbers)] += 1
        expected = draws / len(belief)
        chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
        assert chi_square < len(belief) + 6 * (2 * len(belief)) ** 0.5  # six standard deviations


def test_a_refused_try_is_not_heard() -> None:
    game = plain(game_named("phantom"))
    state = game.result(game.initial, 4)
    child = game.result(state, 4)
    assert child.state == state.state
    assert game.percept(state, 4, child, 0) == NOTHING
    assert find_commentary(game).announce(game.percept(state, 4, child, 1), game.observation(child, 1)) == "refused"
    assert 4 not in legal_actions(game, child)


def test_who_is_refused_in_go_hears_whether_a_stone_is_there() -> None:
    """What he may try again is a point that ko or suicide forbids, but no stone: so he is told which it is."""
    game, said = plain(game_named("phantom:go:size=3")), []
    for second in ("C2", "C1"):  # which takes the last liberty of the corner C1, or the corner itself
        state = game.initial
        for name in ("B1", "A1", second):
            state = game.result(state, action_named(game, state, name))
        corner = action_named(game, state, "C1")
        child = game.result(state, corner)
        assert child.state == state.state
        said.append(find_commentary(game).announce(game.percept(state, corner, child, 1), child))
        assert game.percept(state, corner, child, 0) == NOTHING
        assert (corner in legal_actions(game, child)) == (second == "C2")
    assert said == ["refused, though no stone is there", "refused"]


def test_a_lost_turn_sounds_like_a_stone() -> None:
    game = plain(game_named("phantom:tic-tac-toe,abrupt=yes"))
    state = game.result(game.initial, 4)
    bumped, placed = game.result(state, 4), game.result(state, 0)
    assert game.to_move(bumped) == game.to_move(placed) == 0
    assert game.percept(state, 4, bumped, 0) == game.percept(state, 0, placed, 0) != NOTHING


def test_kriegspiel_in_words() -> None:
    game = plain(game_named("kriegspiel:rules=icc"))
    state = game.initial
    for written in ("e2e4", "d7d5", "e4d5"):
        state = game.result(state, action_named(game, state, written))
    assert "a pawn was taken on d5" in game.show(state)
    assert "P" not in game.show(game.observation(state, 1))
    assert find_commentary(game).announce(0, game.observation(state, 1)) == "refused"
    assert action_named(game, state, "d8d5") in legal_actions(game, state)
    refused = game.result(state, action_named(game, state, "d8d1"))
    assert refused == state
    check = game.result(state, action_named(game, state, "e8d7"))
    for written in ("d1g4",):
        check = game.result(check, action_named(game, check, written))
    assert "check on the long diagonal" in game.show(check)


def test_an_ending_begins_with_a_king_anywhere() -> None:
    game = plain(game_named("kriegspiel:size=4,begin=4/4/4/KQ2"))
    assert game.has_chance
    assert game.to_move(game.initial) == CHANCE
    squares = [game.name(square, game.initial) for square in legal_actions(game, game.initial)]
    assert sorted(squares) == ["ka3", "ka4", "kc3", "kc4", "kd2", "kd4"]
    assert (
        len({game.observation(game.result(game.initial, each), 0) for each in legal_actions(game, game.initial)}) == 1
    )


def test_fog_of_war() -> None:
    game = plain(game_named("fog:chess"))
    state = game.initial
    for written in ("e2e4", "d7d5", "f1b5"):
        state = game.result(state, action_named(game, state, written))
    assert game.show(game.observation(state, 1)).splitlines()[3] == "5 . ? . p . . . ."
    taken = state
    for written in ("a7a6", "b5e8"):
        taken = game.result(taken, action_named(game, taken, written))
    assert game.is_terminal(taken)
    assert game.utility(taken, 0) == 1.0
    assert find_commentary(game).how_ended(taken) == "the king was taken"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("phantom:chess", "cannot be played blind"),
        ("phantom:hex:swap=yes", "would see it"),
        ("phantom:go:superko=yes", "without superko"),
        ("phantom:go,abrupt=yes", "without abrupt"),
        ("fog:othello", "not played in a fog"),
        ("kriegspiel:rules=iccc", "did you mean"),
        ("kriegspiel:size=5", "no first position"),
        ("kriegspiel:size=9", "from 3 to 8"),
        ("kriegspiel:size=4,begin=4/4/4/KP2", "without them"),
        ("kriegspiel:size=4,begin=4/4/KP2", "3 ranks"),
    ],
)
def test_what_cannot_be_made(name: str, why: str) -> None:
    with pytest.raises(HalfmoveError, match=why):
        game_named(name)

"""Who has lost holds out as long as he can, and who has won wins as soon as he can."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.core.rules import legal_actions
from halfmove.games import game_named
from halfmove.search.engine import HEURISTIC, Engine

SMALL = 1  # megabytes
CASES = 20  # won and lost states of each game

# Four in a row on 6 x 6: lost, but nobody proves it soon, for not all squares are looked at. In how many plies the game
# is over at the latest, and by which squares.
FOUR = "mnk:width=6,height=6,in_a_row=4"
LOST = {
    "X...../OO..../X.XO../X.OX../....O./......": (10, "a2"),
    "O...../.X.O../..X.../...X../...XO./......": (8, "e4"),
    "...X../.O..../..XO../..OX../....../......": (10, "e2"),
    "....../.X.O../...X../...X../....O./......": (8, "e4"),
    "....../.X..../....../...X../..X.O./.O....": (8, "c1"),
    "....../.O..../..XO../...X../.X..../......": (8, "b6 a5 c5 d5 e5 b3 c3 e3"),
    "....../.....X/...X../...X../....O./....O.": (8, "d2"),
}
NODES = 10_000
SOONEST = [*LOST][:1] + [*LOST][4:5]  # to be searched in plain Python


def endings(game: Any) -> Any:
    """Return a function that tells the value of a state to who is to move, and in how many plies the game is over."""
    known: dict[Any, tuple[float, int]] = {}

    def ending(state: Any) -> tuple[float, int]:
        if state not in known:
            if game.is_terminal(state):
                known[state] = float(game.utility(state, game.to_move(state))), 0
            else:
                known[state] = max((after(state, action) for action in game.actions(state)), key=preferred)
        return known[state]

    def after(state: Any, action: int) -> tuple[float, int]:
        value, plies = ending(game.result(state, action))
        return -value, plies + 1

    return ending, after


def preferred(ending: tuple[float, int]) -> tuple[float, int]:
    value, plies = ending
    return value, -plies if value > 0 else plies


@pytest.mark.one_lane
@pytest.mark.parametrize(
    ("name", "stones"),
    [
        ("mnk:width=3,height=3,in_a_row=3", (1, 5)),
        ("mnk:width=4,height=4,in_a_row=3", (7, 9)),
        ("mnk:width=5,height=4,in_a_row=4", (13, 15)),
    ],
)
def test_on_small_boards(name, stones):
    game, rng = plain(game_named(name)), Random(name)
    ending, after = endings(game)
    seen = {-1.0: 0, 1.0: 0}
    while min(seen.values()) < CASES:
        state = game.initial
        for _ in range(rng.randint(*stones)):
            state = game.result(state, rng.choice(legal_actions(game, state)))
            if game.is_terminal(state):
                break
        if game.is_terminal(state) or ending(state)[0] == 0.0:
            continue
        choice = Engine(game, megabytes=SMALL).choose(state)
        assert choice.exact
        assert (choice.value, len(choice.line)) == ending(state) == after(state, choice.action), game.show(state)
        seen[choice.value] += 1


@pytest.mark.one_lane
@pytest.mark.parametrize("written", SOONEST)
def test_where_a_loss_is_seen_and_not_proven(written):
    check_loss(plain(game_named(FOUR)), written)


@pytest.mark.deep
@pytest.mark.parametrize("written", LOST)
def test_where_a_loss_is_seen_and_not_proven_in_machine_code(written, native):
    check_loss(game_named(FOUR), written)


def check_loss(game, written):
    state = game.read(written)
    choice = Engine(game, megabytes=SMALL).choose(state, Limit(nodes=NODES))
    assert game.name(choice.action, state) in LOST[written][1].split()
    assert not choice.exact


@pytest.mark.deep
@pytest.mark.parametrize("written", LOST)
def test_what_is_said_above(written):
    """By a search below every action that leaves nothing out."""
    game = game_named(FOUR)
    rules, state = plain(game), game.read(written)
    engine = Engine(game, off=HEURISTIC)
    plies = {}
    for action in legal_actions(rules, state):
        for depth in range(1, 12, 2):
            choice = engine.choose(rules.result(state, action), Limit(depth=depth))
            if choice.exact and choice.value > 0:
                plies[rules.name(action, state)] = depth + 1
                break
    longest = max(plies.values())
    assert len(plies) == len(legal_actions(rules, state))
    best = {name for name in plies if plies[name] == longest}
    assert (longest, best) == (LOST[written][0], set(LOST[written][1].split()))

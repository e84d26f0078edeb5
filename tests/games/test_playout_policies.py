"""How simulated games are played: eyes of Go are not filled, bridges of Hex are saved, lines of Gomoku completed."""

from __future__ import annotations

import pytest

from halfmove.compiled import plain
from halfmove.core.random import random
from halfmove.core.rules import action_named, legal_actions, state_after
from halfmove.games import game_named
from halfmove.running.table import NO_ACTION

pytestmark = pytest.mark.one_lane

GAMES = ("go:size=5", "go:size=9", "go:size=5,superko=yes", "hex:size=5", "hex:size=11,swap=yes", "gomoku", "pente")


def chosen(game, state, draws=60, last=NO_ACTION):
    """Return the names of what a simulated game may do in a state after the action `last`."""
    rng = random(1)
    return {game.name(game.advice.playout_action(state, last, rng), state) for _ in range(draws)}


def chosen_after(game, played, draws=60):
    """Return the names of what a simulated game may do after these actions."""
    *before, last = played
    state = state_after(game, game.initial, before)
    last = action_named(game, state, last)
    return chosen(game, game.result(state, last), draws, last)


@pytest.mark.parametrize("name", GAMES)
def test_simulated_games_are_legal_and_end(name):
    game, rng = plain(game_named(name)), random(2)
    state, last, plies = game.initial, NO_ACTION, 0
    while not game.is_terminal(state):
        last = game.advice.playout_action(state, last, rng)
        assert last in legal_actions(game, state)
        state, plies = game.result(state, last), plies + 1
    assert plies < 1000


def test_eyes_of_go_are_not_filled():
    game = plain(game_named("go:size=5"))
    board = ". X . X .\nX X X X X\nX X X X X\nX X X X X\n{} X X X {}\nBlack to move"
    assert chosen(game, game.read(board.format("X", "X"))) == {"pass"}
    assert chosen(game, game.read(board.format("X", "."))) == {"pass"}


def test_a_false_eye_of_go_may_be_filled():
    game = plain(game_named("go:size=5"))
    state = game.read(". X O . .\nX O O . .\nX . . . .\n. . . . .\n. . . . .\nBlack to move")
    assert "A5" in chosen(game, state, 400)
    middle = game.read(". . . . .\n. O X . .\n. X . X .\n. . X . .\n. . . . .\nBlack to move")
    assert "C3" not in chosen(game, middle, 400)  # one stone at a corner is not enough
    two = game.read(". . . . .\n. O X O .\n. X . X .\n. . X . .\n. . . . .\nBlack to move")
    assert "C3" in chosen(game, two, 400)


@pytest.mark.parametrize(
    ("board", "last", "answers"),
    [
        (". . . . .\n. X O . .\n. O . . .\n. . . . .\n. . . . .", "B5", {"A4"}),  # run: two liberties
        ("X X . . .\nO O X . .\n. O X . .\nX X . . .\n. . . . .", "A4", {"A3"}),  # take what would take
        (". . . . .\n. X X X X\nX X O O O\nO O O . .\n. . O O .", "C2", {"E2"}),  # one eye only
        (". . . . .\n. X X . .\n. X O . .\n. . . X .\n. . . . .", "D3", {"C2", "D4", "E2", "E3"}),  # shapes beside it
    ],
)
def test_the_last_stone_of_go_is_answered(board, last, answers):
    game = plain(game_named("go:size=5"))
    point = action_named(game, game.initial, last)
    state = game.read(board + "\nBlack to move")
    state = state._replace(theirs=state.theirs | 1 << point)
    found = chosen(game, state, 200, point)
    assert found == answers, sorted(found)


@pytest.mark.parametrize(
    ("played", "answer"),
    [
        ("c3 a1 d1 c2", "d2"),  # between two stones
        ("c3 a1 d1 d2", "c2"),
        ("c4 a1 a5 c5", "b5"),  # between a stone and a side
        ("a5 c3 b5 d1 e5 d2", None),  # the stone there is O's own bridge
    ],
)
def test_a_stone_in_a_bridge_of_hex_is_answered(played, answer):
    game = plain(game_named("hex:size=5"))
    if answer is None:
        assert len(chosen_after(game, played.split(), 200)) > 10
    else:
        assert chosen_after(game, played.split()) == {answer}


def test_o_saves_bridges_to_his_sides():
    game = plain(game_named("hex:size=5"))
    assert chosen_after(game, ("e1", "b3", "a3")) == {"a4"}


def test_lines_of_gomoku_are_completed_and_prevented():
    game = plain(game_named("gomoku:width=7,height=7"))
    state = state_after(game, game.initial, ("a1", "c4", "b1", "d4", "c1", "e4", "d1", "g7"))
    assert chosen(game, state) == {"e1"}
    state = state_after(game, game.initial, ("a1", "c4", "b1", "d4", "c1", "e4", "g7", "f4"))
    assert chosen(game, state) == {"b4", "g4"}

"""Boards as data: every registered game describes its board, and what it says of it is true."""

from __future__ import annotations

import random

import pytest

from halfmove import game_named, legal_actions, plain, state_after
from halfmove.core.drawing import find_drawing
from halfmove.core.game import CHANCE
from halfmove.core.rules import action_named
from halfmove.explain.board import BACKGAMMON, HEAPS, HEXES, MAZE, PITS, POINTS, SQUARES, TABLE, TILES, TREE
from halfmove.games import GAMES

BOARDS = [name for name in GAMES if find_drawing(game_named(name)).describe() is not None]
KINDS = {SQUARES, HEXES, POINTS, PITS, BACKGAMMON, HEAPS, MAZE, TILES, TABLE, TREE}
PLIES = 24

pytestmark = pytest.mark.one_lane


def some_states(name: str):
    """Yield the states of a random game."""
    game, rng = plain(game_named(name)), random.Random(name)
    state = game.initial
    for _ in range(PLIES):
        yield game, state
        if game.is_terminal(state):
            return
        state = game.result(state, rng.choice(legal_actions(game, state)))


def test_every_kind_of_board_is_there():
    assert {find_drawing(game_named(name)).describe().kind for name in BOARDS} == KINDS
    assert len(BOARDS) >= 30


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_described_as_it_is(name):
    board = find_drawing(plain(game_named(name))).describe()
    for cell in board.cells:
        assert cell.x - cell.w / 2 >= -1e-9
        assert cell.x + cell.w / 2 <= board.width + 1e-9
        assert 0 <= cell.y <= board.height
    assert all(0 <= number < len(board.cells) for line in board.lines for number in line)
    names = [cell.name for cell in board.cells if cell.name and cell.shape != "store"]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", BOARDS)
def test_clicks_tell_actions_apart(name):
    """Whoever touches the same cells means the same action, but for promotions and captures along two ways."""
    for game, state in some_states(name):
        drawing = find_drawing(game)
        board = drawing.describe()
        count = len(board.cells) or len(board.nodes)
        said = []
        for action in legal_actions(game, state):
            clicks = tuple(drawing.clicks(state, action))
            assert all(0 <= cell < count for cell in (*clicks, *drawing.places(state, action)))
            said.append(clicks)
            assert drawing.key(state, action) in ("", "up", "down", "left", "right")
        shared = len(said) - len(set(said)) if any(said) else 0
        if game.to_move(state) != CHANCE and name not in ("chess", "chess960", "checkers", "draughts", "backgammon"):
            assert shared == 0


@pytest.mark.parametrize("name", BOARDS)
def test_what_stands_there_follows_the_rules(name):
    for game, state in some_states(name):
        drawing = find_drawing(game)
        picture, board = drawing.picture(state), drawing.describe()
        assert all(0 <= piece.at < len(board.cells) for piece in picture.pieces)
        assert all(piece.words for piece in picture.pieces)
        if board.palette:  # what an editor writes is the state itself
            again = game.read(drawing.compose({piece.at: piece for piece in picture.pieces}, game.to_move(state)))
            assert drawing.picture(again).pieces == picture.pieces
            if not game.is_terminal(state):
                assert game.to_move(again) == game.to_move(state)


@pytest.mark.parametrize(
    ("name", "after", "action", "cells"),
    [
        ("chess", "", "e4", ["e2", "e4"]),
        ("chess", "e4 d5", "exd5", ["e4", "d5"]),
        ("connect-four", "4 4", "4", ["d3"]),
        ("go", "", "C3", ["C3"]),
        ("go", "", "pass", []),
        ("nine-mens-morris", "a1", "g7", ["g7"]),
        ("checkers", "", "11-15", ["11", "15"]),
        ("hex", "", "b3", ["b3"]),
        ("y", "", "b3", ["b3"]),
        ("kalah", "", "c", ["c"]),
        ("nim", "", "b2", ["b3"]),
        ("backgammon", "31", "8/5,6/5", ["8", "5", "6", "5"]),
        ("cat-and-mouse", "", "b1", ["b1"]),
    ],
)
def test_an_action_is_said_by_its_cells(name, after, action, cells):
    game = plain(game_named(name))
    state = state_after(game, game.initial, after.split())
    drawing = find_drawing(game)
    clicks = drawing.clicks(state, action_named(game, state, action))
    assert [drawing.describe().cells[cell].name for cell in clicks] == cells


def test_a_capture_in_draughts_names_what_is_taken():
    game = plain(game_named("checkers"))
    state = game.read("B:W18:B14")
    drawing = find_drawing(game)
    action = action_named(game, state, "14x23")
    assert [drawing.describe().cells[cell].name for cell in drawing.takes(state, action)] == ["18"]

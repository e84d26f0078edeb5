"""2048 against OpenSpiel, along random games: whose turn, chances, legal slides, the end, the score.

Two things differ, and in both OpenSpiel is wrong:

- It remembers which tiles were made by the last slide, and does not count a slide as legal that would only bring other
  tiles upon these (`DoesActionChangeBoard` looks at marks that only the next slide takes away). `expected` tells which.
- It declares 20,480 as the greatest utility, the score of a tile of 2048 that was made of 2s; with other tiles beside
  it a score can be greater. Our bound holds for all boards.
"""

from __future__ import annotations

from typing import Any

import pytest
from spiel_games import Tally

from halfmove.compiled import plain
from halfmove.core.game import CHANCE
from halfmove.core.random import random
from halfmove.core.rules import utility_vector
from halfmove.games.tiles.rules import DOWN, LEFT, RIGHT, UP, Tiles

pytestmark = pytest.mark.one_lane

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

SIZE = 4
STEPS = {UP: (-1, 0), RIGHT: (0, 1), DOWN: (1, 0), LEFT: (0, -1)}
PAIRS = [(2048, "2048"), (64, "2048(max_tile=64)")]
SAMPLE, GAMES, STATES = 6, 2_000, 100_000
SMALL_GOAL = 64  # with which games are short, and most of them are played

Cell = tuple[int, int]
Board = dict[Cell, int]  # the tiles that there are


def board_of(other: Any) -> Board:
    numbers = [int(word) for word in str(other).split()]
    return {(i // SIZE, i % SIZE): tile for i, tile in enumerate(numbers) if tile}


def ahead(board: Board, cell: Cell, step: Cell) -> tuple[Cell, Cell]:
    """Return the last cell that a tile can slide to, and the one beyond it."""
    beyond = cell
    while True:
        cell, beyond = beyond, (beyond[0] + step[0], beyond[1] + step[1])
        if beyond in board or not (0 <= beyond[0] < SIZE and 0 <= beyond[1] < SIZE):
            return cell, beyond


def made_by(board: Board, direction: int) -> set[Cell]:
    """Return the cells with tiles that a slide makes of two."""
    board, step, made = dict(board), STEPS[direction], set()
    for cell in sorted(board, key=lambda cell: -cell[0] * step[0] - cell[1] * step[1]):
        last, beyond = ahead(board, cell, step)
        tile = board.pop(cell)
        if board.get(beyond) == tile and beyond not in made:
            made.add(beyond)
            board[beyond] = 2 * tile
        else:
            board[last] = tile
    return made


def expected(board: Board, made: set[Cell]) -> list[int]:
    """Return the slides that move a tile, or bring one upon an equal tile that is not one of `made`."""
    found = []
    for direction, step in STEPS.items():
        places = {cell: ahead(board, cell, step) for cell in board}
        if any(
            last != cell or beyond not in made and board.get(beyond) == board[cell]
            for cell, (last, beyond) in places.items()
        ):
            found.append(direction)
    return found


def compare(goal: int, name: str, games: int, states: int, seed: int = 0) -> Tally:
    game, theirs, end = plain(Tiles(SIZE, goal)), pyspiel.load_game(name), seed + games
    seen = 0
    while seed < end or seen < states:
        numbers, state, other, made = random(seed), game.initial, theirs.new_initial_state(), set[Cell]()
        seed += 1
        while not other.is_terminal():
            seen += 1
            assert not game.is_terminal(state), game.show(state)
            assert game.to_move(state) == (CHANCE if other.is_chance_node() else 0)
            if other.is_chance_node():
                chances = dict(game.chances(state))
                assert dict(other.chance_outcomes()) == pytest.approx(chances, rel=1e-12)
                actions = list(chances)
            else:
                actions, board = list(game.actions(state)), board_of(other)
                assert actions == expected(board, set()), game.show(state)
                assert other.legal_actions() == expected(board, made), game.show(state)
            action = actions[numbers.below(len(actions))]
            if not other.is_chance_node():
                made = made_by(board, action)
            other.apply_action(action)
            state = game.result(state, action)
            assert utility_vector(game, state) == tuple(other.returns())
        assert game.is_terminal(state), game.show(state)
    return Tally(games + seed - end, seen)


@pytest.mark.parametrize(("goal", "name"), PAIRS)
def test_rules_agree(goal: int, name: str) -> None:
    compare(goal, name, SAMPLE, 100)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("goal", "name"), PAIRS)
def test_rules_agree_in_many_games(goal: int, name: str, compared: Any) -> None:
    compared("2048", *compare(goal, name, GAMES // 8 if goal > SMALL_GOAL else GAMES - GAMES // 8, STATES // 4, SAMPLE))

"""Games that have no oracle, or not in every size, against a slow second telling of their rules on lists."""

from __future__ import annotations

import os
from typing import Any

import pytest
from playing import random_play

from halfmove.compiled import plain
from halfmove.games.cat_and_mouse import CatAndMouse, Chase, EndlessCatAndMouse, UnrepeatedCatAndMouse
from halfmove.games.connect_four.advice import GOOD_THREAT, POINTS, THREAT
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.games.kalah import Kalah
from halfmove.games.mnk import MNK
from halfmove.games.nim import ThreePlayerNim
from halfmove.search.alphabeta import alphabeta
from halfmove.search.maxn import maxn
from halfmove.search.solving.retrograde import solve

DEEP = os.environ.get("HALFMOVE_DEEP") == "1"
RANDOM_GAMES = 8
ON_LARGE_BOARDS = 8 if DEEP else 3  # random games of Connect Four
LARGE = [(8, 8), (8, 7), (13, 4), (5, 12), (16, 7)]  # boards of Connect Four, of 64 to 128 bits
STONES = [(4, 4, 3), (7, 7, 4), (9, 6, 5), (12, 13, 6), (1, 5, 2), (19, 19, 5), (20, 20, 5)]


def has_line(cells: dict[tuple[int, int], int], player: int, length: int) -> bool:
    """Tell whether a player has `length` cells in a row, cell by cell."""
    return any(
        all(cells.get((x + i * dx, y + i * dy)) == player for i in range(length))
        for x, y in cells
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


@pytest.mark.one_lane
@pytest.mark.grows
@pytest.mark.parametrize(("width", "height"), [(7, 6), (4, 3), (9, 6), (1, 8), (21, 2), (3, 15), *LARGE])
def test_connect_four(width: int, height: int) -> None:
    game = plain(ConnectFour(width, height))
    for seed in range(ON_LARGE_BOARDS if (width, height) in LARGE else RANDOM_GAMES):
        cells: dict[tuple[int, int], int] = {}
        for ply, (board, column) in enumerate(random_play(game, seed)):
            tops = [sum(x == each for x, _ in cells) for each in range(width)]
            over = has_line(cells, (ply + 1) % 2, 4)
            assert game.is_terminal(board) == (over or len(cells) == width * height)
            assert list(game.actions(board)) == [each for each in range(width) if tops[each] < height]
            assert game.utility(board, ply % 2) == -over
            wins = [winning_cells(cells, tops, player, width, height) for player in (ply % 2, (ply + 1) % 2)]
            if not game.is_terminal(board):
                mine, theirs = (points_of(cells, each, (ply + i) % 2, width, height) for i, each in enumerate(wins))
                lead = int((mine - theirs) / THREAT) * THREAT / POINTS
                assert game.advice.evaluate(board, ply % 2) == pytest.approx(lead / (1 + abs(lead)))
                droppable = {(x, tops[x]) for x in range(width)}
                assert game.advice.is_quiet(board) == (not droppable & (wins[0] | wins[1]))
                cells[column, tops[column]] = ply % 2


def winning_cells(cells: dict[tuple[int, int], int], tops: list[int], player: int, width: int, height: int) -> set[Any]:
    """Return the empty cells that complete a line of four."""
    empty = [(x, y) for x in range(width) for y in range(tops[x], height)]
    return {cell for cell in empty if has_line({**cells, cell: player}, player, 4)}


def points_of(cells: dict[tuple[int, int], int], wins: set[Any], player: int, width: int, height: int) -> int:
    """Return what a player has: cells that win, those in rows that will be his once more, and lines still open."""
    lines = [
        [(x + i * dx, y + i * dy) for i in range(4)]
        for x in range(width)
        for y in range(height)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        if x + 3 * dx < width and 0 <= y + 3 * dy < height
    ]
    still_open = sum(all(cells.get(cell, player) == player for cell in line) for line in lines)
    return THREAT * len(wins) + GOOD_THREAT * sum(y % 2 == player for _, y in wins) + still_open


@pytest.mark.one_lane
@pytest.mark.parametrize(("width", "height", "in_a_row"), STONES)
def test_stones_in_a_row(width: int, height: int, in_a_row: int) -> None:
    game = plain(MNK(width, height, in_a_row))
    for seed in range(RANDOM_GAMES):
        cells: dict[tuple[int, int], int] = {}
        for ply, (board, square) in enumerate(random_play(game, seed)):
            won = has_line(cells, (ply + 1) % 2, in_a_row)
            assert game.is_terminal(board) == (won or len(cells) == width * height)
            assert game.utility(board, ply % 2) == -won
            assert set(game.actions(board)) == {
                y * width + x for x in range(width) for y in range(height) if (x, y) not in cells
            }
            cells[square % width, square // width] = ply % 2


def sow(pits: list[int], holes: int, hole: int) -> tuple[list[int], bool]:
    """Return the board after a move of the near side, and whether it moves again: Kalah on a list of pits."""
    pits = pits.copy()
    hand, pits[hole], last = pits[hole], 0, hole
    for _ in range(hand):
        last = (last + 1) % (2 * holes + 1)  # the far store is the last pit and is left out
        pits[last] += 1
    if last < holes and pits[last] == 1 and pits[2 * holes - last]:
        pits[holes] += 1 + pits[2 * holes - last]
        pits[last] = pits[2 * holes - last] = 0
    return pits, last == holes


@pytest.mark.one_lane
@pytest.mark.parametrize(("holes", "seeds"), [(1, 3), (2, 4), (3, 3), (4, 3), (3, 10)])
def test_kalah(holes: int, seeds: int) -> None:
    game = plain(Kalah(holes, seeds))
    for seed in range(RANDOM_GAMES):
        pits, player = ([seeds] * holes + [0]) * 2, 0
        for state, hole in random_play(game, seed):
            assert [game.at(state.seeds, pit) for pit in range(2 * holes + 2)] == pits
            assert game.to_move(state) == player
            assert list(game.actions(state)) == [each for each in range(holes) if pits[each]]
            over = not any(pits[:holes]) or not any(pits[holes + 1 : -1])
            assert game.is_terminal(state) == over
            if over:
                assert game.utility(state, player) == sum(pits[: holes + 1]) - sum(pits[holes + 1 :])
                break
            pits, again = sow(pits, holes, hole)
            if not again:
                pits, player = pits[holes + 1 :] + pits[: holes + 1], 1 - player


def solved_by_hand(game: CatAndMouse) -> dict[Chase, float]:
    """Return the value for the mouse of every state: won or lost if that can be forced, else 0."""
    cells = range(game.width * game.height)
    states = [Chase(mouse, cat, player) for mouse in cells for cat in cells if cat for player in (0, 1)]
    values = {state: game.utility(state, 0) for state in states if game.is_terminal(state)}
    while True:
        before = len(values)
        for state in states:
            if state not in values:
                good = 1.0 if state.player == 0 else -1.0
                children = [values.get(game.result(state, action)) for action in game.actions(state)]
                if good in children:
                    values[state] = good
                elif None not in children:
                    values[state] = -good
        if len(values) == before:
            return {state: values.get(state, 0.0) for state in states}


def test_cat_and_mouse_is_won_lost_or_endless() -> None:
    values = solved_by_hand(plain(CatAndMouse(3, 3)))
    inner = [value for state, value in values.items() if state.mouse not in (0, state.cat)]
    assert [inner.count(value) for value in (1.0, 0.0, -1.0)] == [54, 19, 39]
    assert values[CatAndMouse(3, 3).initial] == -1.0


@pytest.mark.parametrize(("width", "height"), [(3, 3), (4, 3), (5, 1)])
def test_cat_and_mouse_solved_backwards(width: int, height: int) -> None:
    game = plain(CatAndMouse(width, height))
    solution = solve(game)
    for state, value in solved_by_hand(game).items():
        if solution.states.find(state) >= 0:
            assert solution.value(state, 0) == value


def test_cat_and_mouse_searched_with_its_path() -> None:
    game = CatAndMouse(3, 2)
    for state, value in solved_by_hand(plain(game)).items():
        if not game.is_terminal(state):
            assert alphabeta(game, state).value == (value if state.player == 0 else 0.0 - value)


def nim_vector(stones: int, most: int) -> tuple[int, int, int]:
    """Return what the mover, the next player and the last one get from a heap."""
    if stones == 0:
        return -1, 0, 1
    children = [nim_vector(stones - count, most) for count in range(1, min(most, stones) + 1)]
    after, last, mine = max(children, key=lambda vector: vector[2])
    return mine, after, last


@pytest.mark.parametrize("most", [1, 2, 3, 4])
@pytest.mark.parametrize("stones", range(1, 11))
def test_three_player_nim(stones: int, most: int) -> None:
    assert maxn(plain(ThreePlayerNim(stones, most))).vector == nim_vector(stones, most)  # each size compiles anew


def unrepeated_value(game: CatAndMouse, state: Chase, path: frozenset[Chase]) -> float:
    """Return the value for the mouse where no state may come back, by plain recursion over paths."""
    if game.is_terminal(state):
        return game.utility(state, 0)
    children = [game.result(state, action) for action in game.actions(state)]
    values = [unrepeated_value(game, child, path | {child}) for child in children if child not in path]
    return (max(values) if state.player == 0 else min(values)) if values else 0.0


@pytest.mark.parametrize(("width", "height"), [(5, 1), (2, 2), (3, 2)])
def test_cat_and_mouse_without_repetition(width: int, height: int) -> None:
    game = plain(UnrepeatedCatAndMouse(width, height))
    for state in solved_by_hand(game):
        if not game.is_terminal(state):
            value = unrepeated_value(game, state, frozenset([state]))
            assert alphabeta(game, state).value == (value if state.player == 0 else 0.0 - value)


def test_endless_cat_and_mouse_is_searched_as_far_as_one_looks() -> None:
    choice = alphabeta(EndlessCatAndMouse(3, 2), EndlessCatAndMouse(3, 2).read("c1 b1"), 8)
    assert choice.value == 0
    assert not choice.exact

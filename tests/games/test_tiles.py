"""2048: slides as they are drawn, small boards solved by a second telling, symmetry, text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import random_states

from halfmove.compiled import plain
from halfmove.core.game import CHANCE
from halfmove.core.random import random
from halfmove.core.rules import legal_actions, state_after
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.tiles.rules import LEFT, Tiles
from halfmove.search.solving.retrograde import solve

pytestmark = pytest.mark.one_lane

BOARDS = [plain(Tiles(size, goal, points)) for size, goal, points in ((2, 16, False), (3, 64, True), (4, 2048, True))]

Row = tuple[int, ...]
Rows = tuple[Row, ...]


def slid(row: Row) -> Row:
    """Return a row after a slide to the left."""
    tiles, made = [tile for tile in row if tile], []
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile:
            tile += tiles.pop(0)
        made.append(tile)
    return tuple(made + [0] * (len(row) - len(made)))


def slides(rows: Rows) -> dict[str, Rows]:
    """Return the boards after each slide that moves something."""
    columns = tuple(zip(*rows))
    found = {
        "left": tuple(slid(row) for row in rows),
        "right": tuple(slid(row[::-1])[::-1] for row in rows),
        "up": tuple(zip(*(slid(column) for column in columns))),
        "down": tuple(zip(*(slid(column[::-1])[::-1] for column in columns))),
    }
    return {name: board for name, board in found.items() if board != rows}


def value(goal: int) -> Callable[[Rows], float]:
    """Return a function from a board, before a tile appears, to the probability that the best play reaches the goal."""

    @cache
    def before_a_tile(rows: Rows) -> float:
        if any(goal in row for row in rows):
            return 1.0
        empty = [(i, j) for i, row in enumerate(rows) for j, tile in enumerate(row) if not tile]
        return sum(
            chance * before_a_slide(put(rows, i, j, tile)) for i, j in empty for tile, chance in ((2, 0.9), (4, 0.1))
        ) / len(empty)

    @cache
    def before_a_slide(rows: Rows) -> float:
        return max((before_a_tile(child) for child in slides(rows).values()), default=0.0)

    return before_a_tile


def put(rows: Rows, i: int, j: int, tile: int) -> Rows:
    row = rows[i]
    return (*rows[:i], (*row[:j], tile, *row[j + 1 :]), *rows[i + 1 :])


def start_value(size: int, goal: int) -> float:
    """Return the value of the empty board, on which two tiles appear."""
    ahead, empty = value(goal), ((0,) * size,) * size
    cells = [(i, j) for i in range(size) for j in range(size)]
    firsts = [(put(empty, i, j, tile), chance) for i, j in cells for tile, chance in ((2, 0.9), (4, 0.1))]
    return sum(chance * ahead(rows) for rows, chance in firsts) / len(cells)


def test_a_board_of_four_cells_solved(lane: Callable[[Any], Any]) -> None:
    game = lane(Tiles(2, 16, points=False))
    assert solve(game).value(game.initial, 0) == pytest.approx(start_value(2, 16))


@pytest.mark.parametrize("goal", [8, 32])
def test_a_board_of_four_cells_to_other_goals(goal: int) -> None:
    game = plain(Tiles(2, goal, points=False))
    assert solve(game).value(game.initial, 0) == pytest.approx(start_value(2, goal))


@pytest.mark.deep
def test_a_board_of_nine_cells_solved() -> None:
    game = Tiles(3, 32, points=False)
    assert solve(game).value(game.initial, 0) == pytest.approx(start_value(3, 32))


@pytest.mark.parametrize("game", BOARDS, ids=repr)
def test_slides_told_once_more(game: Any) -> None:
    for seed in range(5):
        for state in random_states(game, seed):
            if state.coming == 0:
                tiles = [int(word) for word in game.show(state).replace(".", "0").split()[: game.size**2]]
                rows = tuple(tuple(tiles[i * game.size : (i + 1) * game.size]) for i in range(game.size))
                names = {game.name(action): action for action in legal_actions(game, state)}
                after_slides = {} if any(game.goal in row for row in rows) else slides(rows)
                assert set(names) == set(after_slides)
                assert game.is_terminal(state) == (not names)
                for name, board in after_slides.items():
                    child = game.result(state, names[name])
                    assert game.read(written(board, child.score, game.points)) == child


def written(rows: Rows, score: int, points: bool) -> str:
    board = "/".join(" ".join(map(str, row)) for row in rows)
    return f"{board}{f' score {score}' if points else ''}, 1 to come"


def test_the_tiles_ahead_meet_first(lane: Callable[[Any], Any]) -> None:
    game = lane(Tiles())
    state = game.read("2 2 2 . / 2 2 2 2 / 4 2 2 . / 2 . 2 4")
    left = game.result(state, LEFT)
    assert game.show(left).splitlines()[:4] == ["4 2 . .", "4 4 . .", "4 4 . .", "4 4 . ."]
    assert left.score - state.score == 4 + 8 + 4 + 4
    assert state_after(game, state, ["right"]).score == left.score


def test_the_goal_ends_the_game(lane: Callable[[Any], Any]) -> None:
    game = lane(Tiles(2, 8, points=False))
    state = game.result(game.read("4 4 / . ."), LEFT)
    assert game.is_terminal(state)
    assert game.utility(state, 0) == 1.0
    assert game.is_terminal(game.read("2 4 / 4 2"))
    assert game.utility(game.read("2 4 / 4 2"), 0) == 0.0
    assert legal_actions(game, game.read("2 4 / 4 4")) == [0, 1, 2, 3]


def test_tiles_appear_by_chance() -> None:
    game = plain(Tiles(2, 16))
    assert game.to_move(game.initial) == CHANCE
    assert dict(game.chances(game.initial)) == pytest.approx(
        {2 * i + j: (0.225, 0.025)[j] for i in range(4) for j in (0, 1)}
    )
    state = state_after(game, game.initial, ["b1=4", "a2=2"])
    assert game.show(state) == ". 4\n2 .\nscore 0"


def test_tiles_are_drawn_by_their_chances() -> None:
    game, numbers, draws = plain(Tiles(2, 16)), random(3), 4000
    state = state_after(game, game.initial, ["b1=4"])
    counts = Counter(game.sample(state, numbers) for _ in range(draws))
    assert {outcome: count / draws for outcome, count in counts.items()} == pytest.approx(
        dict(game.chances(state)), abs=0.02
    )


def test_turned_boards_have_one_key(lane: Callable[[Any], Any]) -> None:
    game = lane(Tiles(3, 64))
    boards = ["2 4 8 / . 2 . / 16 . .", "8 4 2 / . 2 . / . . 16", "2 . 16 / 4 2 . / 8 . .", ". . 16 / . 2 . / 8 4 2"]
    assert len({game.key(game.read(board)) for board in boards}) == 1
    assert game.key(game.read(boards[0])) != game.key(game.read("2 4 8 / . 2 . / . 16 ."))


@given(st.sampled_from(BOARDS), st.integers(0, 10**6), st.integers(0, 60))
def test_states_survive_a_round_trip(game: Any, seed: int, plies: int) -> None:
    states = list(random_states(game, seed))
    state = states[min(plies, len(states) - 1)]
    assert game.read(game.show(state)) == state


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "has 1 rows where the board has 2"),
        ("2 2 / 2", "row 2 is '2': 1 cells, not 2"),
        ("2 3 / . .", "'3' is neither empty"),
        ("2 32 / . .", "'32' is neither empty \\(.\\) nor a power of two from 2 to 16"),
        ("2 1 / . .", "'1' is neither"),
        ("2 ² / . .", "'²' is neither"),
        ("2 . / . .", "1 tiles and 0 to come"),
        ("2 . / . ., 2 to come", "1 tiles and 2 to come: two appear at first"),
        ("2 4 / 4 2, 1 to come", "the board is full, and one tile is to come"),
        ("2 4 / . . score 8", "score 8: these tiles make one of 0, 4, ... 4"),
        ("2 4 / . . score 2", "score 2: these tiles make one of 0, 4, ... 4"),
    ],
)
def test_malformed_texts_are_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(MalformedText, match=reason):
        Tiles(2, 16).read(text)


def test_a_score_is_refused_where_none_is_kept() -> None:
    with pytest.raises(MalformedText, match="without points"):
        Tiles(2, 16, points=False).read("2 4 / . . score 4")


def test_games_that_do_not_exist_are_refused() -> None:
    with pytest.raises(HalfmoveError, match="a board of 5 x 5: the sizes are 2, 3 and 4"):
        Tiles(5)
    for goal in (4, 100, 1 << 16):
        with pytest.raises(HalfmoveError, match="it must be a power of two from 8 to 32768"):
            Tiles(4, goal)

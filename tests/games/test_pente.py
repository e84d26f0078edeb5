"""Exact five and Pente: a slow second telling of the rules on a dict of cells, captures, text, refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import random_play

from halfmove.compiled import plain
from halfmove.core.rules import state_after
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.mnk import MNK
from halfmove.games.pente import Pente

pytestmark = pytest.mark.one_lane

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
SAMPLE, DEEP, DEEP_AND_LARGE = 10, 1_000, 160  # games for each board
LARGE = 10  # columns
SMALL, TEXT = plain(Pente(7, 6)), plain(Pente(5, 4, 4, 2))

Cells = dict[tuple[int, int], int]


def longest_lines(cells: Cells, player: int) -> set[int]:
    """Return the lengths of the lines of a player that go no further, walked cell by cell."""
    found = set()
    for (x, y), owner in cells.items():
        for dx, dy in DIRECTIONS:
            if owner == player and cells.get((x - dx, y - dy)) != player:
                length = 1
                while cells.get((x + length * dx, y + length * dy)) == player:
                    length += 1
                found.add(length)
    return found


def has_line(cells: Cells, player: int, length: int, exact: bool) -> bool:
    lines = longest_lines(cells, player)
    return length in lines if exact else any(line >= length for line in lines)


def take(cells: Cells, x: int, y: int, player: int) -> int:
    """Take off the pairs that a stone at x, y captures; return how many."""
    pairs = 0
    for dx, dy in (*DIRECTIONS, *((-dx, -dy) for dx, dy in DIRECTIONS)):
        ray = [(x + i * dx, y + i * dy) for i in (1, 2, 3)]
        if [cells.get(cell) for cell in ray] == [1 - player, 1 - player, player]:
            pairs += 1
            del cells[ray[0]], cells[ray[1]]
    return pairs


def check_game(game: Any, seed: int) -> int:
    """Compare one random game with the second telling at every ply; return how many states there were."""
    width, squares = game.width, game.width * game.height
    cells: Cells = {}
    pairs = [0, 0]
    for ply, (board, square) in enumerate(random_play(game, seed)):
        mover, last = ply % 2, (ply + 1) % 2
        won = has_line(cells, last, game.in_a_row, game.exact)
        if isinstance(game, Pente):
            assert (board.my_pairs, board.their_pairs) == (pairs[mover], pairs[last])
            won = won or pairs[last] >= game.pairs
        assert game.to_move(board) == mover
        assert game.is_terminal(board) == (won or len(cells) == squares), game.show(board)
        assert game.utility(board, mover) == -won
        empty = [each for each in range(squares) if (each % width, each // width) not in cells]
        assert list(game.actions(board)) == empty
        if square >= 0:
            x, y = square % width, square // width
            cells[x, y] = mover
            if isinstance(game, Pente):
                pairs[mover] += take(cells, x, y, mover)
    return ply + 1


GAMES = [
    MNK(6, 5, 3, exact=True),
    MNK(9, 9, 4, exact=True),
    MNK(15, 15, 5, exact=True),
    Pente(6, 7, 4, 2),
    Pente(7, 5, 4, 3, exact=True),
    Pente(19, 19),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_rules_told_once_more(game: Any) -> None:
    for seed in range(SAMPLE // 5 if game.width > LARGE else SAMPLE):
        check_game(plain(game), seed)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_rules_told_in_many_games(game: Any, compared: Any) -> None:
    games = DEEP_AND_LARGE if game.width > LARGE else DEEP
    states = sum(check_game(plain(game), seed) for seed in range(games))
    compared("pente" if isinstance(game, Pente) else "gomoku with exact lines", games, states)


SIX = "XXX.XX./OO.OO../.O...../......./......./......."  # X on d6 makes six
FIVE_AND_SIX = "XXX.XX./O..X..O/O..X.../...X.../...X.../OOOO.OO"  # and five in the column


def test_six_do_not_win_if_five_must_be_exact(lane: Callable[[Any], Any]) -> None:
    free, exact = lane(MNK(7, 6, 5)), lane(MNK(7, 6, 5, exact=True))
    assert free.is_terminal(state_after(free, free.read(SIX), ["d6"]))
    assert not exact.is_terminal(state_after(exact, exact.read(SIX), ["d6"]))
    state = state_after(exact, exact.read(FIVE_AND_SIX), ["d6"])
    assert exact.is_terminal(state)
    assert exact.utility(state, 0) == 1.0


def test_pairs_are_captured_and_moving_between_is_safe(lane: Callable[[Any], Any]) -> None:
    game = lane(Pente(7, 6))
    state = state_after(game, game.initial, ["a6", "b6", "g1", "c6", "d6"])
    assert game.show(state).splitlines()[0] == "6 X . . X . . ."
    assert (state.my_pairs, state.their_pairs) == (0, 1)
    safe = state_after(game, game.initial, ["b6", "a6", "g1", "d6", "c6"])
    assert (safe.my_pairs, safe.their_pairs) == (0, 0)
    three = state_after(game, game.initial, ["a6", "b6", "g1", "c6", "g2", "d6", "e6"])
    assert three.their_pairs == 0


def test_one_stone_captures_in_eight_directions(lane: Callable[[Any], Any]) -> None:
    game = lane(Pente(7, 7))
    board = "X..X..X/.O.O.O./..OOO../XOO.OOX/..OOO../.O.O.O./X..X..X"
    state = game.read(board + " captured pairs: X 0, O 4")
    assert state.player == 0
    end = state_after(game, state, ["d4"])
    assert (end.their_pairs, end.theirs.bit_count(), end.mine) == (8, 9, 0)
    assert game.is_terminal(end)
    assert game.utility(end, 0) == 1.0


def test_text() -> None:
    assert TEXT.show(TEXT.initial).splitlines()[-2:] == ["  a b c d e", "captured pairs: X 0, O 0"]
    state = TEXT.read("X..../...../...../..... ")
    assert state.player == 1
    assert TEXT.read("X..../...../...../....O captured pairs: X 1, O 1").my_pairs == 1


@given(st.sampled_from([SMALL, TEXT]), st.integers(0, 10**6), st.integers(0, 40))
def test_states_survive_a_round_trip(game: Any, seed: int, plies: int) -> None:
    states = [state for state, _ in random_play(game, seed)]
    state = states[min(plies, len(states) - 1)]
    assert game.read(game.show(state)) == state


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "rows where the board has 4"),
        ("...../...../...../....Z", "e1 is 'Z', which is none of X O ."),
        ("XX.../...../...../.....", "X has put down 2 stones and O 0: X begins and they take turns"),
        ("X.../...../...../.....", "row 4 is 'X...': 4 squares where the board has 5"),
        ("...../...../...../..... captured pairs: X 1, O 0", "X has put down 0 stones and O 2"),
        ("...../...../...../..... captured pairs: X one, O 0", "rows|squares"),
        ("...../...../...../..... captured pairs: X 11, O 11", "11 captured pairs: 2 are enough to win"),
        ("...../...../...../..... captured pairs: X 2, O 2", "X has won, and O has played on"),
        ("XXXX./OOOO./...../.....", "X has won, and O has played on"),
    ],
)
def test_malformed_texts_are_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(MalformedText, match=reason):
        TEXT.read(text)


def test_games_that_do_not_exist_are_refused() -> None:
    with pytest.raises(HalfmoveError, match="a board of 20 x 19"):
        Pente(20, 19)
    with pytest.raises(HalfmoveError, match="0 captured pairs"):
        Pente(pairs=0)
    with pytest.raises(HalfmoveError, match="5 in a row do not fit"):
        Pente(4, 4)

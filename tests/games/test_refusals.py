"""Illegal actions of every game: refused with the name that was written and a reason, and nothing changes."""

from __future__ import annotations

from typing import Any

import pytest

from halfmove.compiled import plain
from halfmove.core.rules import action_named, apply_action
from halfmove.errors import IllegalAction
from halfmove.games import GAMES, game_named

pytestmark = pytest.mark.one_lane

REASONS = [
    ("tic-tac-toe", "X.. ... ...", "A3", "the square is taken by X"),
    ("tic-tac-toe", "XO. ... ...", "b3", "the square is taken by O"),
    ("tic-tac-toe", "... ... ...", "d4", "not a square of the board: they are a1 to c3"),
    ("gomoku", "/".join(["X" + "." * 14] + ["." * 15] * 14), "a15", "the square is taken by X"),
    ("gomoku", "/".join(["." * 15] * 15), "p1", "not a square of the board: they are a1 to o15"),
    ("pente", "/".join(["." * 18 + "X"] + ["." * 19] * 18), "s19", "the square is taken by X"),
    ("connect-four", "444444", "4", "column 4 is full"),
    ("connect-four", "", "8", "not a column from 1 to 7"),
    ("kalah:holes=3,seeds=3", "0 4 4 1 / 3 3 3 0", "a", "hole a is empty"),
    ("kalah:holes=3,seeds=3", "3 3 3 0 / 3 3 3 0", "d", "not a hole: the holes are a to c"),
    ("oware", "0 4 4 4 4 4 0 / 8 4 4 4 4 4 0", "a", "house a is empty"),
    ("nim", "3 4 5", "a4", "heap a has 3 stones, and at least one is taken"),
    ("nim", "3 4 5", "b0", "heap b has 4 stones, and at least one is taken"),
    ("nim", "3 4 5", "d1", "not a heap from a to c and a number of stones, as in a1"),
    ("one-heap-nim", "2", "3", "1 to 2 stones can be taken"),
    ("one-heap-nim", "6", "4", "1 to 3 stones can be taken"),
    ("three-player-nim", "5", "x", "not a number of stones"),
    ("pig", "0 0 0", "hold", "nothing has been rolled in this turn"),
    ("pig", "98 0 2", "roll", "98 and 2 points reach the goal of 100: hold"),
    ("pig", "0 0 0", "stop", "an action is roll or hold"),
    ("pig", "0 0 0 rolls", "7", "the die is in the air, and shows 1 to 6"),
    ("2048:size=2", "2 4 / 4 2", "up", "the game is over"),
    ("2048:size=2", "2 . / 4 .", "left", "no tile can slide left"),
    ("2048:size=2", "2 . / 4 .", "north", "an action is up, right, down, left"),
    ("2048:size=2", "2 . / 4 ., 1 to come", "a1=2", "there is a tile on a1"),
    ("2048:size=2", "2 . / 4 ., 1 to come", "c1=2", "a tile is to appear: its column"),
    ("coins", "2 6", "3", "with 2 coins and a goal of 8 one stakes 1 to 2"),
    ("coins", "7 6", "2", "with 7 coins and a goal of 8 one stakes 1 to 1"),
    ("coins", "2 6", "all", "not a number of coins"),
    ("coins", "2 6 1", "edge", "the coin is in the air, and shows heads or tails"),
    ("cat-and-mouse", "c1 a1", "b2", "the mouse is on c1, and steps to a square beside, above or below it"),
    ("cat-and-mouse", "c1 a2 cat", "a3", "the cat does not fit into the hole"),
    ("cat-and-mouse", "c1 a1", "d1", "not a square of the board: they are a1 to c3"),
    ("pacman:maze=.P_.", "P._.", "west", "there is a wall"),
    ("pacman:maze=.P_.", ".P_.", "up", "an action is north, south, east, west or stop; n, s, e and w will do"),
    ("othello", "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X", "a1", "a disc on a1 would turn nothing over"),
    ("othello", "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X", "d4", "there is a disc on d4"),
    ("chess", "startpos", "e2e5", "the pawn on e2 cannot reach e5"),
    ("chess", "startpos", "Ke2", "no king of White can reach e2"),
    ("checkers", "B:W21,22:B1,2", "1-9", "the man on 1 cannot reach 9"),
    ("draughts", "W:W31-50:B1-20", "31-35", "the man on 31 cannot reach 35"),
    ("hex:size=3", "b1", "b1", "there is a stone of X on it"),
    ("y:size=3", "b1", "c3", "there is no such cell on a board of size 3"),
    ("go:size=5", "C3", "C3", "there is a stone of Black on it"),
    ("nine-mens-morris", ".../.../.../....../.../.../... W 18", "b1", "b1 is not a point of the board"),
    ("backgammon", "4HPwATDgc/ABMA X 31", "24/18", "the dice do not allow it"),
    ("backgammon", "4HPwATDgc/ABMA X roll", "24/18", "the dice are to be thrown"),
    ("backgammon:cube=64", "4HPwATDgc/ABMA X decide", "take", "the player decides whether to roll or to double"),
    ("backgammon:cube=64", "4HPwATDgc/ABMA X doubled", "roll", "the player decides whether to take or to drop"),
]


@pytest.mark.parametrize(("name", "text", "written", "reason"), REASONS)
def test_an_illegal_action_is_refused_with_a_reason(name: str, text: str, written: str, reason: str) -> None:
    game = plain(game_named(name))
    state = game.read(text)
    with pytest.raises(IllegalAction) as refused:
        action_named(game, state, written)
    assert str(refused.value).startswith(written)
    assert reason in str(refused.value)
    assert state == game.read(text)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("written", ["?!", "", "999", "-1", "a", "a99", "²", "é1", "x" * 50])
def test_nonsense_is_refused_in_one_line(name: str, written: str) -> None:
    game = plain(game_named(name))
    answer = said(game, written)
    assert "\n" not in answer
    assert answer.startswith(written)
    assert len(answer) > len(written) + len(": ") or answer == written


def said(game: Any, written: str) -> str:
    """Return the name of the first action that is written so, in the case in which it is written, or the refusal."""
    try:
        name = game.name(action_named(game, game.initial, written), game.initial)
    except IllegalAction as error:
        return str(error)
    return written if name.casefold() == written.casefold() else name


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("action", [-1, 10**6, (1 << 62) + 1])
def test_numbers_that_are_no_actions(name: str, action: int) -> None:
    game = plain(game_named(name))
    with pytest.raises(IllegalAction, match=" "):
        apply_action(game, game.initial, action)

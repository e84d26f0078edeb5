"""Text both ways: boards, names of actions, notations, and what is said of texts that are none."""

from __future__ import annotations

from typing import Any

import pytest
from playing import random_states

from halfmove.check.laws import same
from halfmove.compiled import plain
from halfmove.core.random import random
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games import GAMES, game_named
from halfmove.games.cat_and_mouse import Chase
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.games.kalah import Kalah
from halfmove.games.mnk import MNK
from halfmove.games.nim.rules import Heap, Heaps, Nim, OneHeapNim
from halfmove.games.pacman import Pacman
from halfmove.games.pig import Pig, Scores
from halfmove.games.tic_tac_toe import Board, TicTacToe

pytestmark = pytest.mark.one_lane

PLIES = 60  # of a random game


@pytest.mark.parametrize("game", [TicTacToe(), MNK(4, 4, 3), MNK(15, 15, 5), MNK(3, 10, 3)], ids=repr)
def test_a_board_that_is_shown_can_be_read(game: TicTacToe) -> None:
    game, numbers, state = plain(game), random(3), game.initial
    while not game.is_terminal(state):
        assert game.read(game.show(state)) == state
        actions = list(game.actions(state))
        state = game.result(state, actions[numbers.below(len(actions))])
    assert game.read(game.show(state)) == state


def position(state: Any) -> Any:
    """Return a state without its past, of which a game shows nothing."""
    return getattr(state, "state", state)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_reads_what_it_shows(name: str) -> None:
    game = plain(game_named(name))
    for state, _ in zip(random_states(game, 1), range(PLIES), strict=False):
        read = game.read(game.show(state))
        assert game.show(read) == game.show(state)
        assert same(position(read), position(state))
        assert game.is_terminal(read) == game.is_terminal(state)
        if not game.is_terminal(read):
            assert list(game.actions(read)) == list(game.actions(state))


def test_tic_tac_toe_reads_rows() -> None:
    game = TicTacToe()
    state = game.read("XX. OX. .OO")
    assert state == game.read("xx./ox./.oo") == Board(0o023, 0o610, 0)
    assert game.show(state) == "3 X X .\n2 O X .\n1 . O O\n  a b c"
    assert [game.name(action) for action in game.actions(state)] == ["c3", "c2", "a1"]
    assert game.player_names[1] == "O"


def test_connect_four_reads_columns() -> None:
    game = ConnectFour()
    state = game.read("4453")
    assert game.show(state).splitlines()[-3:] == [". . . O . . .", ". . O X X . .", "1 2 3 4 5 6 7"]
    assert game.read("44 53") == game.read("4,4,5,3") == state
    assert game.name(0) == "1"
    assert ConnectFour(10, 4).read("10 1 10").player == 1
    assert max(game.actions(game.initial), key=lambda column: game.advice.order(game.initial, column)) == 3


def test_other_notations() -> None:
    assert OneHeapNim().read("5 min") == Heap(5, 1)
    assert Nim().read("3 0 5") == Nim().read("3-0-5 MAX") == Heaps(3 | 5 << 6, 0)
    assert Nim().name(next(iter(Nim().actions(Nim().initial)))) == "a1"
    assert Kalah(3, 3).read("3 3 3 0 / 3 3 3 0") == Kalah(3, 3).initial
    assert Kalah(3, 3).read("0 4 4 1 / 3 3 3 0 MIN").player == 1
    assert Pig().read("34 20 12 MIN") == Scores(20, 34, 12, 1, False)
    assert Pig().read("34 20 0 rolls") == Scores(34, 20, 0, 0, True)
    assert game_named("cat-and-mouse").read("b2 c1 cat") == Chase(4, 8, 1)
    assert Pacman(".P_.").read("_P_.").food == 0b1000
    assert Pig().name(1, Pig().read("0 0 0")) == "roll"
    assert Pig().name(1, Pig().read("0 0 0 rolls")) == "1"


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("tic-tac-toe", "XX. OX.", "the picture has 2 rows where the board has 3"),
        ("tic-tac-toe", "XX. OX. .O", "row 1 is '.O': 2 squares where the board has 3"),
        ("tic-tac-toe", "XX. OZ. .OO", "b2 is 'Z', which is none of X O ."),
        ("tic-tac-toe", "XXX XX. ...", "5 X and 0 O: X begins and they take turns"),
        ("tic-tac-toe", "XXX OOO X.O", "X has won, and O has played on|O has won, and X has played on"),
        ("tic-tac-toe", "", "rows"),
        ("mnk:width=4,height=4,in_a_row=3", "XXX./OO.O/XXX./OO..", "X has won by two lines, and has played on"),
        ("pente:width=6,height=5,in_a_row=3,pairs=2", "XXX.../OO.O../XXX.../OO..../......", "X has won by two lines"),
        ("hex:size=5", "X...X/X.OOX/XOOOX/XO.OX/XOO.X O to move", "X has won by two chains, and has played on"),
        ("othello", "-" * 64 + " X", "d4 is empty, where a disc lies from the start"),
        ("checkers", "B:W:B", "'B:W:B' leaves the board empty"),
        ("go:size=5", "...../...../...../...../..... black, 2 passes, 1 pass", "says something twice"),
        (
            "nine-mens-morris",
            "W../.../.../....../.../.../... W 16",
            "Black has lost 1 of his men, and White has placed 1 of his",
        ),
        ("three-mens-morris", "WW./BB./... W 0", "White has lost 1 of his men"),
        ("nim", "-1 4 5", "'-1' is not a number of stones in heap a"),
        ("connect-four:width=4,height=4", "..../..../X.../....", "a stone in column 1 lies on nothing"),
        ("connect-four:width=4,height=4", "..../..../..../XX..", "2 X and 0 O: X begins and they take turns"),
        ("connect-four:width=4,height=4", "..../.O../OOO./XXXX", "X has won, and O has played on"),
        ("connect-four", "44x", "'x' at place 3 of '44x' is not a column from 1 to 7"),
        ("connect-four", "448", "'8' at place 3 of '448' is not a column from 1 to 7"),
        ("connect-four", "440", "'0' at place 3"),
        ("connect-four", "44²", "'²' at place 3"),
        ("connect-four", "4444444", "'4' at place 7 of '4444444': the column is full"),
        ("connect-four", "12121212", "'2' at place 8 of '12121212': the game was over before"),
        ("one-heap-nim", "seven", "'seven' is not a number of stones"),
        ("one-heap-nim", "7", "7 stones: there can be at most 6"),
        ("one-heap-nim", "", "should say 1 number"),
        ("nim", "3 4", r"should say 3 numbers \(stones in heap a, "),
        ("nim", "3 5 5", "5 stones in heap b: there can be at most 4"),
        ("three-player-nim", "11 C", "at most 10"),
        ("kalah:holes=3,seeds=3", "3 3 3 0 / 3 3 3", "has 7 numbers where the board has 8 holes and stores"),
        ("kalah:holes=3,seeds=3", "3 3 3 0 / 3 3 3 1", "has 19 seeds where the game has 18"),
        ("kalah:holes=3,seeds=3", "3 3 3 0 / 3 3 -3 0", "'-3' is not a number of seeds"),
        ("pig", "100 0 0", "100 points of MAX: there can be at most 99"),
        ("pig", "3 4 1", "a turn cannot come to 1 points"),
        ("cat-and-mouse", "b2 d1", "'d1' in 'b2 d1' is not a square of the board"),
        ("cat-and-mouse", "b2 a3", "the cat does not fit into the hole"),
        ("cat-and-mouse", "b2", "should say where"),
        ("pacman:maze=.P_.", ".P_", "row 1 is '.P_': 3 squares where the board has 4"),
        ("pacman:maze=.P_.", ".P..", "3 cells with food: the maze has 2 at first"),
        ("figure", "node 13", "is not a node from 0 to 12"),
        ("figure", "-1", "is not a node from 0 to 12"),
    ],
)
def test_malformed_texts_are_refused_with_a_reason(name: str, text: str, reason: str) -> None:
    with pytest.raises(MalformedText, match=reason):
        game_named(name).read(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("connect-for", r"there is no game 'connect-for' \(did you mean connect-four\?\); there are tic-tac-toe, "),
        ("connect-four:widht=5", r"'widht=5' is not a parameter \(did you mean width\?\); it has width, height"),
        ("connect-four:width", "'width' is not a parameter"),
        (f"pacman:time={10**30}", "time is at most 1,000,000,000,000,000"),
        ("go:komi=1e308", "komi is at most 1,000,000,000,000,000"),
        ("connect-four:floor=3", "'floor=3' is not a parameter"),
        ("tic-tac-toe:width=5", "it has no parameters"),
        ("connect-four:width=five", "width=five: width is a whole number"),
        ("nim:misere=perhaps", "misere is true or false"),
        ("nim:heaps=3-x", "heaps is numbers such as 3-4-5"),
        ("connect-four:width=16,height=8", "a board of 16 x 8"),
        ("connect-four:width=0", "a board of 0 x 6"),
        ("mnk:width=21,height=21", "a board of 21 x 21"),
        ("mnk:in_a_row=5", "5 in a row do not fit on a board of 4 x 4"),
        ("nim:heaps=1000000000-1000000000-1000000000", "3 heaps of 30 bits do not fit into 63 bits"),
        ("one-heap-nim:most=0", "not a game"),
        ("kalah:holes=60,seeds=4", "60 holes of 4 seeds do not fit into"),
        ("pig:goal=0", "a goal of 0 points"),
        ("cat-and-mouse:width=1,height=2", "has no room"),
        ("pacman:maze=..", "a maze has one P and at most 4 G"),
        ("leduc-poker:ranks=14", "14 ranks in 2 suits: at most 13 and 4, and 3 cards at least"),
        ("liars-dice:dice=0", "0 dice of 6 sides: there are 1 to 9, of 1 to 9 sides"),
        ("figure:name=two-plies", r"there is no figure 'two-plies' \(did you mean two-ply\?\)"),
        ("random-tree:width=0", "a random game 4 plies deep and 0 wide"),
        ("random-graph:repetition=never", "'never' is none of allowed, draw and illegal"),
    ],
)
def test_games_that_do_not_exist_are_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(HalfmoveError, match=reason):
        game_named(text)


def test_parameters_are_read() -> None:
    assert game_named("connect-four:width=5,height=4").width == 5
    assert game_named("nim:heaps=1-2").heaps == (1, 2)
    assert game_named("one-heap-nim:most=2,misere=yes").misere is True
    assert type(game_named("gomoku")).__name__ == "LargeMNK"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_rules_and_shows_itself(name: str) -> None:
    game = game_named(name)
    assert type(game).__doc__
    assert GAMES[name].summary
    assert set(GAMES[name].parameters) <= set(GAMES[name].hints())
    assert game.show(game.initial)
    assert ("<svg" in game._repr_html_()) != ("<pre" in game._repr_html_())

"""Boards as SVG: what stands on the board stands in the picture, in its place, and any program can read it."""

from __future__ import annotations

import random
import re
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from halfmove import Game, IllegalAction, Wrapper, draw, game_named, legal_actions, plain, state_after
from halfmove.core.drawing import Drawing, find_drawing
from halfmove.core.rules import action_named
from halfmove.explain.boards import BoardDrawing, Picture
from halfmove.explain.svg import Sketch, circle
from halfmove.games import GAMES
from halfmove.games.tic_tac_toe import TicTacToe
from halfmove.games.trees.explicit import ExplicitGame

DRAWN = (  # games that have a board
    "tic-tac-toe connect-four gomoku pente mnk go hex y nim one-heap-nim three-player-nim kalah oware nine-mens-morris"
    " six-mens-morris three-mens-morris chess chess960 checkers draughts othello backgammon 2048 cat-and-mouse pacman"
    " figure random-tree random-chance-tree random-vector-tree kriegspiel fog phantom"
)
READABLE = {"svg", "title", "desc", "g", "rect", "circle", "line", "polygon", "path", "text"}
PLIES = 16

pytestmark = pytest.mark.usefixtures("native")  # the same in both lanes: once is enough


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def elements(picture: str, name: str, **attributes: str) -> list[ElementTree.Element]:
    """Return the elements of a name that have some attributes."""
    found = parsed(picture).iter(f"{{http://www.w3.org/2000/svg}}{name}")
    return [each for each in found if attributes.items() <= each.attrib.items()]


def middles(picture: str, fill: str) -> list[tuple[float, float]]:
    return [(float(each.attrib["cx"]), float(each.attrib["cy"])) for each in elements(picture, "circle", fill=fill)]


@pytest.mark.parametrize("name", GAMES)
def test_every_picture_can_be_read_by_any_program(name):
    """Attributes of presentation alone: no styles, classes, scripts, links or names that two pictures could share."""
    game, rng = plain(game_named(name)), random.Random(name)
    assert name not in DRAWN.split() or type(find_drawing(game)) is not Drawing
    state, action = game.initial, None
    for _ in range(PLIES):
        if game.is_terminal(state):
            break
        before = state
        action = rng.choice(legal_actions(game, state))
        state = game.result(before, action)
    picture = draw(game, before, action)
    for element in parsed(picture).iter():
        assert element.tag.partition("}")[2] in READABLE
        assert not {"style", "class", "id", "href", "filter", "paint-order"} & set(element.attrib)
    assert picture._repr_svg_() == picture
    if find_drawing(game).places(before, action):
        assert draw(game, state) != picture


def on(grid: str, columns: str, rows: str, left: float = 22, cell: float = 44) -> list[tuple[float, float]]:
    """Return where the squares of `grid`, such as "a1 c3", lie on a board whose rows are named from the top."""
    return [
        (left + (columns.index(at[0]) + 0.5) * cell, (rows.split().index(at[1:]) + 0.5) * cell) for at in grid.split()
    ]


DARK, LIGHT = "#2b2b2b", "#fdfdfd"
DOWN9, DOWN8 = " ".join("987654321"), " ".join("87654321")
PLACED = [  # a game, what was done, and where which stones lie
    ("othello", "d3", DARK, on("d3 d4 d5 e4", "abcdefgh", " ".join("12345678"))),
    ("othello", "d3", LIGHT, on("e5", "abcdefgh", " ".join("12345678"))),
    ("go", "C3 D4 G7", DARK, on("C3 G7", "ABCDEFGHJ", DOWN9)),
    ("go", "C3 D4 G7", LIGHT, on("D4", "ABCDEFGHJ", DOWN9)),
    ("connect-four", "4 4 1", "#e03131", on("41 11", "1234567", "6 5 4 3 2 1", left=0)),
    ("connect-four", "4 4 1", "#fcc419", on("42", "1234567", "6 5 4 3 2 1", left=0)),
    ("gomoku", "h8 a15", DARK, on("h8", "abcdefghijklmno", " ".join(map(str, range(15, 0, -1))))),
    ("nine-mens-morris", "a1 g7", LIGHT, on("a1", "abcdefg", " ".join("7654321"))),
    ("nine-mens-morris", "a1 g7", DARK, on("g7", "abcdefg", " ".join("7654321"))),
]


@pytest.mark.parametrize(("name", "actions", "fill", "places"), PLACED)
def test_stones_lie_where_they_were_put(name, actions, fill, places):
    game = plain(game_named(name))
    assert sorted(middles(draw(game, state_after(game, game.initial, actions.split())), fill)) == sorted(places)


def test_chess_is_drawn_as_white_sees_it_whoever_is_to_move():
    game = plain(game_named("chess"))
    for names in ("", "e4", "e4 e5"):
        groups = elements(draw(game, state_after(game, game.initial, names.split())), "g", fill="#ffffff")
        squares = {re.search(r"translate\((\S+) (\S+)\)", each.attrib["transform"]).groups() for each in groups}
        assert len(squares) == 16
        assert (str(22 + 4 * 44), str(7 * 44)) in squares  # the king on e1
        assert ((str(22 + 4 * 44), str(4 * 44)) in squares) == bool(names)  # the pawn on e4


def test_the_squares_of_the_last_move_are_marked():
    game = plain(game_named("chess"))
    state = state_after(game, game.initial, ["e4"])
    reply = action_named(game, state, "e5")
    marked = set(find_drawing(game).places(state, reply))
    assert marked == {8 + 4, 3 * 8 + 4}  # e7 and e5, counted by rows from the top


@pytest.mark.parametrize(
    ("name", "state", "count"),
    [
        ("checkers", "B:W13,24,K10:B12,16-20,K3", 3),
        ("draughts", "W:W31-50:B1-20", 20),
        ("kalah", None, 48),
        ("2048", "2 4 / . 2", 3),
    ],
)
def test_everything_on_the_board_is_drawn(name, state, count):
    if name == "2048":
        name += ":size=2"
    game = plain(game_named(name))
    picture = draw(game, None if state is None else game.read(state), caption="")
    counted = {
        "checkers": lambda: len(elements(picture, "circle", fill=LIGHT)),
        "draughts": lambda: len(elements(picture, "circle", fill=LIGHT)),
        "kalah": lambda: len(elements(picture, "circle", fill="#f4ead9")),
        "2048:size=2": lambda: len(elements(picture, "text")),
    }
    assert counted[name]() == count


def test_backgammon_shows_all_checkers_dice_and_cube():
    game = plain(game_named("backgammon:cube=8"))
    picture = draw(game, game.read("4HPwATDgc/ABMA O 31 4O"))
    assert (
        len(elements(picture, "circle", fill=DARK, r="16"))
        == len(elements(picture, "circle", fill=LIGHT, r="16"))
        == 15
    )
    assert len(elements(picture, "circle", fill=DARK, r="2.8")) == 3 + 1
    assert any(each.text == "4" for each in elements(picture, "text"))


def test_a_caption_says_who_is_to_move_and_who_has_won():
    game = TicTacToe()
    assert "X to move" in draw(game)
    before = state_after(game, game.initial, ["a1", "b1", "a2", "b2"])
    assert "X wins" in draw(game, before, action_named(game, before, "a3"))
    assert "after five" in draw(game, before, caption="after five")
    assert "to move" not in draw(game, caption="")
    chess = game_named("chess")
    assert "a draw (stalemate)" in draw(chess, chess.read("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"))


def test_an_illegal_action_is_refused():
    with pytest.raises(IllegalAction):
        draw(TicTacToe(), None, 9)


class Line(NamedTuple):
    said: str = "<b>&\x1b[31m"


class Silent(Game):
    """A game of one word, without a drawing."""

    initial = Line()

    def to_move(self, state):
        return 0

    def actions(self, state):
        yield 0

    def result(self, state, action):
        return state

    def is_terminal(self, state):
        return False

    def show(self, state):
        return f"  {state.said}\nsecond line"


@pytest.mark.parametrize("said", ["", "<b>&", "\x1b[31m", "\x00\x0b\ufffe", "\ud800", "]]>", "♞ \U0001f600", "a\tb"])
def test_a_game_without_a_drawing_is_drawn_as_its_text(said):
    picture = draw(Silent(), Line(said))
    lines = [each.text for each in elements(picture, "text")]
    assert lines[-1] == "MAX to move"
    assert lines[-2] == "second\xa0line"
    assert "<b>" not in picture
    assert picture.encode()


def test_drawing_writes_nothing_into_the_users_class():
    before = dict(vars(Silent)), dict(vars(Line))
    draw(Silent(), Line("x"))
    Silent()._repr_html_()
    assert (dict(vars(Silent)), dict(vars(Line))) == before


class Dot(Silent):
    """A game with a drawing of its own in the same file."""


class DotDrawing(BoardDrawing):
    def board(self, state, marked):
        return Sketch(40, 40, (circle(20, 20, 10 + len(marked), "#123456"),))

    def places(self, state, action):
        return (action,)


class LoudDot(Dot):
    """A game that inherits a drawing, and shows something else."""

    def show(self, state):
        return "loud"


def test_a_users_drawing_is_found_by_its_name():
    assert middles(draw(Dot()), "#123456") == [(20, 20)]
    assert 'r="11"' in draw(Dot(), None, 0)
    assert 'r="10"' in Dot()._repr_html_()
    assert 'r="10"' in draw(Wrapper(Dot()))


def test_a_game_that_shows_something_else_is_not_drawn_as_its_base():
    assert ">loud<" in draw(LoudDot())


def test_a_typed_tree_draws_itself_before_any_search():
    tree = ExplicitGame.parse("max(a=min(3 12) b=chance(1/3: 2, 2/3: 5))")
    texts = [each.text for each in elements(draw(tree), "text")]
    assert sorted(text for text in texts if text.isdigit()) == sorted(["3", "12", "2", "5", "1", "2"])
    assert {"1 (1/3)", "2 (2/3)"} <= set(texts)
    assert "(1, 2, 6)" in draw(ExplicitGame.parse("A(B(<1 2 6> <4 2 3>) C(<6 1 2> <7 4 1>))"))
    assert "node 0" in draw(ExplicitGame.parse("#1=max(stop=-1 on=min(stop=1 back=#1))")).replace("\xa0", " ")


def test_a_picture_is_a_text():
    assert isinstance(draw(Dot()), Picture)
    assert draw(Dot()).startswith("<svg")

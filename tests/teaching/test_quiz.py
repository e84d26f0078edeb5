"""Questions whose answers are true, answers that are read as people write them, sheets that can be printed."""

from __future__ import annotations

import re

import pytest

from halfmove import ExplicitGame
from halfmove.errors import HalfmoveError
from halfmove.teaching.quiz import LEAVES, NUMBER, VECTOR, WINDOW, Question, quiz, solution
from halfmove.teaching.sheet import sheet_html, sheet_latex

pytestmark = pytest.mark.usefixtures("native")  # the plain lane does all this, in both runs of the suite

TWO_PLY = "max(a1=min(b1=3 b2=12 b3=8) a2=min(c1=2 c2=4 c3=6) a3=min(d1=14 d2=5 d3=2))"


def answers(made):
    return {question.text: solution(question) for question in made.questions}


def test_the_answers_for_the_figure_of_the_textbook():
    found = answers(quiz(TWO_PLY, count=99))
    assert found["What is the minimax value of the root?"] == "3"
    assert found["Which branch does MAX take at the root?"] == "a1"
    assert found["Which leaves does alpha-beta not look at?"] == "c2 c3"
    assert found["How many leaves does alpha-beta look at?"] == "7"
    assert found["With which window [alpha, beta] does alpha-beta enter a2?"] == "[3, +∞]"
    assert found["What is the minimax value of a2?"] == "2"  # the true one, although alpha-beta knows a bound


def test_chance_and_several_players():
    found = answers(quiz("max(chance(0.9: 2, 0.1: 3) chance(0.9: 1, 0.1: 4))", count=99))
    assert found["What is the expected minimax value of a?"] == "2.1"
    assert not any("alpha" in text for text in found)
    found = answers(quiz("A(B((1, 2, 6) (4, 3, 3)) B((6, 1, 2) (7, 4, 1)))", count=99))
    assert found["What does each player get at the root?"] == "(7, 4, 1)"


@pytest.mark.parametrize("seed", range(20))
def test_every_answer_is_right_and_nothing_else(seed):
    made = quiz(seed=seed, count=99)
    assert "cut" in [node.reason for _, node in made.root.walk()]
    for question in made.questions:
        assert question.is_right(question.accepted[0])
        assert not question.is_right("no idea")
        if question.form == NUMBER:
            assert not question.is_right(f"{question.accepted[0]}1")
    assert made.questions == quiz(seed=seed, count=99).questions


@pytest.mark.parametrize(
    ("form", "right", "written", "verdict"),
    [
        (NUMBER, "0.333", "1/3", True),
        (NUMBER, "3", "3.0", True),
        (NUMBER, "3", "three", False),
        (NUMBER, "3", "", False),
        (NUMBER, "3", "1/0", False),
        (WINDOW, "[3, +∞]", "3 inf", True),
        (WINDOW, "[3, +∞]", "[3, +oo]", True),
        (WINDOW, "[-∞, 2]", "-Infinity, 2", True),
        (WINDOW, "[-∞, 2]", "inf 2", False),
        (WINDOW, "[3, +∞]", "3", False),
        (LEAVES, "4 6", "6, 4", True),
        (LEAVES, "4 6", "4", False),
        (LEAVES, "none", "-", True),
        (LEAVES, "4", "none", False),
        (VECTOR, "(1, 2, 6)", "1 2 6", True),
        (VECTOR, "(1, 2, 6)", "1 2", False),
    ],
)
def test_answers_are_read_as_people_write_them(form, right, written, verdict):
    assert Question(form, "?", (right,), "").is_right(written) is verdict


@pytest.mark.parametrize(
    ("text", "reason"),
    [("5", "nothing to ask"), ("max(#1=3 #1)", "about a tree"), ("max(" + "1 " * 101 + ")", "no exercise")],
)
def test_trees_that_are_no_exercise(text, reason):
    with pytest.raises(HalfmoveError, match=reason):
        quiz(text)
    with pytest.raises(HalfmoveError, match="can have more than 100 leaves"):
        quiz(depth=9, width=9)


def test_the_sheet_does_not_tell_the_solutions_before_its_end():
    made = quiz(TWO_PLY)
    page = sheet_html(made, "Sheet")
    front, _, end = page.partition('<section class="solutions">')
    assert "≤ 2" not in front
    assert ">3</text>" in front  # a leaf
    assert front.count(">3</text>") == 1
    assert "≤ 2" in end
    assert not re.findall(r"\b(?:src|href|url)\b", page)
    assert '<section class="solutions">' not in sheet_html(made, "Sheet", solutions=False)
    document = sheet_latex(made, "Sheet")
    assert document.count("\\begin{tikzpicture}") == 2
    assert document.count("\\item") == 2 * len(made.questions)
    assert sheet_latex(made, "Sheet", solutions=False).count("\\begin{tikzpicture}") == 1
    assert document.replace("\\{", "").replace("\\}", "").count("{") == document.replace("\\{", "").replace(
        "\\}", ""
    ).count("}")


def test_names_are_unique_and_kept_where_they_are():
    made = quiz("max(min(3 12) min(2 4))")
    labels = [node.label for path, node in made.blank.walk() if path]
    assert labels == ["a", "1", "2", "b", "3", "4"]
    assert ExplicitGame.parse(made.game.to_text()).to_text() == made.game.to_text()
    kept = [node.label for path, node in quiz(TWO_PLY).blank.walk() if path]
    assert kept[:3] == ["a1", "b1", "b2"]

"""`halfmove lesson`, `quiz` and `grade` at the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from halfmove.lessons.catalogue import LESSONS, SOURCES

pytestmark = pytest.mark.usefixtures("native")  # the plain lane does all this, in both runs of the suite

STUDENTS = Path(__file__).parents[1] / "teaching" / "students.py"
TREE = "max(min(3 12 8) min(2 4 6) min(14 5 2))"


def test_lessons_are_listed_in_a_narrow_terminal(halfmove, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    shown = halfmove("lesson").stdout
    assert all(name in shown for name in LESSONS)
    assert len(shown.splitlines()) <= 24  # lines of a terminal


@pytest.mark.parametrize("name", ["no-move", "average", "errors-in-leaves", "scale"])  # tests/lessons runs all
def test_a_lesson_names_its_source_and_ends_in_a_picture(halfmove, tmp_path, name):
    picture = tmp_path / "lesson.svg"
    shown = halfmove("lesson", list(LESSONS).index(name) + 1, "--svg", picture)
    assert shown.exit_code == 0, shown.stderr
    text = " ".join(shown.stdout.split())
    assert all(SOURCES[source] in text for source in LESSONS[name].sources)
    assert shown.stdout.rstrip().splitlines()[-1].lstrip("│ ").startswith("└──")
    assert picture.read_text().startswith("<svg")
    assert halfmove("lesson", name, "--svg", picture).exit_code == 2
    assert json.loads(halfmove("lesson", name, "--json").stdout)["name"] == name


def test_every_source_is_in_the_references(halfmove):
    references = " ".join((Path(__file__).parents[2] / "docs" / "references.md").read_text().replace("*", "").split())
    for lesson in LESSONS.values():
        assert all(SOURCES[source] in references for source in lesson.sources)
    assert "did you mean memory?" in halfmove("lesson", "memry").stderr
    assert len(json.loads(halfmove("lesson", "--json").stdout)) == len(LESSONS)


def test_a_quiz_at_the_terminal(halfmove):
    shown = halfmove("quiz", TREE, "--questions", 3, typed="3\nb\n5 6\n").stdout
    assert "Right." in shown
    assert "No: a." in shown
    assert "2 of 3 right" in shown
    assert "a2" not in shown
    assert shown.rstrip().endswith("9 ■ 2")
    assert "0 of 0 right" in halfmove("quiz", "--seed", 5, typed="").stdout
    assert halfmove("quiz", "--seed", 5, "--json").stdout == halfmove("quiz", "--seed", 5, "--json").stdout


def test_a_quiz_to_print(halfmove, tmp_path):
    page, document = tmp_path / "quiz.html", tmp_path / "quiz.tex"
    done = halfmove("quiz", "--html", page, "--latex", document)
    assert (done.exit_code, done.stdout) == (0, "")
    assert "<section" in page.read_text()
    assert "tikzpicture" in document.read_text()
    assert halfmove("quiz", "--html", page).exit_code == 2


def test_grade(halfmove, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(STUDENTS.parent)
    from students import RIGHT

    file = tmp_path / "student.py"
    file.write_text(RIGHT)
    assert (
        halfmove("grade", f"{file}:alphabeta", "--trees", 2).stdout == "student.py:alphabeta: right on 15 of 15 trees\n"
    )
    file.write_text(RIGHT.replace("alpha = max(alpha, v)", "print('here')"))
    wrong = halfmove("grade", f"{file}:alphabeta", "--trees", 2)
    assert wrong.exit_code == 1
    assert "The smallest tree that shows a mistake: max(" in wrong.stdout
    assert "it printed: here" in wrong.stdout
    wrong = halfmove("grade", f"{file}:alphabeta", "--trees", 0, "--json")
    assert json.loads(wrong.stdout)["mistake"]["reasons"]
    assert halfmove("grade", "student.py").exit_code == 2
    assert halfmove("grade", f"{file}:alphabeta", "--search", "beam").exit_code == 2
    assert halfmove("grade", f"{file}:alphabeta", "--tree", "min(1 2)").exit_code == 2

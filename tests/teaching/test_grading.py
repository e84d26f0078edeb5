"""A grader that lets what is right pass, and shows the smallest tree for what is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from students import BEYOND, EXIT, EXPECTIMINIMAX, LOOP, MISTAKES, RIGHT, TALKING, THIRD_EDITION

from halfmove import ExplicitGame
from halfmove.errors import HalfmoveError
from halfmove.teaching.exercises import FIXED, FIXED_WITH_CHANCE, Tree, smaller, tree_of
from halfmove.teaching.grading import _compared, grade, nodes_of, search_named

pytestmark = pytest.mark.usefixtures("native")  # a process of the student's own, and plain Python: once is enough


@pytest.fixture
def written(tmp_path):
    def write(text, name="student.py"):
        file = tmp_path / name
        file.write_text(text)
        return file

    return write


def test_right_functions_pass(written):
    report = grade(written(RIGHT), "alphabeta", "alphabeta", trees=12)
    assert (report.right, report.mistake) == (report.tried, None)
    assert report.tried == len(FIXED) + 12
    report = grade(written(EXPECTIMINIMAX), "expectiminimax", "expectiminimax", trees=4)
    assert report.right == report.tried == len(FIXED) + len(FIXED_WITH_CHANCE) + 4


def test_the_third_edition_passes_too(written):
    """AIMA's code of the third edition takes (state, game) and answers with an action alone."""
    report = grade(written(THIRD_EDITION), "minmax_decision", search_named("minmax_decision"), trees=4)
    assert (report.right, report.without_value) == (report.tried, True)


def test_a_function_may_print_and_read(written):
    report = grade(written(TALKING), "alphabeta", "alphabeta", trees=0)
    assert report.right == report.tried


@pytest.mark.parametrize("name", MISTAKES)
def test_each_mistake_is_found_and_shown_small(written, name):
    what, instead, said = MISTAKES[name]
    assert what in RIGHT
    report = grade(written(RIGHT.replace(what, instead)), "alphabeta", "alphabeta", trees=6)
    assert report.mistake is not None
    assert report.right < report.tried
    assert any(said in reason for reason in report.mistake.reasons), report.mistake.reasons
    assert report.mistake.tree.size <= 7


def test_nothing_smaller_shows_the_mistake(written):
    """The tree that is shown is the smallest: every part left out makes the function right."""
    what, instead, _ = MISTAKES["alpha is never raised"]
    file = written(RIGHT.replace(what, instead))
    found = grade(file, "alphabeta", "alphabeta", trees=6).mistake
    assert found is not None
    for tree in smaller(found.tree):
        assert grade(file, "alphabeta", "alphabeta", typed=[str(tree)]).mistake is None


def test_pruning_beyond_equality_is_told_from_a_mistake(written):
    file = written(BEYOND)
    assert "--beyond" in grade(file, "alphabeta", "alphabeta", trees=6).hint
    report = grade(file, "alphabeta", "alphabeta", cut_equal=False, trees=6)
    assert report.right == report.tried


def test_a_loop_without_end_and_a_process_that_ends(written):
    report = grade(written(LOOP), "alphabeta", "alphabeta", trees=0, seconds=0.3)
    assert report.left_out > 0
    assert "no answer within 0.3 s" in report.mistake.reasons[0]
    report = grade(written(EXIT), "alphabeta", "alphabeta", trees=0)
    assert "exit code 7" in report.mistake.reasons[0]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def alphabeta(game, state)\n    pass\n", "line 1"),
        ("x = 1 / 0\n", "line 1: ZeroDivisionError"),
        ("def minimax(game, state): ...\n", "no function 'alphabeta'; there are minimax"),
        ("from halfmove import alphabeta\n", "the search of halfmove itself"),
        ("raise SystemExit\n", "SystemExit"),
    ],
)
def test_files_that_cannot_be_graded(written, text, reason):
    with pytest.raises(HalfmoveError, match=reason):
        grade(written(text), "alphabeta", "alphabeta")


def test_files_and_names_that_are_not_there():
    with pytest.raises(HalfmoveError, match="there is no such file"):
        grade(Path("nowhere.py"), "alphabeta", "alphabeta")
    with pytest.raises(HalfmoveError, match="say which it is"):
        search_named("my_search")
    assert search_named("alpha_beta_search") == "alphabeta"


def test_the_process_of_a_student_holds_no_answer():
    """What is sent holds the values of leaves alone, and the process imports nothing of ours."""
    game = ExplicitGame.parse("max[7](min[5](3 12) 2)")
    sent = json.dumps(nodes_of(game))
    assert sent.count("null") == 2 + 3  # inner nodes have no value, leaves no mover
    assert "7" not in sent
    program = Path(grade.__code__.co_filename).with_name("student.py").read_text()
    assert "halfmove" not in "".join(line for line in program.splitlines() if "import" in line)


def test_trees_survive_their_text():
    for text in (*FIXED, *FIXED_WITH_CHANCE):
        assert str(tree_of(ExplicitGame.parse(text))) == ExplicitGame.parse(text).to_text()


def test_smaller_trees_are_trees():
    tree = tree_of(ExplicitGame.parse("max(min(max(7 8) 5) chance(1/3: 1, 2/3: min(3 4)))"))
    found = list(smaller(tree))
    assert found
    for each in found:
        assert isinstance(each, Tree)
        assert each.mover == "max"
        assert each.size <= tree.size
        assert ExplicitGame.parse(str(each)).to_text()


def test_compared_needs_no_process_of_its_own():
    class Same:
        was_late = False

        def answer(self, game):
            from halfmove.teaching.grading import Answer

            return Answer(1.0, "1", [1])

    from halfmove import alphabeta

    mistake, _ = _compared(Same(), alphabeta, tree_of(ExplicitGame.parse("max(1 0)")))
    assert mistake is not None
    assert mistake.reasons == ["leaf 2 (=0) matters, and was not looked at"]

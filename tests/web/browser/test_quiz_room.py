"""Quizzes are marked at once, right and wrong, by mouse and by typing."""

from __future__ import annotations

import pytest

from halfmove.teaching.quiz import LEAVES, quiz

pytestmark = pytest.mark.one_lane

SEED = 7


def test_answers_are_marked_right_and_wrong(visitor):
    exercise = quiz(seed=SEED)
    page = visitor.open(f"#/quiz?seed={SEED}")
    page.wait_for_selector("main.qz")
    for place, question in enumerate(exercise.questions):
        assert page.locator("h1").inner_text() == question.text
        if question.form == LEAVES:
            continue_with_leaves(page, question.accepted[0])
        else:
            field = page.get_by_label("Your answer")
            field.fill("-77")
            field.press("Enter")
            page.wait_for_selector(".mark3 .cross")
            assert "Not right" in page.locator(".mark3").inner_text()
            page.get_by_role("button", name="Try again").click()
            field.fill(question.accepted[0])
            field.press("Enter")
        page.wait_for_selector(".mark3 .tick")
        assert page.locator(".mark3 b").inner_text() == "Right."
        if place + 1 < len(exercise.questions):
            page.get_by_role("button", name="Next question").click()
    assert page.locator(".dots .ok").count() == len(exercise.questions) - 1
    with page.expect_download() as results:
        page.get_by_role("button", name="Results, CSV").click()
    assert results.value.suggested_filename.endswith(".csv")


def continue_with_leaves(page, solution: str) -> None:
    """Mark one leaf too many first, then the right ones."""
    leaves = page.locator("halfmove-tree .node.leaf")
    names = solution.replace(",", " ").split()
    for place in range(leaves.count()):
        leaves.nth(place).click(force=True)
    page.get_by_role("button", name="Mark it").click()
    page.wait_for_selector("halfmove-tree .verdict.wrong", state="attached")
    assert page.locator("halfmove-tree .verdict.right").count() == len(names)
    page.get_by_role("button", name="Try again").click()
    for name in names:
        page.locator("halfmove-tree .node.leaf").nth(int(name) - 1).click(force=True)
    page.get_by_role("button", name="Mark it").click()


def test_the_same_seed_is_the_same_quiz_and_another_is_not(visitor):
    def leaves(seed: int) -> list[str]:
        page = visitor.open(f"#/quiz?seed={seed}")
        page.wait_for_selector("halfmove-tree .node.leaf", state="attached")
        return page.locator("halfmove-tree .node.leaf .val").all_text_contents()

    first = leaves(3)
    assert leaves(3) == first
    assert leaves(5) != first

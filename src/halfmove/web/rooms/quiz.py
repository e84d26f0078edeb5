"""Quizzes: questions about a tree, marked at once; the same numbers make the same questions."""

from __future__ import annotations

import csv
import io
from functools import lru_cache
from typing import Any

from halfmove.errors import HalfmoveError
from halfmove.explain.tree import Node
from halfmove.teaching.quiz import HOW, Question, Quiz, solution
from halfmove.teaching.quiz import quiz as make
from halfmove.teaching.sheet import sheet_html, sheet_latex
from halfmove.web import messages
from halfmove.web.rooms.play import MIMES, file
from halfmove.web.same import command, same
from halfmove.web.workspace import Workspace


@lru_cache(maxsize=8)
def _made(tree: str | None, seed: int, count: int, depth: int, width: int) -> Quiz:
    return make(tree, seed=seed, count=count, depth=depth, width=width)


def _quiz(numbers: messages.QuizNumbers) -> Quiz:
    return _made(numbers.tree or None, numbers.seed, numbers.questions, numbers.depth, numbers.width)


def quiz(workspace: Workspace, request: messages.Quiz) -> dict[str, Any]:
    """Return the tree and the questions, without answers."""
    exercise, numbers = _quiz(request.quiz), request.quiz
    nodes: list[dict[str, Any]] = []
    _list(exercise.blank, None, nodes)
    places = {node["label"]: number for number, node in enumerate(nodes) if node["label"]}
    questions = [
        {"form": each.form, "text": each.text, "how": HOW[each.form], "node": _node_of(each, places)}
        for each in exercise.questions
    ]
    options = {"seed": numbers.seed, "questions": numbers.questions, "depth": numbers.depth, "width": numbers.width}
    text = (
        "from halfmove.teaching.quiz import quiz\n\n"
        f"exercise = quiz({numbers.tree!r}, seed={numbers.seed}, count={numbers.questions},"
        f" depth={numbers.depth}, width={numbers.width})\n"
    )
    line = command("quiz", numbers.tree or "", **options) if numbers.tree else command("quiz", "", **options)
    return {
        "type": "quiz",
        "tree": exercise.game.to_text(),
        "search": exercise.search,
        "nodes": nodes,
        "questions": questions,
        "same": same(line.replace(" ''", ""), text),
    }


def _list(node: Node, parent: int | None, nodes: list[dict[str, Any]]) -> None:
    """List a tree, parents first."""
    number = len(nodes)
    nodes.append(
        {
            "parent": parent,
            "label": node.label,
            "mover": node.mover,
            "value": None if node.children else node.value,
            "vector": list(node.vector),
            "probability": node.probability,
        }
    )
    for child in node.children:
        _list(child, number, nodes)


def _node_of(question: Question, places: dict[str, int]) -> int | None:
    """Return the node that a question is about: the one that it names, or the root."""
    words = question.text.rstrip("?").split()
    return 0 if words[-1] == "root" else places.get(words[-1])


def _question(exercise: Quiz, number: int) -> Question:
    if number >= len(exercise.questions):
        raise HalfmoveError(f"question {number + 1}: there are {len(exercise.questions)}")
    return exercise.questions[number]


def mark(workspace: Workspace, request: messages.Mark) -> dict[str, Any]:
    """Mark an answer, and explain it."""
    question = _question(_quiz(request.quiz), request.question)
    right = question.is_right(request.answer)
    return {"type": "marked", "right": right, "solution": solution(question), "why": question.why}


def sheet(workspace: Workspace, request: messages.Sheet) -> dict[str, Any]:
    """Return the questions as a sheet to print."""
    exercise = _quiz(request.quiz)
    title = f"Quiz on {exercise.search}" + ("" if request.quiz.tree else f", number {request.quiz.seed}")
    if request.format == "html":
        return file("quiz.html", sheet_html(exercise, title, request.solutions), MIMES["html"])
    if request.format == "latex":
        return file("quiz.tex", sheet_latex(exercise, title, request.solutions), MIMES["latex"])
    raise HalfmoveError(f"'{request.format}': a sheet is html or latex")


def results(workspace: Workspace, request: messages.Results) -> dict[str, Any]:
    """Return answers and how they were marked, as CSV."""
    exercise, written = _quiz(request.quiz), io.StringIO()
    table = csv.writer(written)
    table.writerow(["name", "seed", "question", "answer", "right", "solution"])
    for question, answer in zip(exercise.questions, request.answers, strict=False):
        right = "yes" if question.is_right(answer) else "no"
        row = [request.name, request.quiz.seed, question.text, answer, right, solution(question)]
        table.writerow([_harmless(cell) for cell in row])
    return file("quiz.csv", written.getvalue(), MIMES["csv"])


def _harmless(cell: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula; numbers stay numbers."""
    text = str(cell)
    is_number = text.lstrip("+-").replace(".", "", 1).isdecimal()
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") and not is_number else cell

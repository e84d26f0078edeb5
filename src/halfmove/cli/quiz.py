"""`halfmove quiz`: questions about a tree, answered here and marked with explanations, or as a sheet to print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from halfmove.cli.files import Force, require_new
from halfmove.cli.options import Json, Quiet, Seed
from halfmove.cli.report import print_json

if TYPE_CHECKING:
    from halfmove.teaching.quiz import Question, Quiz

QUIT = {"quit", "exit", "q"}


def quiz(
    tree: Annotated[
        str | None, typer.Argument(help="The tree, as 'max(min(3 12) min(2 4))'; without one, a random one.")
    ] = None,
    questions: Annotated[int, typer.Option(min=1, help="Questions to ask.")] = 6,
    depth: Annotated[int, typer.Option(min=1, help="Plies of a random tree.")] = 3,
    width: Annotated[int, typer.Option(min=1, help="Branches of a node of a random tree, at most.")] = 2,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a sheet to print instead.")] = None,
    latex: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the sheet for LaTeX.")] = None,
    solutions: Annotated[bool, typer.Option(help="Let the sheet have solutions at its end.")] = True,
    force: Force = False,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Ask about a tree: values, windows, what is cut, which action. The same seed asks the same questions."""
    from halfmove.teaching.quiz import quiz as make
    from halfmove.teaching.quiz import solution
    from halfmove.teaching.sheet import sheet_html, sheet_latex

    require_new((html, latex), force)
    exercise = make(tree, seed=seed, count=questions, depth=depth, width=width)
    title = f"Quiz on {exercise.search}" + ("" if tree else f", number {seed}")
    if html is not None:
        html.write_text(sheet_html(exercise, title, solutions), encoding="utf-8")
    if latex is not None:
        latex.write_text(sheet_latex(exercise, title, solutions), encoding="utf-8")
    if as_json:
        asked = [{"question": q.text, "answer": solution(q), "why": q.why} for q in exercise.questions]
        print_json({"tree": exercise.game.to_text(), "search": exercise.search, "questions": asked})
    elif html is None and latex is None:
        _ask_all(exercise, title, quiet)


def _ask_all(exercise: Quiz, title: str, quiet: bool) -> None:
    """Ask at the terminal, and mark each answer at once."""
    from halfmove.cli.tree import say, show_tree

    if not quiet:
        say(title, "bold")
    show_tree(exercise.blank)
    right = asked = 0
    for number, question in enumerate(exercise.questions, 1):
        written = _answer(number, question)
        if written is None or written.strip().casefold() in QUIT:
            say("")
            break
        asked += 1
        right += _mark(question, written)
    say(f"{right} of {asked} right", "bold")
    if asked == len(exercise.questions):
        say("The tree, solved:")
        show_tree(exercise.root)


def _answer(number: int, question: Question) -> str | None:
    """Return what was written; None at the end of the input."""
    from halfmove.cli.tree import say
    from halfmove.teaching.quiz import HOW

    say(f"\n{number}. {question.text} ({HOW[question.form]})", wrap=True)
    try:
        return input("> ")
    except EOFError:
        return None


def _mark(question: Question, written: str) -> bool:
    from halfmove.cli.tree import say
    from halfmove.teaching.quiz import solution

    right = question.is_right(written)
    say("Right." if right else f"No: {solution(question)}.", "green" if right else "red")
    say(question.why, wrap=True)
    return right

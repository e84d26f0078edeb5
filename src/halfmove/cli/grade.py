"""`halfmove grade`: a student's own search beside ours, on fixed and random trees, with the smallest mistake."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from halfmove.cli.options import Json, Quiet, Seed
from halfmove.cli.report import print_json

if TYPE_CHECKING:
    from halfmove.teaching.grading import Report

MISTAKE = 1  # the exit code of a function that is not right


def grade(
    function: Annotated[
        str,
        typer.Argument(metavar="FILE.py:NAME", help="The function, as in student.py:alphabeta.", show_default=False),
    ],
    search: Annotated[
        str | None,
        typer.Option(
            help="What it should be, where its name does not say: minimax, alphabeta or expectiminimax.",
            show_default=False,
        ),
    ] = None,
    beyond: Annotated[
        bool, typer.Option("--beyond", help="Alpha-beta prunes on alpha > beta only, not on equality.")
    ] = False,
    trees: Annotated[int, typer.Option(min=0, help="Random trees to try.")] = 60,
    tree: Annotated[
        list[str] | None, typer.Option("--tree", help="Try these trees alone, as 'max(min(3 12) min(2 4))'.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="Time that one tree may take.")] = 2.0,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Try a student's search: the same values, the same leaves in the same order, a best action.

    The function is `def alphabeta(game, state)` and answers `(value, action)`; the game has the questions of the
    textbook: initial, to_move, actions, result, is_terminal, utility, and chances where chance moves. A leaf counts
    as looked at when its utility is asked. The function runs in a process of its own, which is ended when it takes
    too long. Exit code 1 if something is not right.
    """
    from halfmove.errors import HalfmoveError
    from halfmove.teaching.grading import SEARCHES, search_named
    from halfmove.teaching.grading import grade as grade_function

    file, colon, name = function.partition(".py:")
    if not colon or not name:
        raise HalfmoveError(f"{function}: say which function of which file, as student.py:alphabeta")
    if search is not None and search not in SEARCHES:
        raise HalfmoveError(f"'{search}' is none of {', '.join(SEARCHES)}")
    report = grade_function(
        Path(f"{file}.py"),
        name,
        search or search_named(name),
        cut_equal=not beyond,
        trees=trees,
        seed=seed,
        seconds=seconds,
        typed=tree or (),
    )
    if as_json:
        print_json(_data(report))
    elif not quiet:
        _show(report)
    if report.right < report.tried + report.left_out:
        raise typer.Exit(MISTAKE)


def _data(report: Report) -> dict[str, object]:
    mistake = report.mistake
    return {
        "function": report.name,
        "right": report.right,
        "tried": report.tried,
        "left_out": report.left_out,
        "mistake": mistake
        and {
            "tree": str(mistake.tree),
            "reasons": mistake.reasons,
            "value": mistake.expected.value,
            "answer": {"value": mistake.answer.value, "action": mistake.answer.action},
        },
        "hint": report.hint,
    }


def _show(report: Report) -> None:
    from halfmove.cli.tree import say, show_tree
    from halfmove.teaching.grading import leaf_name

    style = "bold green" if report.mistake is None and not report.left_out else "bold red"
    say(f"{report.name}: right on {report.right} of {report.tried} trees", style)
    if report.left_out:
        say(f"{report.left_out} trees were not tried, because others took too long", wrap=True)
    missing = [word for word, lacks in (("value", report.without_value), ("action", report.without_action)) if lacks]
    if missing:
        say(f"it returned no {' and no '.join(missing)}, so that was not compared", wrap=True)
    mistake = report.mistake
    if mistake is None:
        return
    say(f"\nThe smallest tree that shows a mistake: {mistake.tree}", wrap=True)
    show_tree(mistake.expected.root)
    for reason in mistake.reasons:
        say(f"- {reason}", "red", wrap=True)
    if mistake.answer.leaves != mistake.expected.leaves and not mistake.answer.error:
        for what, leaves in (("to look at: ", mistake.expected.leaves), ("looked at:  ", mistake.answer.leaves)):
            names = " ".join(leaf_name(mistake.game, leaf) for leaf in leaves) or "none"
            say(f"  leaves {what} {names}", wrap=True)
    if mistake.answer.printed:
        say(f"  it printed: {mistake.answer.printed.strip()}", wrap=True)
    if report.hint:
        say(report.hint, wrap=True)

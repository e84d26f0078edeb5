"""`halfmove lesson`: what textbooks print, wrong or worth a try, each with a game that shows it, and a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from halfmove.cli.files import Force, require_new
from halfmove.cli.options import Json, Quiet
from halfmove.cli.report import console, print_json, table

if TYPE_CHECKING:
    from halfmove.lessons.catalogue import Lesson
    from halfmove.lessons.finding import Finding


def _names(incomplete: str) -> list[str]:
    from halfmove.lessons.catalogue import LESSONS

    return [name for name in LESSONS if name.startswith(incomplete)]


def lesson(
    name: Annotated[
        str | None,
        typer.Argument(help="Its name or number; without one, all are listed.", autocompletion=_names),
    ] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw its picture as SVG.")] = None,
    force: Force = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List the lessons, or run one: what is printed, what is wrong, the smallest counterexample, and its tree."""
    from halfmove.errors import HalfmoveError
    from halfmove.explain.picture import tree_svg
    from halfmove.lessons.catalogue import LESSONS, SOURCES, lesson_named

    if name is None:
        if svg is not None:
            raise HalfmoveError("say which lesson to draw, as `halfmove lesson 2 --svg FILE`")
        if as_json:
            print_json([{"name": key, "title": each.title, "where": each.where} for key, each in LESSONS.items()])
            return
        rows = table("#", "lesson", "what", "printed in")
        for i, (key, each) in enumerate(LESSONS.items(), 1):
            rows.add_row(str(i), key, each.title, f"{each.sources[0]}, {each.where.partition(';')[0]}")
        rows.columns[1].min_width = max(map(len, LESSONS))
        rows.show_edge = False  # all of them fit on a terminal of 24 lines
        for column in rows.columns:
            column.no_wrap, column.overflow = True, "ellipsis"  # one line each
        console().print(rows)
        if not quiet:
            console().print("`halfmove lesson 2` runs one.", markup=False)
        return
    require_new((svg,), force)
    key, chosen = lesson_named(name)
    finding = chosen.find()
    if svg is not None:
        picture = finding.drawing if finding.root is None else tree_svg(finding.root, f"{chosen.title}: {finding.text}")
        svg.write_text(picture, encoding="utf-8")
    if as_json:
        sources = [SOURCES[source] for source in chosen.sources]
        print_json(
            {
                **chosen._asdict(),
                "find": None,
                "name": key,
                "sources": sources,
                "game": finding.text,
                "findings": finding.sentences,
            }
        )
    elif not quiet:
        _show(chosen, finding)


def _show(chosen: Lesson, finding: Finding) -> None:
    from halfmove.cli.tree import say, show_tree
    from halfmove.lessons.catalogue import SOURCES

    say(chosen.title, "bold")
    for source in chosen.sources:
        say(f"  {SOURCES[source]}", "dim", wrap=True)
    say(f"  there: {chosen.where}\n", "dim", wrap=True)
    words = ("Printed", "Why" if chosen.holds else "Wrong", "Instead")
    for word, text in zip(words, (chosen.printed, chosen.wrong, chosen.instead), strict=True):
        say(f"{word}: {text}", wrap=True)
    game = "The smallest game that shows it" if finding.is_smallest else "The game"
    say(f"\n{game}: {finding.text}", wrap=True)
    if finding.root is None:
        say(finding.game.show(finding.game.initial))
    for sentence in finding.sentences:
        say(sentence, wrap=True)
    if finding.root is not None:
        show_tree(finding.root)

"""`halfmove bench GAME --suite FILE`: positions with known values or best actions, and how a search does on them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from halfmove.core.choice import Choice, Limit
    from halfmove.core.game import Game
    from halfmove.play.records.suites import Case

WRONG = 1  # exit code: a value that was called exact is not
_SECONDS = 1.0  # for each position where nothing else is said
_SHOWN = 10  # wrong answers that are listed


def run_suite(game: str, file: Path, search: str | None, limit: Limit, as_json: bool, quiet: bool) -> None:
    """Search each position of a file, and report what was right and wrong, mean time and nodes."""
    from rich.progress import track

    from halfmove.cli.report import console, print_json, rate, table
    from halfmove.play.foreign_text import printable, read_text
    from halfmove.play.loading import load_game
    from halfmove.play.records.suites import read_suite, report, with_margin

    text = read_text(file)
    played = with_margin(load_game(game))
    cases = read_suite(played, text)
    choose, hidden = _chooser(played, cases, search, limit), as_json or quiet
    tracked = track(cases, f"{len(cases)} positions", console=console(stderr=True), disable=hidden, transient=True)
    totals = report([(case, choose(case.state)) for case in tracked])
    data = {
        "cases": totals.cases,
        "right": totals.right,
        "wrong": len(totals.wrong),
        "wrong_values": totals.wrong_values,
        "mean_seconds": totals.seconds / totals.cases,
        "mean_nodes": totals.nodes / totals.cases,
    }
    if as_json:
        print_json(data)
    elif quiet:
        print(f"{totals.right}/{totals.cases}")
    else:
        rows = table("", "#")
        rows.show_header = False
        rows.add_row("right", f"{totals.right} of {totals.cases}")
        rows.add_row("exact values that are wrong", str(totals.wrong_values))
        rows.add_row("mean time", f"{totals.seconds / totals.cases:.3g} s")
        rows.add_row("mean nodes", f"{totals.nodes / totals.cases:,.0f} ({rate(totals.nodes, totals.seconds)})")
        console().print(rows)
        for case, choice in totals.wrong[:_SHOWN]:
            console().print(printable(f"wrong: {case.name}: {choice}"), markup=False)
    if totals.wrong_values:
        raise typer.Exit(WRONG)


def _chooser(game: Game, cases: list[Case], search: str | None, limit: Limit) -> Callable[[Any], Choice]:
    """Return the search that is asked for, or else one that suits: values are proven, actions found by the engine."""
    from dataclasses import replace

    from halfmove.core.choice import Limit
    from halfmove.play.players.search import choices
    from halfmove.play.players.spec import parse_spec
    from halfmove.search.engine import Engine
    from halfmove.search.solving import prove

    if search is not None:
        spec = parse_spec(search)

        def by_spec(state: Any) -> Choice:
            *_, last = choices(spec, game, state, limit)
            return last

        return by_spec
    if all(case.value is not None for case in cases):
        return lambda state: prove(game, state, limit=limit)
    engine = Engine(game)
    engine.prepare()
    limit = replace(limit, seconds=_SECONDS) if limit == Limit() else limit

    def by_engine(state: Any) -> Choice:
        engine.forget()
        return engine.choose(state, limit)

    return by_engine

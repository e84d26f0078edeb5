"""`halfmove check`: does a game keep the laws that every search relies on, and does it compile?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from halfmove.cli.options import GameText, Json, Quiet, Seed

if TYPE_CHECKING:
    from halfmove.check.laws import Finding
    from halfmove.core.game import Game

GAMES = 20  # of random play


def check(
    game: GameText,
    games: Annotated[int, typer.Option(min=1, help="Random games to play.")] = GAMES,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Check a game by random play against the laws, then compile it method by method.

    A game that need not end is only warned of.
    """
    from halfmove.check.class_laws import misspelt
    from halfmove.check.endless import endless
    from halfmove.check.knowledge_laws import recall
    from halfmove.check.laws import broken, summary
    from halfmove.cli.report import console, print_json
    from halfmove.play.loading import as_typed, load_game

    played = load_game(game, whole=False)
    breaches = broken(played, seed, games)
    lane, in_lane = ("not tried", []) if breaches else _lanes(played, seed, games)
    warnings = [] if breaches else [*misspelt(played), *endless(played, seed)]
    decorated = "__compiled__" in vars(type(played))
    laws_kept = not breaches and not (decorated and in_lane)
    if as_json:
        findings = [{"law": finding.law, "text": finding.text} for finding in (*breaches, *in_lane)]
        known = {"recall": recall(played)} if laws_kept and played.has_secrets else {}
        print_json({"ok": laws_kept, "findings": findings, "warnings": warnings, "compiled": lane} | known)
    elif not quiet:
        for finding in breaches:
            console().print(f"[red]broken[/] {finding.law}: ", end="")
            console().print(as_typed(finding.text), markup=False)
            console().print(f"       {summary(finding.law)}", style="dim", markup=False)
        for finding in in_lane:
            console().print("[red]compiled[/] " if decorated else "[yellow]plain lane only[/] ", end="")
            console().print(f"{finding.law}: {as_typed(finding.text)}", markup=False)
        for warning in warnings:
            console().print("[yellow]warning[/] ", end="")
            console().print(as_typed(warning), markup=False)
        if laws_kept:
            console().print(f"[green]{type(played).__name__} keeps the laws[/]; compiled lane: {lane}")
            if played.has_secrets:
                console().print(f"recall: {recall(played)}", markup=False)
    if not laws_kept:
        raise typer.Exit(1)


def _lanes(game: Game, seed: int, games: int) -> tuple[str, list[Finding]]:
    """Return how the compiled lane stands, and what is wrong with it."""
    from halfmove.check.lanes import disagreements, in_compiled_lane
    from halfmove.check.laws import Finding
    from halfmove.compiled import lane_of
    from halfmove.errors import NotCompilable

    try:
        if lane_of(in_compiled_lane(game)) != "compiled":
            return "off", []
        findings = list(disagreements(game, seed, games))
    except NotCompilable as error:
        findings = [Finding("compiles", str(error))]
    return ("fails" if findings else "agrees"), findings

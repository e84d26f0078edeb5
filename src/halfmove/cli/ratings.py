"""`halfmove ratings`: who is how strong, from the results of matches or from records of games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from halfmove.cli.options import Json, Quiet, Seed

if TYPE_CHECKING:
    from halfmove.play.match import Match
    from halfmove.play.ratings import Estimate, Result
    from halfmove.play.store import Store


def ratings(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Databases of matches, or records: .pgn, .pdn, .sgf, .json."),
    ],
    anchor: Annotated[str | None, typer.Option(help="The player whose rating is --origin.", show_default=False)] = None,
    origin: Annotated[float, typer.Option(help="The rating of the anchor, or else the mean.")] = 0.0,
    svg: Annotated[Path | None, typer.Option(help="Draw the ratings with their errors to this file.")] = None,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Rate all players of finished games at once, with errors, and show who took points from whom.

    \\b
    halfmove ratings test.db
    halfmove ratings games.pgn --anchor Stockfish --origin 3000 --svg ratings.svg
    """
    from halfmove.cli.report import print_json
    from halfmove.play.ratings import crosstable, ratings_svg, ratings_text
    from halfmove.play.ratings import ratings as rate

    results = [result for file in files for result in _results(file)]
    rated = rate(results, anchor=anchor, origin=origin)
    if svg is not None:
        svg.write_text(ratings_svg(rated), encoding="utf-8")
    if as_json:
        print_json(_data(results, anchor, origin))
    elif quiet:
        for standing in rated.standings:
            print(f"{standing.rating.value:.1f} {standing.player}")
    else:
        print(f"{ratings_text(rated)}\n\n{crosstable(results)}")


def _results(path: Path) -> list[Result]:
    from halfmove.play.ratings import Result
    from halfmove.play.records import FORMATS, read_records
    from halfmove.play.store import Store
    from halfmove.play.summary import summary

    if path.suffix.removeprefix(".").casefold() in FORMATS:
        records = read_records(path)
        return [Result(r.players, r.outcome.utilities) for r in records if r.outcome.utilities is not None]
    with Store.open(path) as store:
        return list(summary(store).results)


def _data(results: list[Result], anchor: str | None = None, origin: float = 0.0) -> dict[str, Any]:
    from halfmove.play.ratings import ratings as rate

    rated = rate(results, anchor=anchor, origin=origin)
    return {
        "games": len(results),
        "first_seat": _bars(rated.first_seat),
        "players": [
            {
                "player": standing.player,
                "rating": _bars(standing.rating),
                "points": standing.score.points,
                "wins": standing.score.wins,
                "draws": standing.score.draws,
                "losses": standing.score.losses,
            }
            for standing in rated.standings
        ],
    }


def _bars(estimate: Estimate) -> dict[str, float]:
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


def report(store: Store, running: Match, as_json: bool, quiet: bool) -> None:
    """Tell what a match came to."""
    from halfmove.cli.report import console, print_json, rate
    from halfmove.play.ratings import crosstable, elo, normalised_elo, ratings_text, score_text, superiority
    from halfmove.play.ratings import ratings as rated
    from halfmove.play.summary import summary

    found = summary(store)
    of_two = running.game.players == 2 and len(running.round.encounters) == 1 and running.plan.form == "match"
    if as_json:
        data: dict[str, Any] = {"games": len(found.results), "finished": running.finished, "endings": found.endings}
        if of_two:
            score, pairs = running.score(), running.pairs()
            data |= {"wins": score.wins, "draws": score.draws, "losses": score.losses, "pairs": list(pairs.counts)}
            data |= {"elo": _bars(elo(pairs)), "normalised": _bars(normalised_elo(pairs))}
            data["superiority"] = superiority(pairs)
            if running.test:
                data["sprt"] = vars(running.evidence())
        elif running.game.players > 1:
            data |= {"ratings": _data(list(found.results))["players"]}
        if running.order:
            data["ladder"] = [found.players[player] for player in running.order]
        data["means"] = {player: found.mean(player) for player in found.players}
        data |= {"faults": found.faults, "repeated": found.repeated, "lopsided": found.lopsided}
        print_json(data)
        return
    if quiet:
        print(running.score() if of_two else len(found.results))
        return
    say = console().print
    if running.game.players == 1 and found.results:
        for player in found.players:
            say(f"{player}: {found.mean(player):g} on average", markup=False)
    elif of_two:
        say(" against ".join(found.players), style="bold", markup=False)
        say(score_text(running.score(), running.pairs()), markup=False)
        if running.test:
            say(str(running.evidence()), markup=False)
    elif found.results:
        say(f"{ratings_text(rated(found.results))}\n\n{crosstable(found.results)}", markup=False)
    if running.order:
        say(f"Ladder: {', '.join(found.players[player] for player in running.order)}", markup=False)
    if running.here:
        say(f"{running.here} games in {running.seconds:.1f} s ({rate(running.here, running.seconds)})", style="dim")
    for notice in found.notices():
        say(notice, style="yellow", markup=False)

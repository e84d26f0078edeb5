"""`halfmove ratings`: how strong each player is, from the results of matches or from records of games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from halfmove.cli.options import Json, Quiet, RecordedGame, Seed

if TYPE_CHECKING:
    from halfmove.core.game import Game
    from halfmove.play.ratings import Estimate, Result


def ratings(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Databases of matches, or records: .pgn, .pdn, .sgf, .json."),
    ],
    anchor: Annotated[str | None, typer.Option(help="The player whose rating is --origin.", show_default=False)] = None,
    origin: Annotated[float, typer.Option(help="The rating of the anchor, or else the mean.")] = 0.0,
    svg: Annotated[Path | None, typer.Option(help="Draw the ratings with their errors to this file.")] = None,
    game: RecordedGame = None,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Rate all players of finished games at once, with errors, and show who took points from whom.

    \b
    halfmove ratings test.db
    halfmove ratings games.pgn --anchor Stockfish --origin 3000 --svg ratings.svg
    """
    from halfmove.cli.report import print_json
    from halfmove.play.loading import load_game
    from halfmove.play.ratings import crosstable, ratings_svg, ratings_text
    from halfmove.play.ratings import ratings as rate

    given = load_game(game) if game else None
    results = [result for file in files for result in _results(file, given)]
    rated = rate(results, anchor=anchor, origin=origin)
    if svg is not None:
        svg.write_text(ratings_svg(rated), encoding="utf-8")
    if as_json:
        print_json(ratings_data(results, anchor, origin))
    elif quiet:
        for standing in rated.standings:
            print(f"{standing.rating.value:.1f} {standing.player}")
    else:
        print(f"{ratings_text(rated)}\n\n{crosstable(results)}")


def _results(path: Path, game: Game | None) -> list[Result]:
    from halfmove.play.match.store import Store
    from halfmove.play.match.summary import summary
    from halfmove.play.ratings import Result
    from halfmove.play.records.records import is_record, read_records

    if is_record(path):
        records = read_records(path, game)
        return [Result(r.players, r.outcome.utilities) for r in records if r.outcome.utilities is not None]
    with Store.open(path) as store:
        return list(summary(store).results)


def ratings_data(results: list[Result], anchor: str | None = None, origin: float = 0.0) -> dict[str, Any]:
    """Return the ratings of all players for a program."""
    from halfmove.play.ratings import ratings as rate

    rated = rate(results, anchor=anchor, origin=origin)
    return {
        "games": len(results),
        "first_seat": bars(rated.first_seat),
        "players": [
            {
                "player": standing.player,
                "rating": bars(standing.rating),
                "points": standing.score.points,
                "wins": standing.score.wins,
                "draws": standing.score.draws,
                "losses": standing.score.losses,
            }
            for standing in rated.standings
        ],
    }


def bars(estimate: Estimate) -> dict[str, float]:
    """Return an estimate with its ends for a program."""
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}

"""`halfmove bench`: one number that changes whenever a search does anything differently.

The sum of the nodes of fixed searches over fixed games. A commit that changes it says `Bench: N`.
"""

from __future__ import annotations

from typing import Any

from halfmove.cli.options import Json, Quiet, Seed

SEARCHES = (
    ("tic-tac-toe", "minimax"),
    ("tic-tac-toe", "alphabeta"),
    ("tic-tac-toe", "alphabeta:cut_equal=no"),
    ("tic-tac-toe", "memoised"),
    ("connect-four", "alphabeta:depth=9"),
    ("connect-four", "memoised:depth=12"),
    ("connect-four", "quiescence:depth=5,extra=4"),
    ("connect-four", "beam:depth=9,width=3"),
    ("nim", "memoised"),
    ("kalah", "alphabeta:depth=12"),
    ("cat-and-mouse", "alphabeta:depth=8"),
    ("three-player-nim", "maxn"),
    ("three-player-nim", "paranoid"),
    ("pig", "expectiminimax:depth=8"),
    ("pig", "star1:depth=8"),
    ("pig", "star2:depth=8"),
)


def bench(as_json: Json = False, seed: Seed = 0, quiet: Quiet = False) -> None:
    """Count the nodes of fixed searches: the signature of this version."""
    from halfmove.cli.report import console, print_json, rate, table

    rows = [_measured(game, search) for game, search in SEARCHES]
    signature = sum(row["nodes"] for row in rows)
    seconds = sum(row["seconds"] for row in rows)
    if as_json:
        print_json({"signature": signature, "seconds": seconds, "searches": rows})
    elif quiet:
        print(signature)
    else:
        shown = table("game", "search", "nodes#", "seconds#", "nodes/s#")
        for row in rows:
            speed = rate(row["nodes"], row["seconds"])
            shown.add_row(row["game"], row["search"], f"{row['nodes']:,}", f"{row['seconds']:.3g}", speed)
        console().print(shown)
        console().print(f"Bench: {signature}", style="bold")


def _measured(game: str, search: str) -> dict[str, Any]:
    from halfmove.core.choice import Limit
    from halfmove.games import game_named
    from halfmove.play.players import choices, parse_spec

    played = game_named(game)
    (choice,) = choices(parse_spec(search), played, played.initial, Limit())
    return {"game": game, "search": search, "nodes": choice.nodes, "seconds": choice.seconds}

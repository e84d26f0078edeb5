"""`halfmove bench`: one number that changes whenever a search does anything differently.

The sum of the nodes of fixed searches over fixed games. A commit that changes it says `Bench: N`. For one game, what
each technique of the engine contributes, or how a search does on a suite of positions.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from halfmove.cli.options import Depth, Json, Nodes, Quiet, Search, Seed, game_names

if TYPE_CHECKING:
    from halfmove.core.game import Game

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
    ("kalah:holes=3,seeds=3", "alphabeta:depth=12"),
    ("cat-and-mouse", "alphabeta:depth=8"),
    ("three-player-nim", "maxn"),
    ("three-player-nim", "paranoid"),
    ("pig", "expectiminimax:depth=8"),
    ("pig", "star1:depth=8"),
    ("pig", "star2:depth=8"),
    ("connect-four", "engine:depth=12,hash=1"),
    ("chess", "engine:depth=9,hash=1"),
)
IN_PLAIN_PYTHON = (  # where less time is needed than to compile
    ("tic-tac-toe", "engine:hash=1"),
    ("gomoku", "engine:depth=2,hash=1"),
    ("pente", "engine:depth=2,hash=1"),
    ("go:size=5", "engine:depth=3,hash=1"),
    ("hex:size=5", "engine:depth=3,hash=1"),
    ("y:size=4", "engine:depth=3,hash=1"),
    ("nim", "engine:depth=8,hash=1"),
    ("kalah:holes=3,seeds=3", "engine:depth=8,hash=1"),
    ("oware", "engine:depth=4,hash=1"),
    ("nine-mens-morris", "engine:depth=3,hash=1"),
    ("checkers", "engine:depth=5,hash=1"),
    ("draughts", "engine:depth=4,hash=1"),
    ("othello", "engine:depth=4,hash=1"),
    ("cat-and-mouse", "engine:depth=8,hash=1"),
    ("random-dag", "engine:depth=4,hash=1"),
)


def bench(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="A game, with --ablate or --suite.", autocompletion=game_names),
    ] = None,
    ablate: Annotated[bool, typer.Option("--ablate", help="Show what each technique contributes.")] = False,
    suite: Annotated[
        Path | None, typer.Option(help="A file of positions with known values or best actions.", show_default=False)
    ] = None,
    search: Search = None,
    depth: Depth = None,
    seconds: Annotated[float | None, typer.Option(help="Time for each position.", show_default=False)] = None,
    nodes: Nodes = None,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Count the nodes of fixed searches: the signature of this version. Or measure the searches of one game.

    A suite has one position a line: a Connect Four set ('4455 -2'), the Othello Board Format with scored actions, or
    EPD with best moves. Values are proven, unless --search names something else; best actions are left to the engine.
    """
    from halfmove.core.choice import Limit
    from halfmove.errors import HalfmoveError

    if game is None:
        if ablate or suite is not None:
            raise HalfmoveError("say which game: `halfmove bench GAME --ablate` or `halfmove bench GAME --suite FILE`")
        _signature(as_json, quiet)
    elif suite is not None:
        from halfmove.cli.suite import run_suite

        run_suite(game, suite, search, Limit(depth, nodes, seconds), as_json, quiet)
    elif ablate:
        from halfmove.cli.ablation import ablate as show_ablation

        show_ablation(game, depth, seed, as_json, quiet)
    else:
        raise HalfmoveError(f"say what to measure of {game}: --ablate or --suite FILE")


def _signature(as_json: bool, quiet: bool) -> None:
    from halfmove.cli.report import console, print_json, rate, table
    from halfmove.compiled import plain
    from halfmove.games import game_named

    rows = [_measured(game_named(game), game, search) for game, search in SEARCHES]
    rows += [_measured(plain(game_named(game)), game, search) for game, search in IN_PLAIN_PYTHON]
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


def _measured(played: Game, game: str, search: str) -> dict[str, Any]:
    from halfmove.core.choice import Limit
    from halfmove.play.players import choices, parse_spec

    *_, choice = choices(parse_spec(search), played, played.initial, Limit())
    return {"game": game, "search": search, "nodes": choice.nodes, "seconds": choice.seconds}

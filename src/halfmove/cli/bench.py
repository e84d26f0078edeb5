"""`halfmove bench`: the signature of this version, what each technique of the engine contributes to a game, or how a
search does on a suite of positions.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from halfmove.cli.options import Depth, Json, Nodes, Quiet, Search, Seed, game_names


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
    write: Annotated[
        Path | None, typer.Option(help="A file to write the signature to, row by row.", show_default=False)
    ] = None,
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
        _signature(as_json, quiet, write)
    elif write is not None:
        raise HalfmoveError(f"--write is for the signature, which is of all games: leave out {game}")
    elif suite is not None:
        from halfmove.cli.suite import run_suite

        run_suite(game, suite, search, Limit(depth, nodes, seconds), as_json, quiet)
    elif ablate:
        from halfmove.cli.ablation import ablate as show_ablation

        show_ablation(game, depth, seed, as_json, quiet)
    else:
        raise HalfmoveError(f"say what to measure of {game}: --ablate or --suite FILE")


def _signature(as_json: bool, quiet: bool, write: Path | None) -> None:
    from halfmove.cli.report import console, print_json, rate, table
    from halfmove.cli.signature import ROWS, signature_text

    rows = [row.measured() for row in ROWS]
    signature, seconds = sum(row.nodes for row in rows), sum(row.seconds for row in rows)
    if write is not None:
        write.write_text(signature_text(rows))
    if as_json:
        print_json({"signature": signature, "seconds": seconds, "searches": [row._asdict() for row in rows]})
    elif quiet:
        print(signature)
    else:
        shown = table("game", "search", "nodes#", "seconds#", "nodes/s#")
        for row in rows:
            speed = rate(row.nodes, row.seconds)
            shown.add_row(row.game, row.search, f"{row.nodes:,}", f"{row.seconds:.3g}", speed)
        console().print(shown)
        console().print(f"Bench: {signature}", style="bold")

"""`halfmove tune`: fit the weights of an evaluation to games that the engine plays against itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from halfmove.cli.options import Json, Quiet, Seed


def tune(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Whose evaluation: chess.")],
    games: Annotated[int, typer.Option(min=1, help="Games of each round.")] = 2000,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes that the engine searches for each action.")] = 2000,
    rounds: Annotated[int, typer.Option(min=1, help="How often to play, with the weights found so far, and fit.")] = 3,
    processes: Annotated[int, typer.Option(min=1, help="Processes that play.")] = 1,
    begin: Annotated[
        Path | None, typer.Option("--from", exists=True, dir_okay=False, help="A file of weights to go on from.")
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.")] = Path("weights.json"),
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Learn the weights of an evaluation, from a person's guess or from weights found before.

    The weights that come with chess were made by
    [bold]halfmove tune chess --games 2000 --nodes 2000 --rounds 1 --seed 3[/].
    """
    from rich.progress import Progress

    from halfmove.cli.report import console, print_json
    from halfmove.errors import HalfmoveError
    from halfmove.games.chess.weights import read_weights, unpack, write_weights
    from halfmove.learn import chess, logistic
    from halfmove.learn.chess_guess import first_guess

    if game != "chess":
        raise HalfmoveError(f"{game}: only the evaluation of chess has weights to tune")
    weights, report = first_guess() if begin is None else unpack(read_weights(begin.read_text())), []
    with Progress(console=console(stderr=True), disable=as_json or quiet, transient=True) as bar:
        task = bar.add_task("")
        for number in range(rounds):

            def tell(what: str, done: int, of: int, number: int = number) -> None:
                bar.update(task, description=f"round {number + 1}, {what}", completed=done, total=of)

            before = weights
            weights, positions = chess.tune(before, games, nodes, seed + number, processes, tell)
            output.write_text(write_weights(*weights))  # after each round, so that nothing is lost
            scale = chess.scale_of(positions, before)
            losses = [
                logistic.loss(positions, positions.labels(scale), chess.row_of(part), scale)
                for part in (before, weights)
            ]
            report.append({"round": number + 1, "positions": len(positions.results), "scale": scale, "loss": losses})
            if not (as_json or quiet):
                told = f"round {number + 1}: {len(positions.results):,} positions, scale {scale:.0f}"
                console().print(f"{told}, loss {losses[0]:.4f} -> {losses[1]:.4f}")
    if as_json:
        print_json({"rounds": report, "file": str(output)})

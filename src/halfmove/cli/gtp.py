"""`halfmove gtp`: Go, Othello and Hex for programs that speak GTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from halfmove.cli.options import GameText, Json, Quiet, Search, Seed
from halfmove.cli.speaking import speak

if TYPE_CHECKING:
    from halfmove.play.players.spec import Spec
    from halfmove.protocols.gtp import Gtp
    from halfmove.protocols.loop import LineWriter

SECONDS = 2.0


def gtp(
    game: GameText = "go",
    search: Search = None,
    seconds: Annotated[float, typer.Option(help="Time for an action where none is set.")] = SECONDS,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Play Go, Othello or Hex with programs that speak GTP, over standard input and output.

    In Sabaki or GoGui, add [bold]halfmove gtp go[/] as an engine; analysis is shown while it thinks.
    """
    from halfmove.play.loading import load_game
    from halfmove.protocols.gtp import Gtp

    def prepared(say: LineWriter, spec: Spec | None) -> Gtp:
        protocol = Gtp(load_game(game), say, spec, seconds=seconds)
        protocol.prepare()  # before the first line is read: a client may ask for an action at once
        return protocol

    speak(prepared, search)

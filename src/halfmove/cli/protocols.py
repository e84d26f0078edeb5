"""`halfmove uci`, `halfmove ugi` and `halfmove gtp`: games for programs that speak a protocol."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from halfmove.cli.answers import output
from halfmove.cli.options import GameText, Json, Quiet, Search

if TYPE_CHECKING:
    from halfmove.play.players.spec import Spec
    from halfmove.protocols.loop import Protocol

SECONDS = 2.0
Seed = Annotated[int | None, typer.Option(help="The seed of all random numbers.", show_default="drawn for each game")]


def uci(search: Search = None, as_json: Json = False, seed: Seed = None, quiet: Quiet = False) -> None:
    """Play chess and Chess960 with programs that speak UCI, over standard input and output.

    In a chess GUI or a match runner, add [bold]halfmove uci[/] as an engine.
    """
    from halfmove.protocols.uci import Uci

    _serve(Uci(_output(), _spec(search)), seed)


def ugi(game: GameText, search: Search = None, as_json: Json = False, seed: Seed = None, quiet: Quiet = False) -> None:
    """Play a game with programs that speak UGI, over standard input and output."""
    from halfmove.play.loading import load_game
    from halfmove.protocols.ugi import Ugi

    _serve(Ugi(load_game(game), _output(), _spec(search)), seed)


def gtp(
    game: GameText = "go",
    search: Search = None,
    seconds: Annotated[float, typer.Option(help="Time for an action where none is set.")] = SECONDS,
    as_json: Json = False,
    seed: Seed = None,
    quiet: Quiet = False,
) -> None:
    """Play Go, Othello or Hex with programs that speak GTP, over standard input and output.

    In Sabaki or GoGui, add [bold]halfmove gtp go[/] as an engine; analysis is shown while it thinks.
    """
    from halfmove.play.loading import load_game
    from halfmove.protocols.gtp import Gtp

    _serve(Gtp(load_game(game), _output(), _spec(search), seconds=seconds), seed)


def _spec(search: str | None) -> Spec | None:
    """Return the search that is asked for; a player that is none is refused."""
    from halfmove.errors import HalfmoveError
    from halfmove.play.players.searches import SEARCHES
    from halfmove.play.players.spec import STRONG, parse_spec

    spec = parse_spec(search) if search else None
    if spec and not spec.is_search:
        raise HalfmoveError(f"{spec} is a player and not a search; there are {', '.join((*SEARCHES, STRONG))}")
    return spec


def _output() -> Any:
    from halfmove.protocols.loop import LineWriter

    return LineWriter(output())


def _serve(protocol: Protocol, seed: int | None) -> None:
    from halfmove.protocols.loop import serve

    if seed is not None:
        protocol.seed(seed)
    serve(protocol, sys.stdin.buffer)

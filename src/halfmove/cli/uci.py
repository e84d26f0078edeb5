"""`halfmove uci`: chess for programs that speak UCI."""

from __future__ import annotations

import sys

from halfmove.cli.options import Json, Quiet, Search, Seed


def uci(search: Search = None, as_json: Json = False, seed: Seed = 0, quiet: Quiet = False) -> None:
    """Play chess and Chess960 with programs that speak UCI, over standard input and output.

    In a chess GUI or a match runner, add [bold]halfmove uci[/] as an engine.
    """
    from halfmove.play.players import parse_spec
    from halfmove.protocols.loop import Voice, serve
    from halfmove.protocols.uci import Uci

    serve(Uci(Voice(sys.stdout), parse_spec(search) if search else None), sys.stdin.buffer)

"""`halfmove uci`: chess for programs that speak UCI."""

from __future__ import annotations

from halfmove.cli.options import Json, Quiet, Search, Seed
from halfmove.cli.speaking import speak


def uci(search: Search = None, as_json: Json = False, seed: Seed = 0, quiet: Quiet = False) -> None:
    """Play chess and Chess960 with programs that speak UCI, over standard input and output.

    In a chess GUI or a match runner, add [bold]halfmove uci[/] as an engine.
    """
    from halfmove.protocols.uci import Uci

    speak(Uci, search)

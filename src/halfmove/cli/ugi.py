"""`halfmove ugi`: any game for programs that speak UGI."""

from __future__ import annotations

import sys

from halfmove.cli.options import GameText, Json, Quiet, Search, Seed


def ugi(game: GameText, search: Search = None, as_json: Json = False, seed: Seed = 0, quiet: Quiet = False) -> None:
    """Play a game with programs that speak UGI, over standard input and output."""
    from halfmove.play.loading import load_game
    from halfmove.play.players import parse_spec
    from halfmove.protocols.loop import Voice, serve
    from halfmove.protocols.ugi import Ugi

    serve(Ugi(load_game(game), Voice(sys.stdout), parse_spec(search) if search else None), sys.stdin.buffer)

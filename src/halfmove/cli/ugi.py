"""`halfmove ugi`: any game for programs that speak UGI."""

from __future__ import annotations

from functools import partial

from halfmove.cli.options import GameText, Json, Quiet, Search, Seed
from halfmove.cli.speaking import speak


def ugi(game: GameText, search: Search = None, as_json: Json = False, seed: Seed = 0, quiet: Quiet = False) -> None:
    """Play a game with programs that speak UGI, over standard input and output."""
    from halfmove.play.loading import load_game
    from halfmove.protocols.ugi import Ugi

    speak(partial(Ugi, load_game(game)), search)

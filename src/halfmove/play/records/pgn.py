"""Chess records: Portable Game Notation (Edwards 1994)."""

from __future__ import annotations

from halfmove.core.game import Game
from halfmove.play.records.pgn_comments import read_comments, write_comments
from halfmove.play.records.records import Record
from halfmove.play.records.tagged import Tagged, games_in
from halfmove.play.records.tagged_records import Dialect, record_from, record_text

_RESULTS = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5)}  # points of White and Black
PGN = Dialect("chess", _RESULTS, ("White", "Black"), write_comments, read_comments)


def write(record: Record, game: Game) -> str:
    """Return a game in PGN."""
    variant = {"Variant": "Chess960"} if record.game.startswith("chess960") else {}
    return record_text(record, game, PGN, variant)


def read(text: str, file: str, game: Game | None = None) -> list[Record]:
    """Return the games of a text in PGN."""
    return [record_from(tagged, _game(tagged), PGN, file, game) for tagged in games_in(text, file)]


def _game(tagged: Tagged) -> str:
    variant = tagged.tags.get("Variant", "").casefold()
    return "chess960" if variant in ("chess960", "fischerandom", "fischerrandom") else "chess"

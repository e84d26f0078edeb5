"""The parts of the bench, each of which can be run alone: `make bench PARTS="perft random_games:othello"`."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from bench.measure import Row

PARTS = (
    "connect_four",
    "solving",
    "starting",
    "stopping",
    "watching",
    "studio",
    "random_games",
    "tree_search",
    "perft",
    "first_calls",
    "matches",
    "engine",
    "dice",
    "tiles",
    "solving_games",
    "tables",
    "strength",
    "strengths",
    "chess_matches",
    "board_matches",
    "calibration",
    "backgammon",
    "learning",
    "networks",
    "pacman",
    "hidden",
    "cards",
    "blind_games",
)
DIVISIBLE = (
    "random_games",
    "tree_search",
    "strengths",
    "chess_matches",
    "board_matches",
    "calibration",
    "backgammon",
    "learning",
    "networks",
)  # by a game, an opponent or a number of pairs, after a colon


def rows_of(part: str) -> Iterator[Row]:
    """Measure a part, or a division of it."""
    name, *division = part.split(":", 1)
    yield from import_module(f"bench.{name}").rows(*division)


def is_known(part: str) -> bool:
    """Tell whether there is such a part."""
    name, colon, _ = part.partition(":")
    return name in PARTS and (not colon or name in DIVISIBLE)

"""Monte Carlo tree search against a program, our engine, and itself: Go and Hex.

Both sides have the same time for every move, and one thread but where two play one. A match that was interrupted goes
on where it was.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import NamedTuple

from bench.chess_matches import CORES, PROGRAMS, match, told
from bench.measure import Row

GAMES = os.environ.get("GAMES", "")  # instead of as many as the bar asks for


class Duel(NamedTuple):
    """A match, and the points in percent that are the bar."""

    game: str
    theirs: str
    name: str  # of the opponent
    games: int
    bar: float
    time: str = "1s"  # a move
    ours: str = "mcts"
    cores: int = 1  # that a game takes
    resign: str = ""  # when a game counts as lost, see `halfmove match`


# Dead stones count as alive where nobody takes them, so GNU Go is to take them.
GNU_GO = "gtp:gnugo --mode gtp --level 10 --chinese-rules --capture-all-dead"
DUELS = {
    "go": Duel("go:size=9", GNU_GO, "GNU Go 3.8, level 10", 100, 75),
    "network": Duel("go:size=9", GNU_GO, "GNU Go 3.8, level 10", 100, 75, ours="strong"),
    "hex": Duel("hex:size=11", "engine", "our own alpha-beta engine", 40, 95),
    "threads": Duel("go:size=9", "mcts", "one thread", 100, 50, "50ms", "mcts:threads=2", 2, "-0.9,3"),
}


def rows(only: str = "") -> Iterator[Row]:
    """Play all matches, or those whose key begins with `only`."""
    for key, duel in DUELS.items():
        if key.startswith(only):
            yield row(key, duel)


def row(key: str, duel: Duel) -> Row:
    """Return the points in percent, with their interval, the time that was used, and the forfeits."""
    what = f"{duel.game} against {duel.name}, {duel.time} a move: points of {duel.ours}"
    if duel.theirs.startswith("gtp:") and not shutil.which("gnugo", path=PROGRAMS):
        return Row(what, "%", None, note="the program is not installed")
    games, at_a_time = GAMES or str(duel.games), max(1, CORES // duel.cores)
    settings = ["--games", games, "--time", duel.time, "--concurrency", str(at_a_time)]
    settings += ["--resign", duel.resign] if duel.resign else []
    found = match(f"{key}-mcts", duel.game, duel.ours, duel.theirs, *settings)
    points, note, rules = told(found)
    bar, met = f">= {duel.bar:g}", points >= duel.bar
    return Row(what, "%", points, None, None, bar, met, f"{note}; {rules}", f"{what} ({note})", duel.name)

"""The chess engine against programs that people know, with the same time for every move on either side.

A clock with an increment would not do: some programs use a fraction of what it grants them. Each row tells the mean
time that both sides really used and the games that were forfeited; with enough games the interval decides. A match that
was interrupted goes on where it was.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from bench.figures import RESULTS, commit
from bench.measure import Row

TIME = "100ms"
GAMES = int(os.environ.get("GAMES", "100"))
OPENINGS = "random:4"
OURS = "engine:hash=64,weights=learned"  # what `strong` plays with
CORES = int(os.environ.get("CORES", "2"))  # that nothing else uses
PROGRAMS = os.pathsep.join([os.environ["PATH"], os.path.dirname(sys.executable), "/usr/games"])


class Opponent(NamedTuple):
    """A program that Debian or PyPI has."""

    name: str
    spec: str


OPPONENTS = {
    "sunfish": Opponent("sunfish", "uci:sunfish-uci"),
    "gnuchess": Opponent("GNU Chess 6.2.7", "uci:gnuchess --uci"),
    "phalanx": Opponent("Phalanx XXV", "xboard:phalanx"),
    "glaurung": Opponent("Glaurung 2.2", "uci:glaurung"),
    "toga": Opponent("Toga II 3.0", "uci:toga2"),
    "stockfish1500": Opponent("Stockfish 15.1 limited to 1500", "uci:stockfish,UCI_LimitStrength=true,UCI_Elo=1500"),
    "stockfish2000": Opponent("Stockfish 15.1 limited to 2000", "uci:stockfish,UCI_LimitStrength=true,UCI_Elo=2000"),
    "stockfish2300": Opponent("Stockfish 15.1 limited to 2300", "uci:stockfish,UCI_LimitStrength=true,UCI_Elo=2300"),
}


def rows(only: str = "") -> Iterator[Row]:
    """Play all opponents, or those whose key begins with `only`."""
    for key, opponent in OPPONENTS.items():
        if key.startswith(only):
            yield row(opponent, played(key, opponent))


def played(key: str, opponent: Opponent) -> dict[str, Any] | None:
    """Return what a match came to, as the command line tells it; None where the program is not installed."""
    program = opponent.spec.partition(":")[2].partition(",")[0].split()[0]
    if not shutil.which(program, path=PROGRAMS):
        return None
    settings = ("--games", str(GAMES), "--time", TIME, "--concurrency", str(CORES))
    return match(f"chess-{key}", "chess", OURS, opponent.spec, *settings)


def match(name: str, game: str, ours: str, theirs: str, *settings: str) -> dict[str, Any]:
    """Return what a match came to; one of the same name that was interrupted goes on."""
    RESULTS.mkdir(exist_ok=True)
    database = RESULTS / f"{name}-{commit()}.db"
    command = [sys.executable, "-m", "halfmove", "match", ours, theirs, "--game", game, *settings]
    command += ["--openings", OPENINGS, "--database", str(database), "--resume", "--json"]
    environment = {**os.environ, "PATH": PROGRAMS}
    answer = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def row(opponent: Opponent, found: dict[str, Any] | None) -> Row:
    """Return the points in percent, with their interval, the time that was used, and the forfeits."""
    what = f"chess against {opponent.name}, {TIME} a move: points"
    if found is None:
        return Row(what, "%", None, note="the program is not installed")
    points, note, rules = told(found)
    return Row(what, "%", points, note=f"{note}; {rules}", headline=f"{what} ({note})", against=opponent.name)


def told(found: dict[str, Any]) -> tuple[float, str, str]:
    """Return the points in percent, what else there is to say of a match, and its rules of time."""
    points = 100 * (found["wins"] + found["draws"] / 2) / found["games"]
    low, high = (round(100 * expected(found["elo"][end], without)) for end, without in (("low", 0.0), ("high", 1.0)))
    used = " and ".join(f"{1000 * seconds:.0f}" for seconds in found["seconds_per_move"].values())
    forfeits = " and ".join(map(str, found["forfeits"].values()))
    score = f"{found['games']} games, +{found['wins']} ={found['draws']} -{found['losses']}, 95 %: {low}-{high}"
    waiting = "charged" if found["charge_waiting"] else "not charged"
    rules = f"forfeit {1000 * found['margin']:g} ms late, waiting for a core {waiting}"
    return points, f"{score}; {used} ms used a move; forfeits {forfeits}", rules


def expected(difference: float | None, without: float) -> float:
    """Return the points in a game that a difference in Elo stands for; an interval may have no end."""
    return without if difference is None else 1 / (1 + 10 ** (-difference / 400))

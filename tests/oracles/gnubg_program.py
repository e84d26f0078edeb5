"""GNU Backgammon as an oracle: games are entered into the program, and it says which positions it sees."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable
from typing import NamedTuple

import pytest

PROGRAM = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
TIME_LIMIT = 600  # seconds

BEGIN = [
    *(f"set player {player} human" for player in (0, 1)),
    *(f"set automatic {what} off" for what in ("roll", "game", "move", "bearoff")),
    "set display off",
]
SHOWN = ["set output rawboard on", "show board", "set output rawboard off", "show board"]
RAW = re.compile(r"^board:[^:]*:[^:]*:\d+:\d+:\d+:((?:-?\d+:){26})(-?\d+):.*$", re.MULTILINE)
ID = re.compile(r"Position ID: (\S{14})")

needs_gnubg = pytest.mark.skipif(PROGRAM is None, reason="GNU Backgammon is not installed")


class Seen(NamedTuple):
    """A position as the program shows it: its ID, who is to move, and the checkers on bar, points and bar.

    X's checkers are positive and move from point 24 to point 1, O's are negative; O's bar comes first, X's last.
    """

    id: str
    mover: str
    checkers: tuple[int, ...]


def seen_by_gnubg(commands: Iterable[str]) -> list[Seen]:
    """Return what the program shows wherever the commands say "show"."""
    lines = [*BEGIN]
    for command in commands:
        lines += SHOWN if command == "show" else [command]
    assert PROGRAM
    done = subprocess.run(
        [PROGRAM, "-t", "-q", "-r"],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=TIME_LIMIT,
        check=False,
    )
    found, output = [], done.stdout
    for raw in RAW.finditer(output):
        after = ID.search(output, raw.end())
        assert after, output[raw.start() :][:1000]
        checkers = tuple(int(number) for number in raw[1].split(":")[:-1])
        found.append(Seen(after[1], "X" if raw[2] == "1" else "O", checkers))
    return found

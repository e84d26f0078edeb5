"""How long it takes to begin: the command line, the first compiled search, the same from the cache."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.measure import Row

TRIES = 5
SEARCH = """
from halfmove.games.connect_four import ConnectFour
from halfmove.search.alphabeta import alphabeta
alphabeta(ConnectFour(), depth=4)
"""
HELP, FIRST, AGAIN = 0.4, 5.0, 1.0  # seconds


def rows() -> Iterator[Row]:
    command = Path(sys.executable).with_name("halfmove")
    if command.exists():
        yield reported("halfmove --help", [wall([str(command), "--help"], {}) for _ in range(TRIES)], HELP)
    first, again = [], []
    for _ in range(TRIES):
        with tempfile.TemporaryDirectory() as folder:
            for times in (first, again):
                times.append(wall([sys.executable, "-c", SEARCH], {"HALFMOVE_CACHE": os.path.join(folder, "cache")}))
    yield reported("first compiled search, fresh process, empty cache", first, FIRST)
    yield reported("the same again from the cache", again, AGAIN)


def wall(command: list[str], setting: dict[str, str]) -> float:
    """Return the seconds that a process takes from its start to its end."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, **setting})
    return time.perf_counter() - start


def reported(what: str, times: list[float], bar: float) -> Row:
    middle = median(times)
    return Row(what, "s", middle, bar=f"<= {bar:g}", met=middle <= bar, note=f"worst of {len(times)}: {max(times):.2f}")

"""How long it takes to begin: the command line, the first compiled search, the same from the cache."""

from __future__ import annotations

import os
import resource
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
from halfmove.games.connect_four.rules import ConnectFour
from halfmove.search.alphabeta import alphabeta
alphabeta(ConnectFour(), depth=4)
"""
HELP, FIRST, AGAIN = 0.4, 5.0, 1.0  # seconds


def rows() -> Iterator[Row]:
    command = Path(sys.executable).with_name("halfmove")
    if command.exists():
        yield reported("halfmove --help", [took([str(command), "--help"], {}) for _ in range(TRIES)], HELP)
    first: list[tuple[float, float]] = []
    again: list[tuple[float, float]] = []
    for _ in range(TRIES):
        with tempfile.TemporaryDirectory() as folder:
            for times in (first, again):
                times.append(took([sys.executable, "-c", SEARCH], {"HALFMOVE_CACHE": os.path.join(folder, "cache")}))
    yield reported("first compiled search, fresh process, empty cache", first, FIRST)
    yield reported("the same again from the cache", again, AGAIN)


def took(command: list[str], setting: dict[str, str]) -> tuple[float, float]:
    """Return the seconds that a process takes from its start to its end, and those of the CPU."""
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, **setting})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def reported(what: str, times: list[tuple[float, float]], bar: float) -> Row:
    """Return the row of a wall-clock time; on a busy machine the CPU time says what an idle one would need."""
    wall, busy = median(wall for wall, _ in times), median(cpu for _, cpu in times)
    note = f"of which CPU {busy:.2f}; {len(times)} tries"
    return Row(what, "s", wall, bar=f"<= {bar:g}", met=wall <= bar, note=note, headline=what)

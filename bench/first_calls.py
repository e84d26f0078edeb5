"""How long the first compiled call of each game takes: with an empty cache, and in a later process from the cache."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from bench.measure import Row
from halfmove.games import GAMES

# The call is timed from inside, so that starting Python and importing packages does not count.
CALL = """
import sys, time
from halfmove.games import game_named
from halfmove.search.playouts import playouts
game = game_named(sys.argv[1])
start = time.perf_counter(), time.process_time()
playouts(game, games=1)
print(time.perf_counter() - start[0], time.process_time() - start[1])
"""
FIRST, AGAIN = 10.0, 1.0  # seconds
LEFT_OUT = ("figure", "random-tree", "random-dag", "random-chance-tree", "random-graph", "random-vector-tree")


def rows() -> Iterator[Row]:
    for name in GAMES:
        if name in LEFT_OUT:  # trees, given as data
            continue
        with tempfile.TemporaryDirectory() as folder:
            for what, bar in (("empty cache", FIRST), ("from the cache", AGAIN)):
                wall, busy = called(name, os.path.join(folder, "cache"))
                note = f"of which CPU {busy:.2f}"
                yield Row(f"first call, {name}, {what}", "s", wall, bar=f"<= {bar:g}", met=wall <= bar, note=note)


def called(name: str, cache: str) -> tuple[float, float]:
    """Return the seconds of one random game of a new process, and those of the CPU."""
    environment = {**os.environ, "HALFMOVE_CACHE": cache}
    command = [sys.executable, "-c", CALL, name]
    answer = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    wall, busy = answer.split()
    return float(wall), float(busy)

"""Solve an ending whose states are numbered, slice by slice, and write its table.

Each slice is put aside when it is done, so that an interrupted build goes on after the last one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import Flag, plain
from halfmove.errors import HalfmoveError
from halfmove.running.clock import Clock
from halfmove.running.run import run
from halfmove.tables.blocks import section, write_blocks
from halfmove.tables.codes import FIRST, UNKNOWN, meanings, recoded
from halfmove.tables.fingerprint import fingerprint
from halfmove.tables.numbered.retrograde import LEAVES, begin, spread
from halfmove.tables.whole.spool import Spool

KIND = np.uint16  # of entries while they are found
_LISTED = 4  # bytes of a place in a list
_SORTED = 20  # bytes of a place while places are brought into order
Progress = Callable[[str, int, int], None]  # the ending, slices done, slices in all


def planned_bytes(ending: Any) -> int:
    """Return how much memory it takes: entries of all states, and lists of the places of a slice."""
    widest = max(end - first for first, end in ending.slices)
    return int(ending.size * KIND().itemsize + widest * (KIND().itemsize + 2 * _LISTED + _SORTED))


def write_numbered(
    ending: Any, path: Path, header: dict[str, Any], spool: Spool, progress: Progress | None = None
) -> tuple[dict[str, Any], float]:
    """Solve an ending, write its table, and return the header and the seconds that solving took."""
    codes, seconds = solve_numbered(ending, spool, progress)
    found = meanings(codes)
    counts = [ending.copies * int(count) for count in found.counts]
    header = {
        **header,
        "kind": "ending",
        "what": ending.name,
        "size": ending.size,
        "states": sum(counts),
        "entries": found.listed,
        "counts": counts,
    }
    write_blocks(path, header, [section("entries", found.kind, len(codes))], [recoded(codes, found.found)])
    spool.end()
    return header, seconds


def solve_numbered(ending: Any, spool: Spool, progress: Progress | None = None) -> tuple[NDArray[Any], float]:
    """Return the entries of an ending, and the seconds that it took without compiling."""
    index, seconds = ending.index(0), 0.0
    like = plain(index).state(0, None)
    codes = np.zeros(ending.size, KIND)
    spool.begin({"rules": fingerprint(ending.game), "root": repr(like), "ending": ending.name, "size": ending.size})
    for number, (first, end) in enumerate(ending.slices):
        if progress:
            progress(ending.name, number, len(ending.slices))
        name = f"slice-{number:03}"
        if spool.has(name):
            codes[first:end] = spool.get(name)
            continue
        seconds += _solve_slice(index, like, codes, first, end, ending.name)
        spool.put(name, [codes[first:end]])
    return codes, seconds


def _solve_slice(index: Any, like: Any, codes: NDArray[Any], first: int, end: int, name: str) -> float:
    """Find the entries of a slice; return the seconds that it took."""
    best, flag = np.zeros(end - first, KIND), Flag()
    none, queue = np.zeros(1, np.int32), np.empty(len(best), np.int32)
    first_step = begin.prepare(index, like, codes, best, first, flag)
    spread.prepare(index, like, codes, best, first, none, np.zeros(1, np.int64), queue, flag)
    clock = Clock()
    run(first_step, flag)
    pending, starts = _by_distance(best)
    last_step = spread.prepare(index, like, codes, best, first, pending, starts, queue, flag)
    if run(last_step, flag) < 0:
        raise HalfmoveError(f"{name}: it has longer wins than entries of type {KIND.__name__} can tell")
    part = codes[first:end]
    part[part == LEAVES] = UNKNOWN
    return clock.seconds


def _by_distance(best: NDArray[Any]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the places with a win or a loss, the nearest first, and where each distance begins."""
    places = np.flatnonzero(best >= FIRST).astype(np.int32)
    distances = (best[places] - FIRST) >> 1
    starts = np.zeros(int(distances.max(initial=0)) + 2, np.int64)
    np.cumsum(np.bincount(distances, minlength=len(starts) - 1), out=starts[1:])
    return places[np.argsort(distances, kind="stable")], starts

"""Write a game that was solved as a table: keys in growing order, and for each a code for its value and distance."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import kernel, load_state, plain
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError
from halfmove.tables.blocks import section, write_blocks
from halfmove.tables.whole.backward import NO_DISTANCE, PLIES
from halfmove.tables.whole.expand import OVER
from halfmove.tables.whole.solve import Solved

_TOGETHER = 1 << 22  # states that are brought into order at a time
_SAMPLES = 64  # keys of each ply by which they are divided into such parts


def write_whole(solved: Solved, path: Path, header: dict[str, Any]) -> dict[str, Any]:
    """Write the table; return its header."""
    codes, counts = _codes(solved)
    kind = np.uint8 if len(codes) <= 1 << 8 else np.uint16
    if len(codes) > 1 << 16:
        raise HalfmoveError(f"{type(solved.game).__name__}: values and distances have {len(codes):,} combinations")
    names = []
    for number, (keys, entries) in enumerate(_in_order(solved, codes)):
        solved.spool.put(f"sorted-{number:04}.keys", [keys])
        solved.spool.put(f"sorted-{number:04}.entries", [entries.astype(kind)])
        names.append(f"sorted-{number:04}")
    count = sum(len(solved.spool.get(f"{name}.entries")) for name in names)
    game = solved.game
    values = [
        [_utility(game, code >> PLIES), None if code & NO_DISTANCE == NO_DISTANCE else code & NO_DISTANCE]
        for code in codes.tolist()
    ]
    header = {
        **header,
        "kind": "whole",
        "used": [int(bits) for bits in solved.packing.used] if solved.packing.width() == 1 else None,
        "entries": values,
        "counts": counts,
        "states": count,
    }
    parts = [
        (solved.spool.get(f"{name}.keys") for name in names),
        (solved.spool.get(f"{name}.entries") for name in names),
    ]
    write_blocks(path, header, [section("keys", np.int64, count, "sorted"), section("entries", kind, count)], parts)
    for name in names:
        for part in ("keys", "entries"):
            solved.spool.drop(f"{name}.{part}")
    return header


def _utility(game: Game, steps: int) -> float:
    """Return what so many steps are worth; a draw and the ends of the span are exactly what others take them for."""
    least, greatest = game.utilities
    most = round((greatest - least) / game.step)
    exact = {0: least, most / 2: (least + greatest) / 2, most: greatest}
    return exact.get(steps, least + game.step * steps)


def _for_mover(solved: Solved, movers: NDArray[Any], steps: NDArray[Any], plies: NDArray[Any]) -> NDArray[np.int32]:
    """Return values and distances as one number each, as the player to move sees them."""
    most = round((solved.game.utilities[1] - solved.game.utilities[0]) / solved.game.step)
    own = np.where(movers & ~np.uint8(OVER) == 1, most - steps, steps)
    return (own.astype(np.int32) << PLIES) | plies.astype(np.int32)


def _codes(solved: Solved) -> tuple[NDArray[np.int32], list[int]]:
    """Return all combinations of value and distance that occur, in growing order, and how many states have each."""
    found: dict[int, int] = {}
    for ply in range(solved.plies):
        _, movers, steps, plies = solved.ply(ply)
        for code, count in zip(*np.unique(_for_mover(solved, movers, steps, plies), return_counts=True), strict=True):
            found[int(code)] = found.get(int(code), 0) + int(count)
    codes = sorted(found)
    return np.array(codes, np.int32), [found[code] for code in codes]


def _in_order(solved: Solved, codes: NDArray[np.int32]) -> Iterator[tuple[NDArray[np.int64], NDArray[Any]]]:
    """Yield keys and codes in growing order of the keys, each once, in parts that fit in memory."""
    plies, samples = [], []
    for ply in range(solved.plies):
        packed, movers, steps, distances = solved.ply(ply)
        keys = _keys(solved, packed)
        order = np.argsort(keys)
        keys = keys[order]
        entries = np.searchsorted(codes, _for_mover(solved, movers, steps, distances)[order]).astype(np.uint16)
        plies.append((keys, entries))
        samples.append(keys[:: max(1, len(keys) // _SAMPLES)])
    parts = max(1, solved.states // _TOGETHER)
    everywhere = np.sort(np.concatenate(samples))
    limits = [everywhere[len(everywhere) * part // parts] for part in range(1, parts)]
    starts = [np.concatenate([[0], np.searchsorted(keys, limits), [len(keys)]]).astype(int) for keys, _ in plies]
    for part in range(parts):
        pieces = [
            (keys[begin[part] : begin[part + 1]], entries[begin[part] : begin[part + 1]])
            for (keys, entries), begin in zip(plies, starts, strict=True)
        ]
        keys, entries = (np.concatenate(each) for each in zip(*pieces, strict=True))
        order = np.argsort(keys, kind="stable")
        keys, entries = keys[order], entries[order]
        fresh = np.concatenate([[True], keys[1:] != keys[:-1]]) if len(keys) else np.zeros(0, bool)
        same = ~fresh
        if (entries[same] != entries[np.flatnonzero(same) - 1]).any():
            raise HalfmoveError(f"{type(solved.game).__name__}: two states have one hash: no table can be made of them")
        yield keys[fresh], entries[fresh]


def _keys(solved: Solved, packed: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return a word for each state: the whole key, or a hash of the state if that is longer."""
    if solved.packing.width() == 1:
        return packed[:, 0].copy()
    keys = np.zeros(len(packed), np.int64)
    words = np.zeros((1, len(solved.packing.used)), np.int64)
    game = solved.game if solved.packing is not plain(solved.packing) else plain(solved.game)
    hash_keys(game, solved.root, solved.packing, packed, words, keys)
    return keys


@kernel
def hash_keys(game: Any, like: Any, packing: Any, packed: Any, words: Any, keys: Any) -> int:
    """Write a hash of each state to `keys`."""
    for number in range(len(packed)):
        packing.unpack(packed, number, words, 0)
        keys[number] = game.state_hash(load_state(words, 0, like))
    return len(packed)

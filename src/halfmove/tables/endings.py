"""Tables of endings, for games that number their positions: found beside the rules, as `ChessEndings` in `endings`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from halfmove.core.beside import class_beside
from halfmove.core.game import Game
from halfmove.errors import WrongGame
from halfmove.tables.blocks import section, write_blocks
from halfmove.tables.chess.build import ChessSolver, Progress
from halfmove.tables.chess.index import ChessIndex
from halfmove.tables.chess.slices import FIRST
from halfmove.tables.whole.plan import planned_roots

_PIECE = 1 << 20  # entries that are written at a time


class Endings:
    """What stands beside a game whose endings are numbered; this one stands for none."""


def endings_of(game: Game) -> Any:
    """Return the endings of a game."""
    found = class_beside(type(game), "endings", Endings)
    if found is Endings:
        raise WrongGame(f"{type(game).__name__} has no endings that are numbered: build a table of the whole game")
    return found(game)


def index_of(game: Any, what: str) -> ChessIndex:
    """Return the index of the ending of this name."""
    ending = endings_of(game).named(what)
    return ChessIndex(game, ending.numbers, np.array([ending.half, ending.is_symmetric]))


def planned_bytes(game: Any, what: str) -> int:
    """Return how much memory it takes to solve an ending, with those that conversions lead to, and to write it."""
    endings = endings_of(game)
    ending = endings.named(what)
    if hasattr(ending, "slices"):
        return ChessSolver(endings).planned_bytes(ending)
    return planned_roots(ending.game, ending.roots) if hasattr(ending, "roots") else 0


def write_ending(
    game: Any, what: str, path: Path, header: dict[str, Any], metric: str = "mate", progress: Progress | None = None
) -> dict[str, Any]:
    """Solve an ending, write its table, and return the header."""
    endings = endings_of(game)
    ending = endings.named(what)
    kind = "uint8" if len(ending.men) <= 4 else "uint16"
    solver = ChessSolver(endings, progress)
    codes = solver.solve(ending, kind, metric == "mate")[: ending.size]
    found, values, plies = meanings(codes)
    listed = [[value, None if each < 0 else each] for value, each in zip(values.tolist(), plies.tolist(), strict=True)]
    small = np.uint8 if len(found) <= 1 << 8 else np.uint16
    header = {
        **header,
        "kind": "ending",
        "what": ending.name,
        "metric": metric,
        "size": ending.size,
        "states": ending.size,
        "entries": listed,
        "seconds": solver.seconds,
    }
    seconds = header.pop("seconds")  # the same table is the same file, however long it took
    write_blocks(path, header, [section("entries", small, len(codes))], [recoded(codes, found)])
    return {**header, "seconds": seconds}


def meanings(codes: Any) -> tuple[Any, Any, Any]:
    """Return the codes of a solver that occur, and the value and the plies that each means; -1 for none."""
    found = np.flatnonzero(np.bincount(codes))
    found = found[found < np.iinfo(codes.dtype).max]
    values = np.where(found < FIRST, 0.0, np.where(found & 1, -1.0, 1.0))
    return found, values, np.where(found < FIRST, -1, (found - FIRST) >> 1)


def recoded(codes: Any, found: Any) -> Iterator[Any]:
    """Yield entries, numbered from 0; what is no position has the entry before it, which is easier to compress."""
    none = np.iinfo(codes.dtype).max
    numbers, last = np.zeros(none + 1, np.uint16), np.uint16(0)
    numbers[found] = np.arange(len(found))
    for start in range(0, len(codes), _PIECE):
        piece = codes[start : start + _PIECE]
        entries = numbers[piece]
        places = np.maximum.accumulate(np.where(piece == none, -1, np.arange(len(piece), dtype=np.int32)))
        entries = np.where(places < 0, last, entries[places]).astype(np.uint16)
        last = entries[-1]
        yield entries


def converted_tables(game: Any, what: str, metric: str) -> list[Any]:
    """Return the tables, in memory, of the endings that conversions of an ending lead to."""
    from halfmove.tables.table import Table

    endings = endings_of(game)
    solver, tables = ChessSolver(endings), []
    for ending in solver.converted(endings.named(what)):
        kind = "uint8" if len(ending.men) <= 4 else "uint16"
        codes = solver.solve(ending, kind)[: ending.size]
        found, values, plies = meanings(codes)
        entries = np.concatenate(list(recoded(codes, found)))
        header = {"kind": "ending", "what": ending.name, "metric": metric}
        tables.append(Table(game, index_of(game, ending.name), entries, values, plies, header))
    return tables

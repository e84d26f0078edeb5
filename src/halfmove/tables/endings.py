"""Tables of endings, for games that number their positions: found beside the rules, as `ChessEndings` in `endings`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from halfmove.core.beside import class_beside
from halfmove.core.game import Game
from halfmove.errors import WrongGame
from halfmove.tables.blocks import section, write_blocks
from halfmove.tables.chess.build import ChessSolver, Progress
from halfmove.tables.chess.index import ChessIndex
from halfmove.tables.codes import meanings, recoded
from halfmove.tables.numbered.build import planned_bytes as planned_numbered
from halfmove.tables.whole.plan import planned_roots


class Endings:
    """What stands beside a game whose endings are numbered; this one stands for none."""


def endings_of(game: Game) -> Any:
    """Return the endings of a game."""
    found = class_beside(type(game), "endings", Endings)
    if found is Endings:
        raise WrongGame(f"{type(game).__name__} has no endings that are numbered: build a table of the whole game")
    return found(game)


def require_same_rules(game: Game) -> None:
    """Refuse a class that changes the rules of the one whose endings it has: what is numbered is solved by its own."""
    cls, found = type(game), type(endings_of(game))
    package, owner = found.__module__.rpartition(".")[0], found.__name__.removesuffix(Endings.__name__)
    if (cls.__module__.rpartition(".")[0], cls.__name__) != (package, owner):
        raise WrongGame(f"{cls.__name__}: its rules may be others than those of {owner}, whose endings are numbered")


def index_of(game: Any, what: str) -> Any:
    """Return the index of the ending of this name."""
    endings = endings_of(game)
    ending = endings.named(what)
    if hasattr(ending, "index"):
        return ending.index(endings.limit)
    if not hasattr(ending, "men"):
        raise WrongGame(f"the states of {type(game).__name__}: {ending.name} are not numbered in its table")
    return ChessIndex(game, ending.numbers, np.array([ending.half, ending.is_symmetric]))


def planned_bytes(game: Any, what: str) -> int:
    """Return how much memory it takes to solve an ending, with those that conversions lead to, and to write it."""
    endings = endings_of(game)
    ending = endings.named(what)
    if hasattr(ending, "index"):
        return planned_numbered(ending)
    if hasattr(ending, "men"):
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
    known = meanings(codes)
    header = {
        **header,
        "kind": "ending",
        "what": ending.name,
        "metric": metric,
        "size": ending.size,
        "states": ending.size,
        "entries": known.listed,
        "seconds": solver.seconds,
    }
    seconds = header.pop("seconds")  # the same table is the same file, however long it took
    write_blocks(path, header, [section("entries", known.kind, len(codes))], [recoded(codes, known.found)])
    return {**header, "seconds": seconds}


def converted_tables(game: Any, what: str, metric: str) -> list[Any]:
    """Return the tables, in memory, of the endings that conversions of an ending lead to."""
    from halfmove.tables.table import Table

    endings = endings_of(game)
    whole = endings.named(what)
    if hasattr(whole, "index"):  # its table holds them all
        return []
    solver, tables = ChessSolver(endings), []
    for ending in solver.converted(whole):
        kind = "uint8" if len(ending.men) <= 4 else "uint16"
        codes = solver.solve(ending, kind)[: ending.size]
        known = meanings(codes)
        entries = np.concatenate(list(recoded(codes, known.found)))
        header = {"kind": "ending", "what": ending.name, "metric": metric}
        tables.append(Table(game, index_of(game, ending.name), entries, known.values, known.plies, header))
    return tables

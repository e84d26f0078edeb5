"""The engine asked for one choice, with options as they are written in a spec."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from halfmove.core.choice import Choice, Limit
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError
from halfmove.search.engine.engine import Engine

FULL_STRENGTH = 100
_FEWEST, _DOUBLING = 4, 5.0  # the least strength searches 2 ** 4 nodes, and each 5 more twice as many


def engine(
    game: Game,
    state: Any = None,
    depth: int | None = None,
    *,
    limit: Limit | None = None,
    hash: float = 64,
    threads: int = 1,
    lines: int = 1,
    strength: int = FULL_STRENGTH,
    off: str = "",
    seed: int = 0,
) -> Choice:
    """Choose an action by the engine, with an empty table of `hash` megabytes; `off` names techniques, joined by +."""
    limit = limit or Limit()
    limit = limit if depth is None else replace(limit, depth=depth)
    options = {"hash": hash, "threads": threads, "lines": lines, "strength": strength, "off": off, "seed": seed}
    *_, last = engine_choices(game, state, limit, **options)
    return last


def engine_choices(game: Game, state: Any, limit: Limit, **options: Any) -> Iterator[Choice]:
    """Yield the choice after each depth."""
    strength, lines = options.pop("strength", FULL_STRENGTH), options.pop("lines", 1)
    for progress in engine_of(game, **options).think(state, weakened(limit, strength), lines=lines):
        yield progress.best


def engine_of(game: Game, *, hash: float = 64, threads: int = 1, off: str = "", seed: int = 0) -> Engine:
    """Return an engine with options as they are written in a spec."""
    return Engine(game, megabytes=hash, threads=threads, off=filter(None, off.split("+")), seed=seed)


def weakened(limit: Limit, strength: int) -> Limit:
    """Return the limit of a player of less than full strength: the weaker, the fewer nodes he looks at."""
    if not 0 <= strength <= FULL_STRENGTH:
        raise HalfmoveError(f"a strength of {strength}: it is from 0 to {FULL_STRENGTH}, which is full strength")
    if strength == FULL_STRENGTH:
        return limit
    nodes = round(2 ** (_FEWEST + strength / _DOUBLING))
    return replace(limit, nodes=nodes if limit.nodes is None else min(nodes, limit.nodes))

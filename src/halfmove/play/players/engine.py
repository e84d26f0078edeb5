"""The engine with options as they are written in a spec."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from halfmove.core.choice import Choice, Limit
from halfmove.core.game import Game
from halfmove.search.engine import Engine
from halfmove.search.engine.strength import FULL_STRENGTH
from halfmove.search.proving import ProvingEngine


def engine_of(game: Game, *, hash: float = 64, threads: int = 1, off: str = "") -> Engine:
    """Return an engine with a table of `hash` megabytes and without the techniques `off`, whose names are joined by +.

    An engine that lacks techniques does not call the solver either.
    """
    make = Engine if off else ProvingEngine
    return make(game, megabytes=hash, threads=threads, off=filter(None, off.split("+")))


def engine(
    game: Game,
    state: Any = None,
    depth: int | None = None,
    *,
    limit: Limit | None = None,
    lines: int = 1,
    strength: float = FULL_STRENGTH,
    seed: int = 0,
    **options: Any,
) -> Choice:
    """Choose an action by the engine with an empty table."""
    limit = limit or Limit()
    limit = limit if depth is None else replace(limit, depth=min(depth, limit.depth or depth))
    *_, last = engine_of(game, **options).think(state, limit, lines=lines, strength=strength, seed=seed)
    return last.best

"""The engine asked for one choice, with options as they are written in a spec."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from halfmove.core.choice import Choice, Limit
from halfmove.core.game import Game
from halfmove.search.engine.engine import Engine
from halfmove.search.engine.strength import FULL_STRENGTH, weakened
from halfmove.search.proving import ProvingEngine


def engine(
    game: Game,
    state: Any = None,
    depth: int | None = None,
    *,
    limit: Limit | None = None,
    hash: float = 64,
    threads: int = 1,
    lines: int = 1,
    strength: float = FULL_STRENGTH,
    off: str = "",
    seed: int = 0,
) -> Choice:
    """Choose an action by the engine, with an empty table of `hash` megabytes; `off` names techniques, joined by +."""
    limit = limit or Limit()
    limit = limit if depth is None else replace(limit, depth=min(depth, limit.depth or depth))
    options = {"hash": hash, "threads": threads, "lines": lines, "strength": strength, "off": off, "seed": seed}
    *_, last = engine_choices(game, state, limit, **options)
    return last


def engine_choices(game: Game, state: Any, limit: Limit, **options: Any) -> Iterator[Choice]:
    """Yield the choice after each depth."""
    strength, lines, seed = options.pop("strength", FULL_STRENGTH), options.pop("lines", 1), options.pop("seed", 0)
    state = game.initial if state is None else state
    limit, only = weakened(game, state, limit, strength, seed)
    for progress in engine_of(game, **options).think(state, limit, lines=lines, only=only):
        yield progress.best


def engine_of(game: Game, *, hash: float = 64, threads: int = 1, off: str = "") -> Engine:
    """Return an engine with options as they are written in a spec; one that lacks techniques proves nothing either."""
    make = Engine if off else ProvingEngine
    return make(game, megabytes=hash, threads=threads, off=filter(None, off.split("+")))

"""The engines with options as they are written in a spec."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from halfmove.core.choice import Choice, Limit
from halfmove.core.game import Game
from halfmove.search.dice import DiceEngine
from halfmove.search.engine import Engine
from halfmove.search.engine.strength import FULL_STRENGTH
from halfmove.search.proving import ProvingEngine


def engine_of(game: Game, *, hash: float = 64, threads: int = 1, off: str = "") -> Engine:
    """Return an engine with a table of `hash` megabytes and without the techniques `off`, whose names are joined by +.

    An engine that lacks techniques does not call the solver either.
    """
    make = Engine if off else ProvingEngine
    return make(game, megabytes=hash, threads=threads, off=filter(None, off.split("+")))


def dice_engine_of(game: Game, *, hash: float = 64, threads: int = 1, off: str = "", **options: Any) -> DiceEngine:
    """Return an engine for dice in the same way; the other options are those of `DiceEngine`."""
    return DiceEngine(game, megabytes=hash, threads=threads, off=filter(None, off.split("+")), **options)


def engine(game: Game, state: Any = None, depth: int | None = None, **options: Any) -> Choice:
    """Choose an action by the engine with an empty table."""
    return _choose(engine_of, game, state, depth, **options)


def dice(game: Game, state: Any = None, depth: int | None = None, **options: Any) -> Choice:
    """Choose an action by the engine for dice with an empty table."""
    return _choose(dice_engine_of, game, state, depth, **options)


def _choose(
    make: Callable[..., Engine],
    game: Game,
    state: Any,
    depth: int | None,
    *,
    limit: Limit | None = None,
    lines: int = 1,
    strength: float = FULL_STRENGTH,
    seed: int = 0,
    **options: Any,
) -> Choice:
    limit = limit or Limit()
    limit = limit if depth is None else replace(limit, depth=min(depth, limit.depth or depth))
    *_, last = make(game, **options).think(state, limit, lines=lines, strength=strength, seed=seed)
    return last.best

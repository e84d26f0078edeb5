"""The laws of the engine: without heuristics it finds what naive minimax finds, whatever else is on or off."""

from __future__ import annotations

import random
from typing import Any

import naive

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.search.engine import HEURISTIC, SOUND, Engine

SMALL = 0.02  # megabytes: a table so small that entries push each other out

# Sound techniques that are off: each choice is machine code of its own, so that there are few.
WITHOUT = {
    "without nothing": (),
    "without anything": SOUND,
    "without a table": ("table",),
    "without windows": ("null_window", "aspiration"),
    "without an order": ("order", "killers", "countermoves", "history"),
    "without all but a table": tuple(name for name in SOUND if name != "table"),
}


def exact_engine(game: Any, without: str, threads: int = 1) -> Engine:
    """Return an engine whose values have to be those of minimax."""
    return Engine(game, megabytes=SMALL, threads=threads, off=(*HEURISTIC, *WITHOUT[without]))


def exact(game: Any, state: Any, depth: int, seed: int) -> None:
    """Check value, action and line with a random choice of the sound techniques, at every depth up to `depth`."""
    rng = random.Random(seed)
    off = (*HEURISTIC, *(name for name in SOUND if rng.random() < 0.3))
    by_engine(Engine(game, megabytes=SMALL, off=off), state, depth, f"without {off}")


def by_engine(engine: Engine, state: Any, depth: int, said: str = "") -> None:
    """Check an engine that is exact, as it may have a table filled by earlier searches."""
    game = plain(engine.game)
    player = game.to_move(state) if not game.is_terminal(state) else 0
    truths = {plies: naive.value(game, state, player, plies, game.repetition) for plies in range(1, depth + 1)}
    last = None
    for last in engine.think(state, Limit(depth=depth)):
        choice = last.best
        truth = truths.get(last.depth, naive.value(game, state, player, 1, game.repetition))
        assert choice.value == truth, f"{said}: {choice!r}, but the value is {truth}"
        if choice.exact:
            assert all(truths[plies] == truth for plies in range(max(last.depth, 1), depth + 1)), f"{said}: {choice!r}"
        if choice.action is not None:
            by_action = naive.action_values(game, state, player, last.depth, game.repetition)
            assert by_action[choice.action] == truth, f"{said}: {choice!r}, but {by_action}"
            _line_holds(game, state, player, last.depth, choice, said)
    assert last is not None
    if truths:
        assert last.best.value == truths[depth], f"{said}: {last!r}"


def _line_holds(game: Any, state: Any, player: int, depth: int, choice: Any, said: str) -> None:
    path: tuple[Any, ...] = (state,)
    for ply, action in enumerate(choice.line, 1):
        legal = dict(naive.moves(game, path[-1], path, game.repetition))
        assert action in legal, f"{said}: {choice!r}: action {action} at ply {ply} is illegal"
        path = (*path, legal[action])
        value = naive.value(game, path[-1], player, depth - ply, game.repetition, path)
        assert value == choice.value, f"{said}: {choice!r}: worth {value} after {choice.line[:ply]}"


def honest(engine: Engine, state: Any, depth: int) -> None:
    """Check that what the engine calls exact, with all heuristics on, is what the whole game is worth."""
    game, truth = plain(engine.game), None
    player = game.to_move(state) if not game.is_terminal(state) else 0
    for progress in engine.think(state, Limit(depth=depth)):
        if progress.best.exact:
            truth = naive.value(game, state, player, policy=game.repetition) if truth is None else truth
            assert progress.best.value == truth, f"{progress.best!r}, but the game is worth {truth}"

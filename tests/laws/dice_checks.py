"""The laws of the engine for dice: without heuristics it finds what naive expectiminimax finds."""

from __future__ import annotations

import math
from typing import Any

import naive

from halfmove.compiled import plain
from halfmove.core.choice import Choice, Limit
from halfmove.search.dice import HEURISTIC, SOUND, DiceEngine

CLOSE = 1e-9  # of averages, which are summed in another order
SMALL = 0.02  # megabytes: a table so small that entries push each other out
MOST_PROBES = 3  # 0 is Star1, 1 is Star2, more are Star2.5

# Sound techniques that are off: each choice is machine code of its own, so that there are few.
WITHOUT = {
    "without nothing": (),
    "without anything": SOUND,
    "without a table": ("table",),
    "without windows": ("null_window", "aspiration"),
    "without an order": ("order", "preview", "killers", "countermoves", "history", "likely_first"),
    "without Star1": ("star1",),
    "without all but Star2": tuple(name for name in SOUND if name not in ("star1", "star2")),
}


def exact_engine(game: Any, off: tuple[str, ...], probes: int) -> DiceEngine:
    """Return an engine whose values have to be those of expectiminimax."""
    return DiceEngine(game, megabytes=SMALL, off=(*HEURISTIC, *off), probes=probes)


def by_engine(engine: DiceEngine, state: Any, depth: int, *, endless: bool, said: str = "") -> None:
    """Check value, action and line of an engine that is exact, at every depth up to `depth`."""
    game = plain(engine.game)
    player = max(0, game.to_move(state))
    last = None
    for last in engine.think(state, Limit(depth=depth)):
        said_now = f"{said}, depth {last.depth}: {last.best!r}"
        _is_right(game, state, player, last.best, last.depth, said_now)
        if last.best.exact and not endless:
            whole = naive.value(game, state, player)
            assert math.isclose(last.best.value, whole, abs_tol=CLOSE), f"{said_now}, but the game is worth {whole}"
    assert last is not None
    truth = naive.value(game, state, player, depth)
    assert endless or math.isclose(last.best.value, truth, abs_tol=CLOSE), f"{said}: {last!r}, not {truth}"


def _is_right(game: Any, state: Any, player: int, choice: Choice, depth: int, said: str) -> None:
    truth = naive.value(game, state, player, depth)
    assert math.isclose(choice.value, truth, abs_tol=CLOSE), f"{said}, but the value is {truth}"
    if game.is_terminal(state) or game.to_move(state) == naive.CHANCE:
        assert (choice.action, choice.line) == (None, ()), said
        return
    by_action = naive.action_values(game, state, player, depth)
    assert math.isclose(by_action[choice.action], truth, abs_tol=CLOSE), f"{said}, but {by_action}"
    assert choice.line[0] == choice.action, said
    for action in choice.line:
        assert game.to_move(state) != naive.CHANCE, said
        assert action in list(game.actions(state)), said
        state = game.result(state, action)


def honest(engine: DiceEngine, state: Any, depth: int) -> None:
    """Check that what the engine calls exact, with all heuristics on, is what the whole game is worth."""
    game = plain(engine.game)
    player = max(0, game.to_move(state))
    for progress in engine.think(state, Limit(depth=depth)):
        if progress.best.exact:
            truth = naive.value(game, state, player)
            found = progress.best
            assert math.isclose(found.value, truth, abs_tol=CLOSE), f"{found!r}, but the game is worth {truth}"

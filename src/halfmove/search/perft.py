"""Perft: count the leaves `depth` plies below a state, to check a game's rules and its speed."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import Flag, kernel
from halfmove.core.game import CHANCE, Game
from halfmove.core.history import with_history
from halfmove.errors import HalfmoveError
from halfmove.running.run import run
from halfmove.running.watch import Stopped

_POLL_DEPTH = 5  # plies: subtrees this deep take about a millisecond, so the stop flag is looked at above them


def perft(game: Game, state: Any = None, depth: int = 1, *, finished: bool = False) -> int:
    """Count the legal sequences of exactly `depth` actions; with `finished`, also the games that end earlier.

    A game whose published counts know fewer rules says so by `perft_game`: chess counts on after a draw.
    """
    if depth < 0:
        raise HalfmoveError(f"perft to depth {depth}: the depth must not be negative")
    flag = Flag()
    game, state = with_history(*perft_game(game, game.initial if state is None else state))
    return run(leaves.prepare(game, game.bounds, state, depth, finished, flag), flag)


def perft_game(game: Game, state: Any) -> tuple[Game, Any]:
    """Return the game and the state that perft counts: those that the game names by a method `perft_game`, if any."""
    other: Any = getattr(game, "perft_game", None)
    return other(state) if other else (game, state)


@kernel
def leaves(game: Any, bounds: Any, state: Any, depth: int, finished: bool, flag: Any) -> int:
    """Return the number of leaves."""
    if depth == 0:
        return 1
    if game.is_terminal(state):
        return 1 if finished else 0
    if depth > _POLL_DEPTH and flag.is_set():
        raise Stopped
    total = 0
    if game.to_move(state) == CHANCE:
        for outcome, _ in game.chances(state):
            total += leaves(game, bounds, game.result(state, outcome), depth - 1, finished, flag)
        return total
    if depth == 1:  # the last actions need not be carried out
        return bounds.count_actions(state)
    for action in game.actions(state):
        total += leaves(game, bounds, game.result(state, action), depth - 1, finished, flag)
    return total

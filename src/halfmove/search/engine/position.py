"""What is searched: the bare game where that will do, or the game with its whole path where exactness asks for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.core.advice import Advice
from halfmove.core.game import ALLOWED, DRAW, Game
from halfmove.core.history import NoRepeats, StateWithHistory, WithHistory, advice_for, with_history
from halfmove.core.wrapper import Advised
from halfmove.search.engine.techniques import Techniques


class Position(NamedTuple):
    """A game, its advice, a state, the repetition keys of the states up to this one, and techniques that suit them."""

    game: Game
    advice: Advice
    state: Any
    path: NDArray[np.int64]
    use: Any


def position(game: Game, advice: Advice, state: Any, path: tuple[Any, ...], use: Techniques) -> Position:
    """Return what to search.

    A path that is part of the state makes all states different, and a table worthless. With a short memory the path
    is left out, and a state that comes back on the way is a draw.
    """
    while isinstance(game, Advised):  # what it advises is given
        game = game.game
    if use.short_memory and isinstance(game, WithHistory) and not isinstance(game, NoRepeats):
        return Position(game.game, advice_for(game.game, advice), state.state, np.array(state.path), use)
    if use.short_memory and game.repetition == DRAW:
        return Position(game, advice, state, _keys(game, (*path, state)), use)
    return whole_position(game, advice, state, path, replace(use, short_memory=False))


def whole_position(game: Game, advice: Advice, state: Any, path: tuple[Any, ...], use: Any) -> Position:
    """Return what to search where the path is part of the state, if it matters at all."""
    no_path = np.zeros(1, np.int64)
    if game.repetition == ALLOWED:
        return Position(game, advice, state, no_path, use)
    wrapped, _ = with_history(game, state)
    root = StateWithHistory(state, _keys(game, (*path, state)))
    return Position(wrapped, advice_for(wrapped, advice), root, no_path, use)


def _keys(game: Game, states: tuple[Any, ...]) -> NDArray[np.int64]:
    return np.array([game.repetition_key(each) for each in states], np.int64)

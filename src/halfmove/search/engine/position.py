"""What is searched: the bare game where that will do, or the game with its whole path where exactness asks for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.core.game import ALLOWED, DRAW, Game
from halfmove.core.history import NoRepeats, StateWithHistory, WithHistory, with_history
from halfmove.search.engine.techniques import Techniques


class Position(NamedTuple):
    """A game, a state of it, the numbers of the states up to this one, and the techniques that suit them."""

    game: Game
    state: Any
    numbers: NDArray[np.int64]
    use: Techniques


def position(game: Game, state: Any, path: tuple[Any, ...], use: Techniques) -> Position:
    """Return what to search.

    A path that is part of the state makes all states different, and a table worthless. With a short memory the path
    is left out, and a state that comes back on the way is a draw.
    """
    if use.short_memory and isinstance(game, WithHistory) and not isinstance(game, NoRepeats):
        return Position(game.game, state.state, np.array(state.path), use)
    if use.short_memory and game.repetition == DRAW:
        return Position(game, state, np.array([game.repetition_key(each) for each in (*path, state)], np.int64), use)
    use = replace(use, short_memory=False)
    numbers = np.zeros(1, np.int64)
    if game.repetition == ALLOWED:
        return Position(game, state, numbers, use)
    wrapped, _ = with_history(game, state)
    way = np.array([game.repetition_key(each) for each in (*path, state)], np.int64)
    return Position(wrapped, StateWithHistory(state, way), numbers, use)

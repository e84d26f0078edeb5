"""What the tests of both games of draughts ask."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from halfmove.compiled import kernel, plain

MOST_ACTIONS = 1000
LETTERS = "WBK0123456789,-:HF. \nkwb²"


@kernel
def listed(game: Any, state: Any, actions: Any) -> int:
    """Write the legal actions into an array; return how many there are."""
    count = 0
    for action in game.actions(state):
        actions[count] = action
        count += 1
    return count


@kernel
def followed(game: Any, state: Any, action: int) -> Any:
    return game.result(state, action)


@st.composite
def fens(draw: Any, game: Any, most: int) -> str:
    """Draw up to `most` pieces of each colour on any squares."""
    last = game.size * game.size // 2
    squares = draw(st.lists(st.integers(1, last), min_size=2, max_size=2 * most, unique=True))
    sides: dict[str, list[str]] = {"W": [], "B": []}
    for place, square in enumerate(squares):
        colour = "WB"[place % 2]
        crowned = square <= game.half if colour == "W" else square > last - game.half
        sides[colour].append(f"{'K' if crowned or draw(st.booleans()) else ''}{square}")
    return f"{draw(st.sampled_from('WB'))}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"


def check_lanes(game: Any, fen: str) -> None:
    """Ask both lanes what is legal and where it leads; names tell actions apart."""
    state, twin = game.read(fen), plain(game)
    actions = np.zeros(MOST_ACTIONS, np.int64)
    count = listed(game, state, actions)
    assert actions[:count].tolist() == list(twin.actions(state))
    names = [twin.name(action, state) for action in twin.actions(state)]
    assert len(set(names)) == len(names)
    for action in actions[:count].tolist():
        assert followed(game, state, action) == twin.result(state, action)


def names(game: Any, fen: str) -> list[str]:
    """Return the legal actions as they are written."""
    state = game.read(fen)
    return sorted(game.name(action, state) for action in game.actions(state))

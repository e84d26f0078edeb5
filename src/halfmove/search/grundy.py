"""Grundy values: every impartial game is a heap of Nim (Sprague 1935, Grundy 1939)."""

from __future__ import annotations

from typing import Any

from halfmove.core.game import CHANCE, Game
from halfmove.core.secrets import require_no_secrets
from halfmove.errors import HalfmoveError


def grundy(game: Game, state: Any = None) -> int:
    """Return the Grundy value of a state: the least number, from 0, that none of its children has.

    The player to move loses if and only if it is 0, and the value of several games played side by side is the
    exclusive-or of theirs. That holds if both players always have the same actions, if a player who cannot move loses,
    and if no state comes back. The last two are checked; the first is for the caller to know.
    """
    require_no_secrets(game, "a Grundy value")
    root = game.initial if state is None else state
    values: dict[Any, int] = {}
    path: dict[Any, list[Any]] = {root: _children(game, root)}  # with the children that are still to be valued
    while path:
        here, waiting = next(reversed(path.items()))
        if waiting:
            child = waiting.pop()
            if child in path:
                raise HalfmoveError(f"{game.show(child)}: this state can come back, so it has no Grundy value")
            if child not in values:
                path[child] = _children(game, child)
        else:
            values[here] = least_missing({values[child] for child in _children(game, here)})
            del path[here]
    return values[root]


def least_missing(numbers: set[int]) -> int:
    """Return the least number from 0 that is not among them."""
    missing = 0
    while missing in numbers:
        missing += 1
    return missing


def _children(game: Game, state: Any) -> list[Any]:
    if game.players != 2 or game.to_move(state) == CHANCE:
        raise HalfmoveError(f"{type(game).__name__}: Grundy values are for two players without chance")
    if game.is_terminal(state):
        if game.utility(state, game.to_move(state)) != game.utilities[0]:
            raise HalfmoveError(
                f"{game.show(state)}: a player who cannot move does not lose, so there is no Grundy value"
            )
        return []
    return [game.result(state, action) for action in game.actions(state)]

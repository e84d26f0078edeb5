"""Using a game safely: what a program does with actions and texts that come from people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from halfmove.core.game import CHANCE, Game
from halfmove.errors import IllegalAction, UnknownPlayer

_SHOWN = 12  # legal actions listed in a message


def legal_actions(game: Game, state: Any) -> list[int]:
    """Return the actions, or the outcomes of chance, that are possible; none if the game is over."""
    if game.is_terminal(state):
        return []
    if game.to_move(state) == CHANCE:
        return [outcome for outcome, _ in game.chances(state)]
    return list(game.actions(state))


def act(game: Game, state: Any, action: int) -> Any:
    """Return the state after `action`, if it is legal."""
    if action not in legal_actions(game, state):
        raise IllegalAction(_refusal(game, state, _name(game, action, state)))
    return game.result(state, action)


def action_named(game: Game, state: Any, name: str) -> int:
    """Return the legal action that players write as `name`; upper and lower case count only where they must."""
    names = {game.name(action, state): action for action in legal_actions(game, state)}
    if name in names:
        return names[name]
    folded = [action for written, action in names.items() if written.casefold() == name.casefold()]
    if len(folded) == 1:
        return folded[0]
    raise IllegalAction(_refusal(game, state, name))


def after(game: Game, state: Any, names: Iterable[str]) -> Any:
    """Return the state after the actions that are written as `names`."""
    for name in names:
        state = game.result(state, action_named(game, state, name))
    return state


def utility_vector(game: Game, state: Any) -> tuple[float, ...]:
    """Return what a terminal state is worth to each player."""
    return tuple(game.utility(state, player) for player in range(game.players))


def check_player(game: Game, player: int) -> int:
    """Return `player` if he takes part in the game."""
    if not 0 <= player < game.players:
        raise UnknownPlayer(f"{type(game).__name__} has players 0 to {game.players - 1}, and no {player}")
    return player


def same(one: Any, other: Any) -> bool:
    """Tell whether two states or answers are equal, arrays included."""
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, (tuple, list)) and type(one) is type(other):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def for_other(game: Game, value: float) -> float:
    """Return what is left for the other of two players: they always share the least and the greatest utility."""
    return game.utilities[0] + game.utilities[1] - value


def mover(game: Game, state: Any) -> int:
    """Return the player to move; the first where the game is over or chance decides."""
    player = game.to_move(state)
    return player if 0 <= player < game.players else 0


def _name(game: Game, action: Any, state: Any) -> str:
    try:
        return game.name(action, state)
    except Exception:  # noqa: BLE001 - the action may be nonsense to the game
        return str(action)


def _refusal(game: Game, state: Any, name: str) -> str:
    if game.is_terminal(state):
        return f"{name}: the game is over"
    reason = game.why_illegal(state, name)
    if reason:
        return reason if reason.startswith(name) else f"{name}: {reason}"
    names = [game.name(action, state) for action in legal_actions(game, state)]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"{name}: not a legal action here; legal are {' '.join(names[:_SHOWN])}{more}"

"""Using a game safely: what a program does with actions and texts that come from people."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import numpy as np

from halfmove.core.commentary import find_commentary, refusal
from halfmove.core.game import Game
from halfmove.core.naming import legal_actions as legal_actions
from halfmove.errors import IllegalAction, UnknownPlayer


def apply_action(game: Game, state: Any, action: int) -> Any:
    """Return the state after `action`, if it is legal."""
    if action not in legal_actions(game, state):
        raise IllegalAction(refusal(game, state, _name(game, action, state)))
    return game.result(state, action)


def legal_among(game: Game, state: Any, only: Collection[int] = ()) -> list[int]:
    """Return the legal actions, or those of them that `only` names; one that is not legal is refused."""
    legal = legal_actions(game, state)
    for action in only:
        if action not in legal:
            raise IllegalAction(refusal(game, state, _name(game, action, state)))
    return [action for action in legal if action in only] if only else legal


def action_named(game: Game, state: Any, written: str) -> int:
    """Return the legal action that somebody wrote, by its name or in another notation of the game."""
    legal = legal_actions(game, state)
    if not legal:
        raise IllegalAction(refusal(game, state, written))
    action = find_commentary(game).read_action(state, written)
    if action not in legal:  # a wrapper may allow less than the game inside
        raise IllegalAction(refusal(game, state, written))
    return action


def state_after(game: Game, state: Any, names: Iterable[str]) -> Any:
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
    """Return the value for the other of two players: both values add up to the least plus the greatest utility."""
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

"""What may be done in a state, and what players are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.chance import CHANCE

if TYPE_CHECKING:
    from halfmove.core.game import Game


def legal_actions(game: Game, state: Any) -> list[int]:
    """Return the actions, or the outcomes of chance, that are possible; none if the game is over."""
    if game.is_terminal(state):
        return []
    if game.to_move(state) == CHANCE:
        return [outcome for outcome, _ in game.chances(state)]
    return list(game.actions(state))


def player_name(game: Game, player: int) -> str:
    """Return what a player is called, or CHANCE."""
    return "CHANCE" if player == CHANCE else game.player_names[player]

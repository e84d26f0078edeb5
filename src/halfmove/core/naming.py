"""Actions as people write them: read by their names, refused with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.chance import CHANCE
from halfmove.core.commentary import find_commentary
from halfmove.errors import IllegalAction

if TYPE_CHECKING:
    from halfmove.core.game import Game

_SHOWN = 12  # legal actions listed in a message


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


def read_name(game: Game, state: Any, written: str) -> int:
    """Return the legal action of a name; upper and lower case count only where they must."""
    names = {game.name(action, state): action for action in legal_actions(game, state)}
    if written in names:
        return names[written]
    folded = [action for name, action in names.items() if name.casefold() == written.casefold()]
    if len(folded) == 1:
        return folded[0]
    raise IllegalAction(refusal(game, state, written))


def refusal(game: Game, state: Any, written: str) -> str:
    """Say why an action is not legal: the reason of its commentary if it has one, otherwise what is legal."""
    if game.is_terminal(state):
        return f"{written}: the game is over"
    reason = find_commentary(game).why_illegal(state, written)
    if reason:
        return reason if reason.startswith(written) else f"{written}: {reason}"
    names = [game.name(action, state) for action in legal_actions(game, state)]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"{written}: not a legal action here; legal are {' '.join(names[:_SHOWN])}{more}"

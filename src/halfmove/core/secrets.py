"""Games that hide something from their players, which no search here may look through."""

from __future__ import annotations

from halfmove.core.game import Game
from halfmove.core.history import WithHistory
from halfmove.core.wrapper import Wrapper
from halfmove.errors import WrongGame

_AS_INSIDE = (Wrapper, WithHistory)  # they show of a state what the game inside shows


def has_secrets(game: Game) -> bool:
    """Tell whether there may be anything that a player does not see.

    A game says so by `has_secrets`; one that answers `observation` and says nothing is not trusted to show all.
    """
    for base in type(game).__mro__:
        if base in _AS_INSIDE:
            return has_secrets(game.game)  # type: ignore[attr-defined]
        if "has_secrets" in vars(base):
            return bool(game.has_secrets)
        if "observation" in vars(base):
            return True
    return False


def require_no_secrets(game: Game, search: str) -> None:
    """Refuse a game for a search that takes what it is given for the whole state."""
    if has_secrets(game):
        why = (
            "hides something from its players (has_secrets)"
            if game.has_secrets
            else "answers `observation` and does not say whether it hides something (has_secrets)"
        )
        raise WrongGame(f"{type(game).__name__} {why}: {search} needs the whole state")

"""Games that hide something from their players: no search may see more than its player does."""

from __future__ import annotations

from functools import cache
from typing import Any

from halfmove.core.game import Game
from halfmove.core.history import WithHistory
from halfmove.core.knowledge import WithKeys
from halfmove.core.wrapper import Wrapper
from halfmove.errors import WrongGame

_DECLARED, _UNSAID, _INSIDE = "by has_secrets", "nowhere", "by the game inside"


def has_secrets(game: Game) -> bool:
    """Tell whether there may be anything that a player does not see.

    A game says so by `has_secrets`; one that defines `observation` or `percept` without it is taken for one that hides
    something.
    """
    cls: Any = type(game)
    answer = _answer_of(cls)
    if answer is _INSIDE:
        return has_secrets(game.game)  # type: ignore[attr-defined]
    return game.has_secrets or answer is _UNSAID


@cache
def _answer_of(cls: Any) -> str:
    """Return where a class says whether its games hide something."""
    for base in cls.__mro__:
        if base in (Wrapper, WithHistory, WithKeys):  # they show of a state what the game inside shows
            return _INSIDE
        if "has_secrets" in vars(base):
            return _DECLARED
        if "observation" in vars(base) or "percept" in vars(base):
            return _UNSAID
    return _DECLARED


def require_no_secrets(game: Game, search: str) -> None:
    """Refuse a game for a search that takes what it is given for the whole state."""
    if has_secrets(game):
        why = (
            "hides something from its players (has_secrets)"
            if game.has_secrets
            else "defines `observation` and does not say whether it hides something (has_secrets)"
        )
        raise WrongGame(f"{type(game).__name__} {why}: {search} needs the whole state")

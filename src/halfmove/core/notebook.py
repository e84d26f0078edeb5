"""States that draw themselves in a notebook: a NamedTuple does not know its game, so the games alive are asked."""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

from halfmove.core.text import html, show_fields

_alive: WeakSet[Any] = WeakSet()


def let_states_draw(game: Any) -> None:
    """Give the state class of a new game a picture for notebooks."""
    state_class: Any = type(getattr(game, "initial", None))
    if issubclass(state_class, tuple) and hasattr(state_class, "_fields"):
        _alive.add(game)
        state_class._repr_html_ = _draw


def _draw(state: Any) -> str:
    """Draw a state as its game shows it; where games of several sizes share the state class, write its fields."""
    games = {repr(game): game for game in _alive if type(game.initial) is type(state)}
    shown = show_fields(state)
    if len(games) == 1:
        shown = next(iter(games.values())).show(state)
    return html(type(state).__name__, "", shown)

"""How states look in a notebook or in a text for people: drawings that stand beside the rules, as advice does.

The class `NAMEDrawing` draws the game NAME, and the games that inherit from it until one has a `show` of its own. It
stands in the module `drawing` of the same package, or in one file with the game.
"""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from typing import TYPE_CHECKING, Any

from halfmove.core.beside import class_beside

if TYPE_CHECKING:
    from halfmove.core.game import Game

BOX = "font-family:monospace;line-height:1.2;margin:4px 0;padding:8px;border:1px solid #767676;display:inline-block"


class Drawing:
    """Pictures of the states of `game`. By default there are none: a reader sees the text that the game shows."""

    def __init__(self, game: Game) -> None:
        self.game: Any = game

    def svg(self, state: Any, marked: Collection[Any] = (), caption: str = "") -> str:
        """Return a picture of a state as SVG, with some places `marked`; nothing where there is none."""
        return ""

    def places(self, state: Any, action: int) -> Collection[Any]:
        """Return what to mark for an action that is taken in `state`."""
        return ()

    def facts(self, state: Any) -> str:
        """Return what a reader needs beside the board, such as the score; by default, nothing."""
        return ""


def html(title: str, subtitle: str, game: Game | None, state: Any, action: int | None = None) -> str:
    """Return a small block for a notebook: a title, a line under it, and a state in which an action is marked."""
    heading = f"<b>{escape(title)}</b><br><i>{escape(subtitle)}</i>"
    return f"<div>{heading}<br>{state_html(game, state, action) if game else ''}</div>"


def state_html(game: Game, state: Any, action: int | None = None) -> str:
    """Return the picture of a state in which an action is marked; without a drawing, its text in fixed width."""
    drawing = find_drawing(game)
    picture = drawing.svg(state, () if action is None else drawing.places(state, action))
    return picture or f"<pre style='{BOX}'>{escape(game.show(state))}</pre>"


def find_drawing(game: Game) -> Drawing:
    """Return the drawing that stands beside a game, or the default."""
    drawing: Drawing = class_beside(game.__class__, "drawing", Drawing, "show")(game)
    return drawing


class WrapperDrawing(Drawing):
    """A game that wraps another one looks like it."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.inside = find_drawing(game.game)

    def svg(self, state: Any, marked: Collection[Any] = (), caption: str = "") -> str:
        return self.inside.svg(self.unwrapped(state), marked, caption)

    def places(self, state: Any, action: int) -> Collection[Any]:
        return self.inside.places(self.unwrapped(state), action)

    def facts(self, state: Any) -> str:
        return self.inside.facts(self.unwrapped(state))

    def unwrapped(self, state: Any) -> Any:
        """Return the state of the game inside."""
        return state


class WithHistoryDrawing(WrapperDrawing):
    """The path to a state does not show."""

    def unwrapped(self, state: Any) -> Any:
        return state.state

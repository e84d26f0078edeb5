"""How states look in a notebook or in a text for people: drawings that stand beside the rules, as advice does.

The class `NAMEDrawing` draws the game NAME, and the games that inherit from it until one has a `show` of its own. It
stands in the module `drawing` of the same package, or in one file with the game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
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

    def describe(self) -> Any:
        """Return the board as data, an `explain.board.Board`; None where there is none."""
        return None

    def picture(self, state: Any) -> Any:
        """Return what stands on that board in a state, an `explain.board.BoardPicture`."""
        return None

    def compose(self, pieces: Mapping[int, Any], mover: int) -> str:
        """Return the text of the state in which pieces stand on cells; nothing where that cannot be said."""
        return ""

    def clicks(self, state: Any, action: int) -> Sequence[int]:
        """Return the cells that say an action when they are touched in this order; none if it has no place."""
        return ()

    def takes(self, state: Any, action: int) -> Sequence[int]:
        """Return the cells from which an action removes pieces, besides those where it begins and ends."""
        return ()

    def key(self, state: Any, action: int) -> str:
        """Return the arrow key that means an action: `up`, `down`, `left` or `right`; nothing for none."""
        return ""

    def places(self, state: Any, action: int) -> Collection[Any]:
        """Return what to mark for an action that is taken in `state`."""
        return self.clicks(state, action)

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

    def describe(self) -> Any:
        return self.inside.describe()

    def picture(self, state: Any) -> Any:
        return self.inside.picture(self.unwrapped(state))

    def compose(self, pieces: Mapping[int, Any], mover: int) -> str:
        return self.inside.compose(pieces, mover)

    def clicks(self, state: Any, action: int) -> Sequence[int]:
        return self.inside.clicks(self.unwrapped(state), action)

    def takes(self, state: Any, action: int) -> Sequence[int]:
        return self.inside.takes(self.unwrapped(state), action)

    def key(self, state: Any, action: int) -> str:
        return self.inside.key(self.unwrapped(state), action)

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

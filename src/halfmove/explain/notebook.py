"""What a notebook shows of an answer: tables, many states side by side, and states that draw themselves."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from halfmove.core.drawing import state_html
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError
from halfmove.explain.boards import draw

MOST_ROWS = 20  # of a table
MOST_STATES = 12  # side by side


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a table in HTML; of a long one, the first rows."""
    lines = [("th", heads), *(("td", row) for row in rows[:MOST_ROWS])]
    cells = (
        "".join(f"<{tag} style='text-align:left'>{escape(str(each))}</{tag}>" for each in row) for tag, row in lines
    )
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>{_more(len(rows), MOST_ROWS)}"


def gallery(game: Game, chosen: Sequence[tuple[Any, int]]) -> str:
    """Return states side by side, each with the action that is chosen there; of many, the first."""
    boxes = (
        f"<div style='margin:6px'>{state_html(game, state, action)}<div>{escape(game.name(action, state))}</div></div>"
        for state, action in chosen[:MOST_STATES]
    )
    return f"<div style='display:flex;flex-wrap:wrap'>{''.join(boxes)}</div>{_more(len(chosen), MOST_STATES)}"


def _more(count: int, shown: int) -> str:
    return f"<i>and {count - shown:,} more</i>" if count > shown else ""


def draw_states(*games: Game) -> None:
    """Let the states of these games draw themselves in this notebook, until it is restarted.

    A state does not know its game, so a notebook is told here which one its class belongs to; nothing is written into
    the class. Of two games that share a class of states, the last one counts.
    """
    shell: Any = import_module("IPython").get_ipython() if find_spec("IPython") else None
    if shell is None:
        raise HalfmoveError("draw_states: there is no notebook here; `draw(game, state)` returns a picture anywhere")
    for game in games:
        state_class = type(game.initial)
        if state_class.__module__ == "builtins":
            name = f"{state_class.__name__}, a class that other values have too"
            raise HalfmoveError(f"{type(game).__name__}: a state is a {name}; use `draw(game, state)`")
        formatter = shell.display_formatter.formatters["image/svg+xml"]
        formatter.for_type(state_class, lambda state, game=game: str(draw(game, state)))

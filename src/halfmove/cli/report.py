"""How answers are written: for people with rich, for programs as JSON."""

from __future__ import annotations

import json
import math
import os
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import Console
    from rich.table import Table

    from halfmove.core.choice import Choice
    from halfmove.core.game import Game

STYLES = {
    "board": "bold",
    "reply": "cyan",
    "chance": "magenta",
    "hint": "green",
    "verdict": "bold green",
    "error": "red",
}


@cache
def console(stderr: bool = False) -> Console:
    """Return where text goes; rich leaves colours out where NO_COLOR is set or there is no terminal."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=True, emoji=False)


def board_drawer(stderr: bool = False) -> Callable[[Game, Sequence[Any]], Any]:
    """Return what draws boards: in colours where they are seen, otherwise as the game shows them."""
    from halfmove.play.terminal.drawing import draw
    from halfmove.play.terminal.terminal import draw_plainly

    screen = console(stderr)
    if not screen.is_terminal or screen.no_color or screen.color_system is None:
        return draw_plainly
    unicode = screen.encoding.startswith("utf") and not _is_c_locale()
    return lambda game, states: draw(game, states, screen.width, unicode)


def _is_c_locale() -> bool:
    """Tell whether the user asked for a terminal without Unicode; Python writes UTF-8 there all the same."""
    return next(filter(None, map(os.environ.get, ("LC_ALL", "LC_CTYPE", "LANG"))), "") in ("C", "POSIX")


def table(*columns: str, title: str | None = None) -> Table:
    """Return an empty table; columns whose name ends in `#` hold numbers."""
    from rich import box
    from rich.table import Table

    rows = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", pad_edge=False)
    for column in columns:
        rows.add_column(column.rstrip("#"), justify="right" if column.endswith("#") else "left", overflow="fold")
    return rows


def print_json(data: Any) -> None:
    """Print data as JSON; a number that JSON cannot hold is null, and a character that the output lacks is escaped."""
    from halfmove.cli.answers import output

    data = _plain(data)
    text = json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False)
    try:
        text.encode(output().encoding or "ascii")
    except UnicodeEncodeError:
        text = json.dumps(data, indent=2, allow_nan=False)
    print(text, file=output())


def _plain(data: Any) -> Any:
    if isinstance(data, dict):
        return {str(key): _plain(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_plain(item) for item in data]
    if isinstance(data, float):
        return data if math.isfinite(data) else None
    if hasattr(data, "item"):  # a NumPy number
        return _plain(data.item())
    return data


def choice_data(choice: Choice) -> dict[str, Any]:
    """Return a choice with its actions as players write them."""
    action = choice.name or None
    data: dict[str, Any] = {
        "action": action,
        "value": choice.value,
        "worth": choice.worth(),
        "exact": choice.exact,
        "line": choice.names() or [action] if action is not None else [],
        "depth": choice.depth,
        "nodes": choice.nodes,
        "seconds": choice.seconds,
    }
    data |= {"visits": choice.visits} if choice.visits else {}
    if choice.mixture and choice.game is not None:
        data["mixture"] = {choice.game.name(each, choice.state): likely for each, likely in choice.mixture}
    return data | {"interval": choice.interval} if choice.interval else data


def rate(count: float, seconds: float) -> str:
    """Write how many a second, briefly."""
    if seconds <= 0:
        return "-"
    each = count / seconds
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if each >= size:
            return f"{each / size:.3g}{unit}/s"
    return f"{each:.3g}/s"

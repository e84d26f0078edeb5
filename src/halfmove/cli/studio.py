"""`halfmove studio`: play, watch and understand a search in the browser."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer

PORT = 0  # any that is free


def studio(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME or FILE]", help="What to open, as in [bold]halfmove play[/].")
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Where it listens; 0 is any that is free.")] = PORT,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page.")] = True,
) -> None:
    """Open the studio in the browser: play, analyse, watch a search think, quizzes, matches, solved games.

    It listens on this machine alone, and its address holds a key that is new with every start. Ctrl-C ends it.
    """
    from halfmove.errors import HalfmoveError
    from halfmove.play.loading import is_file, load_game

    try:
        from halfmove.web.server import serve
    except ImportError as error:
        raise HalfmoveError(f"the studio needs {error.name}: pip install 'halfmove[web]'") from None

    opened: dict[str, Any] | None = None
    own = ""
    if game is not None:
        load_game(game)  # a mistake is said here, and not in the browser
        own = game if is_file(game) else ""
        opened = {"game": game, "start": None, "actions": []}
    serve(own, opened, port, lambda address: _ready(address, browser))


def _ready(address: str, browser: bool) -> None:
    print(address, flush=True)
    if browser and has_display():
        import webbrowser

        webbrowser.open(address)


def has_studio() -> bool:
    """Tell whether what the studio needs is installed."""
    from importlib.util import find_spec

    return all(find_spec(name) for name in ("starlette", "uvicorn", "websockets", "msgspec"))


def has_display(environment: Any = None) -> bool:
    """Tell whether a browser can be shown: on Linux that takes a display, and over SSH there is none."""
    given = os.environ if environment is None else environment
    if sys.platform in ("win32", "darwin"):
        return "SSH_CONNECTION" not in given
    return bool(given.get("DISPLAY") or given.get("WAYLAND_DISPLAY"))

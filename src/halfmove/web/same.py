"""The same as a command and as Python: whatever the studio computes, a shell or a notebook can compute again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from halfmove.play.loading import is_file, is_tree
from halfmove.web.messages import Position


def command(words: str, game: str, position: Position | None = None, /, **options: Any) -> str:
    """Return a command line: `halfmove WORDS GAME --after ... --option value`."""
    parts = ["halfmove", *words.split(), game]
    if position is not None and position.start is not None:
        parts += ["--state", position.start]
    if position is not None and position.actions:
        parts += ["--after", " ".join(position.actions)]
    for name, value in options.items():
        if value is not None:
            parts += [f"--{name.replace('_', '-')}", str(value)]
    return shlex.join(parts)


def game_lines(game: str) -> tuple[list[str], str]:
    """Return the lines of Python that make a game, as `game`, and the names that they import."""
    if is_tree(game):
        return [f"game = ExplicitGame.parse({game!r})"], "ExplicitGame"
    if is_file(game):
        return [f"game = load_game({game!r})"], "load_game"
    return [f"game = game_named({game!r})"], "game_named"


def state_lines(position: Position) -> tuple[list[str], list[str]]:
    """Return the lines of Python that make a state, as `state`, and the names that they import."""
    begin = "game.initial" if position.start is None else f"game.read({position.start!r})"
    if not position.actions:
        return [f"state = {begin}"], []
    return [f"state = state_after(plain(game), {begin}, {' '.join(position.actions)!r}.split())"], [
        "plain",
        "state_after",
    ]


def python(position: Position, imports: list[str], *lines: str) -> str:
    """Return a few lines of Python: what they import, the game, the state, and then `lines`."""
    making, maker = game_lines(position.game)
    begun, helpers = state_lines(position)
    names = ", ".join(sorted({maker, *imports, *helpers}, key=str.casefold))
    return "\n".join([f"from halfmove import {names}", "", *making, *begun, *lines]) + "\n"


def same(command_line: str, text: str) -> dict[str, str]:
    return {"command": command_line, "python": text}


def options_text(options: Mapping[str, Any]) -> str:
    """Return keyword arguments as Python writes them, those that are None left out."""
    return ", ".join(f"{name}={value!r}" for name, value in options.items() if value is not None)

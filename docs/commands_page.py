"""The page of commands: written from the command line itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from halfmove.cli import app

_MARKUP = re.compile(r"\[/?(?:bold|dim|cyan)?\]")


def commands_page() -> str:
    """Return every command with its arguments and options, as Markdown."""
    parts: list[str] = []
    for name, command in _commands(get_command(app), ""):
        text, _, examples = (command.help or "").replace("\\b", "\b").partition("\b")
        parts += [f"## halfmove {name}", _plain(text)]
        if examples.strip():
            lines = "\n".join(f"$ {line.strip()}" for line in examples.strip().splitlines())
            parts.append(f"```console\n{lines}\n```")
        rows = [f"| {_written(each)} | {_plain(each.help or '')} |" for each in command.params if not each.hidden]
        parts.append("\n".join(["| | |", "|---|---|", *rows]))
    return "\n\n".join(parts) + "\n"


def _commands(group: Any, before: str) -> Iterator[tuple[str, Any]]:
    """Yield all commands with their names, and those of a command that has its own."""
    for name, command in sorted(group.commands.items()):
        if hasattr(command, "commands"):
            yield from _commands(command, f"{before}{name} ")
        else:
            yield before + name, command


def _written(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return f"`{parameter.metavar or parameter.name.upper()}`"
    return ", ".join(f"`{word}`" for word in parameter.opts)


def _plain(text: str) -> str:
    return " ".join(_MARKUP.sub("", text).split()).replace("|", "\\|")

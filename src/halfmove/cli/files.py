"""Files that a command writes: nothing is replaced unless the user says so."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from halfmove.errors import HalfmoveError

Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]


def require_new(files: Iterable[Path | None], force: bool) -> None:
    """Refuse to go on if one of the files exists and may not be replaced."""
    for file in files:
        if file is None:
            continue
        if file.is_dir():
            raise HalfmoveError(f"{file}: this is a folder, not a file")
        if file.exists() and not force:
            raise HalfmoveError(f"{file}: this file exists; --force replaces it")
        if not file.parent.is_dir():
            raise HalfmoveError(f"{file}: there is no folder {file.parent}")

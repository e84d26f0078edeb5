"""Files: a pipe is not opened, or we would wait for ever for its writer; what we write is whole or not there."""

from __future__ import annotations

import os
from pathlib import Path

from halfmove.errors import HalfmoveError


def require_plain_file(path: Path, largest: int | None = None) -> None:
    """Refuse a pipe, a device, a folder, or a file that has more than `largest` bytes; what is not there is let by."""
    if not path.exists():
        return
    if not path.is_file():
        raise HalfmoveError(f"{path}: this is not a file")
    if largest is not None and path.stat().st_size > largest:
        raise HalfmoveError(f"{path}: the file has more than {largest:,} bytes")


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, or replace one, in a single step; where that fails, what was there stays."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with beside.open("xb") as file:
            file.write(content)
        beside.replace(path)
    except OSError as error:
        if not isinstance(error, FileExistsError):
            beside.unlink(missing_ok=True)
        raise HalfmoveError(f"{path}: {error.strerror}; nothing was written") from None

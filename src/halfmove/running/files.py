"""Files from others: what is no plain file is not opened, or we would wait for ever for who writes into a pipe."""

from __future__ import annotations

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

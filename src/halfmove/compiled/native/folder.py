"""Where machine code is kept: a folder of our own, in the place that the user chose or in the usual one.

What we did not make is never changed: in a place that exists already we use only a folder of our own.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import tempfile
import warnings
from functools import cache
from pathlib import Path
from typing import NamedTuple

from halfmove.errors import CacheWarning

NAME = "halfmove-cache-1"  # the number is that of its layout
MOST_FILES = 4000  # about 100 MB; the oldest go first
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
FAILURE = "failure.txt"  # the last problem, for `halfmove doctor`
_OURS = re.compile(r".+-[0-9a-f]{32}\.nbc|new-\w+\.nbt")


class Place(NamedTuple):
    """The folder, or None and why there is none."""

    path: Path | None
    reason: str = ""


@cache
def place() -> Place:
    """Find the folder for machine code, or make it. Where there is no safe one, each process compiles."""
    chosen = os.environ.get("HALFMOVE_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    user = os.getuid() if hasattr(os, "getuid") else "user"
    usual = [Path(home, "halfmove", NAME), Path(tempfile.gettempdir(), f"{NAME}-{user}")]
    reasons = []
    for path in [Path(chosen, NAME)] if chosen else usual:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.mkdir(mode=0o700, exist_ok=True)
            _check(path)
            tempfile.TemporaryFile(dir=path).close()  # is it writable?
            return Place(path)
        except OSError as error:
            reasons.append(f"{path}: {error.strerror or error}")
    return Place(None, "; ".join(reasons))


def folder() -> Path | None:
    """Return the folder for machine code; without one, say so once."""
    chosen = place()
    if chosen.path is None:
        report(
            f"machine code is not kept, so each start compiles again ({chosen.reason}): set HALFMOVE_CACHE to a folder"
        )
    return chosen.path


def _check(path: Path) -> None:
    """Refuse a folder that others may have filled."""
    status = path.lstat()
    if not stat.S_ISDIR(status.st_mode):
        raise OSError("is no folder of ours but a link or a file")
    check_owner(status)


def check_owner(status: os.stat_result) -> None:
    """Refuse what others own or may write to: the machine code in it will be run."""
    if hasattr(os, "getuid") and status.st_uid != os.getuid():
        raise OSError("belongs to somebody else")
    if status.st_mode & OTHERS_WRITE:
        raise OSError("can be written to by others")


def entries(path: Path) -> list[Path]:
    """Return the files of machine code in our folder."""
    return [file for file in path.iterdir() if _OURS.fullmatch(file.name) and not file.is_symlink()]


def prune(path: Path) -> None:
    """Delete the oldest files where there are too many."""
    with contextlib.suppress(OSError):  # another process may be pruning too
        files = entries(path)
        if len(files) > MOST_FILES:
            files.sort(key=lambda file: file.stat().st_mtime)
            for file in files[: MOST_FILES // 2]:
                file.unlink(missing_ok=True)


_reported: list[str] = []


def report(problem: str) -> None:
    """Warn once in a process that machine code cannot be kept or loaded, and note it for `halfmove doctor`."""
    if _reported:
        return
    _reported.append(problem)
    path = place().path
    if path is not None:
        with contextlib.suppress(OSError):
            (path / FAILURE).write_text(f"{problem}\n", encoding="utf-8")
    warnings.warn(f"{problem}; `halfmove doctor` tells more", CacheWarning, stacklevel=2)

"""Machine code kept on disk: one private folder, one file for each kernel, signature and digest.

Numba's own cache keeps an index that processes overwrite for one another, and notices edits in one file only. Here
the name of a file is a hash of everything the code depends on, so there is nothing to keep in step.
Numba writes machine code as a pickle: the folder is the user's alone (mode 0700), and is never shipped or shared.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import re
import stat
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, NullCache
from numba.core.serialize import dumps

from halfmove.compiled.native.digest import digest_of, lane_digest
from halfmove.compiled.native.parts import environments, has_open_calls

MOST_FILES = 4000  # about 100 MB; the oldest go first


@cache
def folder() -> Path | None:
    """Return the private folder for machine code, or None where there is no safe place: then each process compiles."""
    chosen = os.environ.get("HALFMOVE_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    places = [chosen] if chosen else [os.path.join(home, "halfmove"), _temporary()]
    for place in places:
        with contextlib.suppress(OSError):
            path = Path(place)
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            _secure(path)
            tempfile.TemporaryFile(dir=path).close()  # is it writable?
            return path
    return None


def _temporary() -> str:
    return os.path.join(tempfile.gettempdir(), f"halfmove-{os.getuid() if hasattr(os, 'getuid') else 'user'}")


def _secure(path: Path) -> None:
    """Refuse a folder that others own or a link to one, and close one that others can open.

    Where others could write, the files may be theirs: they go.
    """
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode):
        raise OSError(f"{path} is not a folder")
    if hasattr(os, "getuid") and found.st_uid != os.getuid():
        raise OSError(f"{path} belongs to somebody else")
    if stat.S_IMODE(found.st_mode) != 0o700:
        path.chmod(0o700)
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        for file in path.glob("*.nb?"):
            file.unlink(missing_ok=True)


class KernelCache(NullCache):
    """The machine code of one kernel, by signature."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.stamp: str | None = None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        file = self._file(sig, target_context.codegen())
        if file is None:
            return None
        target_context.refresh()
        try:
            check, content = file.read_bytes().split(b"\n", 1)
            if check != _check(content):
                return None
            return CompileResultCacheImpl.rebuild(None, target_context, pickle.loads(content))  # noqa: S301 - a private file
        except Exception:  # noqa: BLE001 - no file, or one damaged in whatever way: compile and write it anew
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        file = self._file(sig, data.codegen)
        if file is None or data.lifted or data.library.has_dynamic_globals or _is_bound(data.library):
            return
        content = dumps(CompileResultCacheImpl.reduce(None, data))
        with contextlib.suppress(OSError):  # a full disk loses the copy, not the answer
            with tempfile.NamedTemporaryFile(dir=file.parent, suffix=".nbt", delete=False) as written:
                written.write(_check(content) + b"\n" + content)
            os.replace(written.name, file)
            _prune(file.parent)

    def _file(self, sig: Any, codegen: Any) -> Path | None:
        path = folder()
        if path is None:
            return None
        if self.stamp is None:
            self.stamp = digest_of(self.function)
        key = (
            str(sig),
            self.stamp,
            lane_digest(),
            codegen.magic_tuple(),
            numba.__version__,
            np.__version__,
            sys.version,
        )
        name = re.sub(r"\W+", "-", f"{self.function.__module__}.{self.function.__qualname__}")[-60:]
        stamp = hashlib.sha256(repr(key).encode()).hexdigest()[:32]
        return path / f"{name}-{stamp}.nbc"


def _check(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()


def _is_bound(library: Any) -> bool:
    """Tell whether machine code is of use in this process only.

    In another one it would jump nowhere (numba #6061), or miss the Python objects of a function without a module.
    """
    objects = environments(library).values()
    return any(each is None or not each.can_cache() for each in objects) or has_open_calls(
        library._get_module_for_linking()
    )


def _prune(path: Path) -> None:
    files = list(path.glob("*.nb?"))
    if len(files) > MOST_FILES:
        with contextlib.suppress(OSError):  # another process may be pruning too
            files.sort(key=lambda file: file.stat().st_mtime)
            for file in files[: MOST_FILES // 2]:
                file.unlink(missing_ok=True)

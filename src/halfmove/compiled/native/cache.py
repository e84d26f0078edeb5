"""Machine code kept on disk: one private folder, one file for each kernel, signature and digest.

Numba's own cache keeps an index that processes overwrite for one another, and notices edits in one file only. Here
the name of a file is a hash of everything the code depends on, so there is nothing to keep in step.
Numba writes machine code as a pickle: the folder is the user's alone, and is never shipped or shared.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np

from halfmove.compiled.lane import Kernel
from halfmove.compiled.native.digest import digest_of, lane_digest
from halfmove.compiled.native.folder import check_owner, folder, prune, report
from halfmove.compiled.native.numba_private import CompileResultCacheImpl, NullCache, cache_of, dumps, module_to_link
from halfmove.compiled.native.parts import PARTS, environments, has_open_calls

_CLASS_BY_VALUE = (
    b"_make_skeleton_class"  # stands for a class that cannot be imported: loading it would make another class
)


class KernelCache(NullCache):
    """The machine code of one kernel, by signature."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.stamp: str | None = None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        file = self.file(sig, target_context.codegen())
        if file is None:
            return None
        target_context.refresh()
        try:
            return CompileResultCacheImpl.rebuild(None, target_context, _content(file))
        except FileNotFoundError:  # it was never compiled
            return None
        except Exception as error:  # noqa: BLE001 - whatever is wrong with a file is reported; it is written anew
            report(f"machine code is compiled again, since {file} {_reason(error)}: delete it if this comes again")
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        file = self.file(sig, data.codegen)
        if file is None or data.lifted or data.library.has_dynamic_globals or _is_bound(data.library):
            return
        content = dumps(CompileResultCacheImpl.reduce(None, data))
        if _CLASS_BY_VALUE in content:
            return
        try:
            write_whole(file, _digest(content) + b"\n" + content)
        except OSError as error:  # a full disk loses the copy, not the answer
            report(
                f"machine code cannot be written to {file.parent} ({error.strerror}): make room, or set HALFMOVE_CACHE"
            )
        prune(file.parent)

    def file(self, sig: Any, codegen: Any) -> Path | None:
        """Return the file of the machine code for a signature; None where none is kept."""
        path = folder()
        if path is None:
            return None
        if self.stamp is None:
            self.stamp = digest_of(self.function)
        key = (
            str(sig),
            self.stamp,
            lane_digest(),
            PARTS,
            codegen.magic_tuple(),
            numba.__version__,
            np.__version__,
            sys.version,
        )
        name = re.sub(r"\W+", "-", f"{self.function.__module__}.{self.function.__qualname__}")[-60:]
        stamp = hashlib.sha256(repr(key).encode()).hexdigest()[:32]
        return path / f"{name}-{stamp}.nbc"


def write_whole(file: Path, content: bytes) -> None:
    """Write a file entirely or not at all: a full disk leaves no half-written file behind."""
    with tempfile.NamedTemporaryFile(dir=file.parent, prefix="new-", suffix=".nbt", delete=False) as temporary:
        new = Path(temporary.name)
    try:
        new.write_bytes(content)
        os.replace(new, file)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def damage(file: Path) -> str:
    """Return what is wrong with a file of machine code, or an empty text."""
    try:
        _read(file)
    except (OSError, ValueError) as error:
        return _reason(error)
    return ""


def trouble_of(source: Kernel[..., Any]) -> str:
    """Return why the machine code of a kernel would not be loaded by another process, or an empty text."""
    native = source.native.dispatcher
    for signature in native.overloads:
        file = cache_of(native).file(signature, native.targetctx.codegen())
        try:
            if file is not None:
                _content(file)
        except Exception as error:  # noqa: BLE001 - it is reported
            return f"{file} {_reason(error)}"
    return ""


def _read(file: Path) -> bytes:
    """Return the content of one of our files; one that is damaged, or that others may have written, is refused."""
    with open(os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), "rb") as opened:
        check_owner(os.fstat(opened.fileno()))
        digest, _, content = opened.read().partition(b"\n")
    if digest != _digest(content):
        raise ValueError("is damaged")
    return content


def _content(file: Path) -> Any:
    return pickle.loads(_read(file))  # noqa: S301 - a file of ours in a private folder, and undamaged


def _reason(error: Exception) -> str:
    message = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
    return (
        message if message.startswith(("is ", "belongs", "can ")) else f"cannot be loaded ({message.splitlines()[0]})"
    )


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()


def _is_bound(library: Any) -> bool:
    """Tell whether machine code is of use in this process only.

    In another one it would call an address that is not there (numba #6061), or miss the Python objects of a function
    without a module.
    """
    for objects in environments(library).values():
        if objects is None or objects.globals.get("__name__") not in sys.modules:
            return True
    return has_open_calls(module_to_link(library))

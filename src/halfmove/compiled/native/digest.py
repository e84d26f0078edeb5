"""A digest of everything a piece of code rests on, so that machine code made from it is never stale."""

from __future__ import annotations

import hashlib
import inspect
import re
import types
from collections.abc import Iterable
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

import numpy as np

from halfmove.compiled.lane import Kernel
from halfmove.compiled.native.library import is_library

_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_CONSTANTS = (bool, int, float, complex, str, bytes, type(None))


def digest_of(source: Any) -> str:
    """Return a hash of `source`, a function or a class, and of all it reaches: code, files, constants, base classes."""
    walk = _Walk()
    walk.visit(source)
    return walk.hash.hexdigest()[:16]


@cache
def lane_digest() -> str:
    """Return a hash of the lane's own files: no name in a user's code leads to its intrinsics."""
    folder = Path(__file__).parent.parent
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(folder.rglob("*.py")))).hexdigest()[:16]


class _Walk:
    """Follow the names that code mentions, each once, and hash what they stand for."""

    def __init__(self) -> None:
        self.hash = hashlib.sha256()
        self.seen: set[int] = set()
        self.files: set[str] = set()

    def visit(self, thing: Any) -> None:
        if isinstance(thing, _CONSTANTS):
            self.hash.update(f"{type(thing).__name__} {thing!r};".encode())
        elif isinstance(thing, (np.ndarray, np.generic)):
            self.hash.update(f"{thing.dtype} {thing.shape};".encode() + thing.tobytes())
        elif id(thing) not in self.seen and not is_library(thing):
            self.seen.add(id(thing))
            if isinstance(thing, (tuple, list)):
                for item in thing:
                    self.visit(item)
            elif isinstance(thing, dict):  # the defaults of a NamedTuple, the members of an Enum
                for item in (*thing, *thing.values()):
                    self.visit(item)
            elif isinstance(thing, Enum):
                self.visit(thing.value)
            elif isinstance(thing, Kernel):
                self.visit(thing.python)
            elif inspect.isfunction(thing):
                self.function(thing)
            elif inspect.isclass(thing):
                self.cls(thing)
            elif isinstance(thing, (staticmethod, classmethod)):
                self.visit(thing.__func__)
            elif isinstance(thing, property):
                self.visit(thing.fget)
            elif "__compiled__" in vars(type(thing)):
                self.visit(type(thing))
                for value in getattr(thing, "__dict__", {}).values():
                    self.visit(value)
            elif hasattr(thing, "py_func"):  # a function of the user's that Numba compiles by itself
                self.visit(thing.py_func)

    def function(self, function: Any) -> None:
        self.file(function)
        self.code(function.__code__)
        for value in (*(function.__defaults__ or ()), *(cell.cell_contents for cell in function.__closure__ or ())):
            self.visit(value)
        names = sorted(_names(function.__code__))
        for name in names:
            if name in function.__globals__:
                value = function.__globals__[name]
                if inspect.ismodule(value):
                    self.module(value, names)
                else:
                    self.hash.update(name.encode())
                    self.visit(value)

    def module(self, module: types.ModuleType, names: list[str]) -> None:
        """Visit what code that mentions `names` may reach through a module, as in `package.module.function`."""
        if id(module) not in self.seen and not is_library(module):
            self.seen.add(id(module))
            for name in names:
                value = getattr(module, name, None)
                if inspect.ismodule(value):
                    self.module(value, names)
                else:
                    self.visit(value)
            self.seen.remove(id(module))  # other code may reach other things through it

    def code(self, code: types.CodeType) -> None:
        self.hash.update(code.co_code + repr((code.co_names, code.co_varnames)).encode())
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                self.code(constant)
            else:
                constant = sorted(constant, key=repr) if isinstance(constant, frozenset) else constant
                self.hash.update(repr(constant).encode())

    def cls(self, cls: type) -> None:
        self.hash.update(f"class {cls.__module__}.{cls.__qualname__};".encode())
        for base in cls.__mro__[:-1]:
            if not is_library(base):
                self.file(base)
                for name, hint in sorted(_hints(base).items()):
                    self.hash.update(f"{name}: {_ADDRESS.sub('', repr(hint))};".encode())
                    if inspect.isclass(hint):
                        self.visit(hint)
                self.hash.update(repr(vars(base).get("__compiled__")).encode())
                for name, value in sorted(vars(base).items()):
                    if not name.startswith("__"):
                        self.visit(value)

    def file(self, thing: Any) -> None:
        """Hash the whole file: an overload may stand beside the function that it serves."""
        try:
            path = inspect.getfile(thing)
        except (TypeError, OSError):  # typed at a prompt
            return
        if path not in self.files:
            self.files.add(path)
            if Path(path).is_file():
                self.hash.update(Path(path).read_bytes())


def _hints(cls: type) -> dict[str, Any]:
    """Return the annotations of a class, as what they stand for: a text may name a constant of another module."""
    try:
        return {
            name: hint for name, hint in get_type_hints(cls, include_extras=True).items() if name in cls.__annotations__
        }
    except Exception:  # noqa: BLE001 - an annotation may be any text
        return inspect.get_annotations(cls)


def _names(code: types.CodeType) -> Iterable[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)

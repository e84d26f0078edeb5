"""What belongs to Python, NumPy, Numba or the lane itself, and so is known by a version: all else is a user's text.

A file is recognised by its folder, since a user's module may have the name of one of Python's own.
"""

from __future__ import annotations

import inspect
import os
import sys
import sysconfig
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite
import numba
import numpy as np

from halfmove import errors

_PYTHON = {Path(os.path.realpath(sysconfig.get_path(name))) for name in ("stdlib", "platstdlib")}
_PYTHON_NAMES = {*sys.stdlib_module_names, "lib-dynload"}
_PACKAGES = [Path(os.path.realpath(str(package.__file__))).parent for package in (np, numba, llvmlite)]
_LANE = Path(os.path.realpath(__file__)).parent.parent
_ERRORS = Path(os.path.realpath(errors.__file__))


def is_library(thing: Any) -> bool:
    """Tell whether a module, or what is defined in one, is no user's text."""
    if isinstance(thing, FunctionType) and os.path.isfile(thing.__code__.co_filename):
        return lies_in_library(thing.__code__.co_filename)
    module = thing if inspect.ismodule(thing) else sys.modules.get(getattr(thing, "__module__", None) or "")
    file = getattr(module, "__file__", None)
    if file is not None:
        return lies_in_library(file)
    origin = getattr(getattr(module, "__spec__", None), "origin", None)
    return origin in ("built-in", "frozen")  # what is typed at a prompt has none


@cache
def lies_in_library(file: str) -> bool:
    """Tell whether a file is no user's text."""
    path = Path(os.path.realpath(file))
    if path == _ERRORS or any(path.is_relative_to(folder) for folder in (*_PACKAGES, _LANE)):
        return True
    for folder in _PYTHON:  # installed packages lie below it too
        if path.is_relative_to(folder):
            return path.relative_to(folder).parts[0].partition(".")[0] in _PYTHON_NAMES
    return False

"""Classes that stand beside a game and are found by their names: its advice, bounds, drawing, commentary."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any


def class_beside(cls: Any, room: str, default: Any, knows_better: str = "") -> Any:
    """Return the class that is named like a game and `default`, as `ChessAdvice`; `default` where there is none.

    It stands in the module `room` of the game's package, or in the same file where the game is a single file. A base
    class that itself defines the method `knows_better` ends the search: what stands beside its own bases is outdated.
    """
    for base in cls.__mro__:
        beside = getattr(_module_beside(base.__module__, room), base.__name__ + default.__name__, None)
        if beside is not None:
            return beside
        if knows_better in vars(base):
            break
    return default


def _module_beside(rules: str, room: str) -> Any:
    """Return the module `room` in the package of the rules, if there is such a file; otherwise their own module."""
    package = rules.rpartition(".")[0]
    beside = f"{package}.{room}"
    return import_module(beside) if package and _is_file(beside) else sys.modules.get(rules)


@cache  # names of actions are read often, and a search for a file that is not there takes longer than all the rest
def _is_file(module: str) -> bool:
    return find_spec(module) is not None

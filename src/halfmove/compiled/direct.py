"""Kernels that call each other in plain Python: directly, for the lane was chosen when the first of them was called.

The text of a kernel finds the kernels that it calls among the names of its module. Here it is given names of its own,
of which each stands for a text; whatever else it names is found in the module, as it is at that moment.
"""

from __future__ import annotations

import builtins
import dis
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import Any

_ASKS_FOR_BUILTINS = {"IMPORT_NAME", "LOAD_BUILD_CLASS"}  # of Python itself: a text with these stays as it is


def direct(kernel: Any) -> tuple[Callable[..., Any], list[tuple[dict[str, Any], str, Any]]]:
    """Return the text of a kernel that calls the texts of others, and what that rests on.

    It is right as long as each of these names stands for the same in its module, or for nothing there (None).
    """
    texts: dict[Any, Callable[..., Any]] = {}
    meanings: list[tuple[dict[str, Any], str, Any]] = []

    def text_of(kernel: Any) -> Callable[..., Any]:
        if kernel in texts:
            return texts[kernel]
        function = kernel.python
        module, names = function.__globals__, set(_names_in(function.__code__))
        called = {name: module[name] for name in names if isinstance(module.get(name), type(kernel))}
        if not called or any(step.opname in _ASKS_FOR_BUILTINS for step in dis.get_instructions(function)):
            return function  # type: ignore[no-any-return]
        # Python looks for what is not among these names in `__builtins__`; so what is built in has to be among them.
        built_in = names & vars(builtins).keys()
        scope = {name: vars(builtins)[name] for name in built_in - module.keys()}
        scope.update(__name__=module.get("__name__"), __builtins__=module)
        text = texts[kernel] = FunctionType(function.__code__, scope, function.__name__, None, function.__closure__)
        meanings.extend((module, name, module.get(name)) for name in built_in.union(called))
        scope.update({name: text_of(other) for name, other in called.items()})
        return text

    return text_of(kernel), meanings


def _names_in(code: CodeType) -> Iterator[str]:
    """Yield the names that code mentions, and code within it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)

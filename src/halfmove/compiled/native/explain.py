"""Numba's pages of error text as one sentence: file, line, reason."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from halfmove.errors import NotCompilable

_PLACE = re.compile(r'File "([^"]+)", line (\d+)')
_TYPE = re.compile(r"[\w.<>]*?(\w+):[0-9a-f]{16}\(")  # the name of a type, its digest, what it is made of
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_OWN = Path(__file__).parent.parent.parent  # halfmove's own files: a user's mistake is rarely there

_REASONS: list[tuple[str, str]] = [  # a pattern in Numba's text, and what it means to whoever wrote the game
    (r"halfmove: (.+)", r"\1"),
    (r"NameError: name '(.+?)' is not defined", r"the name '\1' is not defined"),
    (r"Unknown attribute '(.+?)' of type (.+)", r"there is no '\1' in \2"),
    (r"Untyped global name '(.+?)'", r"'\1' has no counterpart in machine code"),
    (r"Cannot unify (.+?) and (.+?) for '(.+?)'", r"'\3' is \1 on one path and \2 on another"),
    (r"Can't unify return type from the following types: (.+)", r"return paths have different types: \1"),
    (r"No conversion from (.+?) to (.+?) for", r"\1 cannot become \2"),
    (r"Use of unsupported opcode \(?(\w+)\)?", r"\1 is not supported in machine code"),
    (r"(The .+ (?:context manager|statement|comprehension|closure).*? not supported.*)", r"\1"),
    (
        r"No implementation of function Function\(<.*?>\) found for signature:\s+>>> (.+)",
        r"\1 is not possible in machine code",
    ),
    (r"(?:Invalid use of|No implementation of function) (.+)", r"\1 cannot be used like this"),
    (r"'NoneType' object is not iterable|cannot iterate", r"this cannot be looped over"),
    (r"cannot type infer runaway recursion", r"it calls itself on every path, so its type cannot be found"),
    (r"cannot determine Numba type of <class '(.+?)'>", r"\1 has no counterpart in machine code"),
    (r"[Uu]nsupported (.+)", r"unsupported \1"),
]


def explained(error: Exception, function: Callable[..., Any], args: tuple[Any, ...]) -> NotCompilable:
    """Return `error` as one sentence about the line of the caller's that cannot be compiled."""
    text = _short(_COLOUR.sub("", str(error)))
    file, line = _place(text, function)
    what = ", ".join(type(arg).__name__ for arg in args if "__compiled__" in vars(type(arg))) or function.__name__
    return NotCompilable(f"{file}:{line}: {what} cannot be compiled: {_reason(text)}")


def _short(text: str) -> str:
    """Name compiled classes and states as their author does, without what tells their versions apart."""
    while found := _TYPE.search(text):
        depth, end = 1, found.end()
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        text = text[: found.start()] + found[1] + text[end:]
    return text


def _place(text: str, function: Callable[..., Any]) -> tuple[str, int]:
    """Return the innermost place in the user's files, or else the innermost one in ours."""
    places = [(file, int(line)) for file, line in _PLACE.findall(text)]
    ours = [place for place in places if Path(place[0]).is_relative_to(_OWN) or not Path(place[0]).is_absolute()]
    libraries = [place for place in places if "site-packages" in place[0] and place not in ours]
    users = [place for place in places if place not in ours and place not in libraries]
    if users or ours:
        return (users or ours)[-1]
    return inspect.getsourcefile(function) or "?", function.__code__.co_firstlineno


def _reason(text: str) -> str:
    best: tuple[int, str] | None = None
    for pattern, meaning in _REASONS:
        found = list(re.finditer(pattern, text))
        if found and best is None:
            best = found[-1].start(), " ".join(found[-1].expand(meaning).split())
    if best:
        return best[1].rstrip(".")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("Failed in")]
    return lines[0] if lines else "Numba gave no reason"

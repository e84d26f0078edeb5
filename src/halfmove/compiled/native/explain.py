"""Numba's pages of error text as one sentence: file, line, reason.

Numba reports one mistake many times, each report indented by how deep it lies: the deepest place in a user's file is
where the mistake is, and the deepest reason outside the libraries is the cause.
"""

from __future__ import annotations

import dis
import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, NamedTuple

from halfmove.compiled.native.library import lies_in_library
from halfmove.errors import NotCompilable

_OWN = Path(__file__).parent.parent.parent  # halfmove's own files: a user's mistake is rarely there

_PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)|(?P<path>/\S+\.py|<\S+>) \((?P<number>\d+)\)')
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_TYPE = re.compile(r"[\w.<>]*?(\w+):[0-9a-f]{16}\(")  # the name of a type, its digest, what it is made of

_CERTAIN: list[tuple[str, str]] = [  # a pattern in Numba's text, and what it means to whoever wrote the game
    (r"halfmove: (.+)", r"\1"),
    (r"NameError: name '(.+?)' is not defined", r"the name '\1' is not defined"),
    (r"Exception matching is limited to", r"machine code cannot catch a particular kind of exception"),
    (
        r"format spec in f-strings not supported yet",
        r"f-strings take no format in machine code: leave `:...` and `=` out, or set HALFMOVE_JIT=0 to debug",
    ),
    (
        r"print\(\) function implementation does not support keyword",
        r"print takes no named arguments in machine code: leave them out, or set HALFMOVE_JIT=0 to debug",
    ),
    (r"(.*not supported yet)\. Raised from", r"\1"),
]
_LIKELY: list[tuple[str, str]] = [
    (r"Unknown attribute '(.+?)' of type (.+)", r"there is no '\1' in \2"),
    (
        r"Untyped global name '(.+?)'.*builtin_function",
        r"'\1' works in plain Python only: leave it out, or set HALFMOVE_JIT=0 to debug",
    ),
    (r"Untyped global name '(.+?)'.*(?:function|Function)", r"'\1' is a Python function: put @kernel on it"),
    (r"Untyped global name '(.+?)'", r"'\1' has no counterpart in machine code"),
    (r"Cannot unify (.+?) and (.+?) for '(.+?)'", r"'\3' is \1 on one path and \2 on another"),
    (r"Can't unify return type from the following types: (.+)", r"return paths have different types: \1"),
    (r"No conversion from (.+?) to (.+?) for", r"\1 cannot become \2"),
    (r"Use of unsupported opcode \(?(\w+)\)?", r"\1 is not supported in machine code"),
    (r"(The .+ (?:context manager|statement|comprehension|closure).*? not supported.*)", r"\1"),
    (r">>> (?!resolve|listed)(.+)", r"\1 is not possible in machine code"),
    (r"Type of variable '.+?' cannot be determined", r"the result of this line has no type in machine code"),
    (r"Invalid use of (.+)", r"\1 cannot be used like this"),
    (r"'NoneType' object is not iterable|cannot iterate", r"this cannot be looped over"),
    (r"cannot type infer runaway recursion", r"it calls itself on every path, so its type cannot be found"),
    (r"[Cc]annot determine Numba type of <class '(.+?)'>", r"\1 has no counterpart in machine code"),
    (r"[Uu]nsupported (.+)", r"unsupported \1"),
]
_WORDS: list[tuple[str, str]] = [  # Numba's names of types, and Python's
    (r"Literal\[(\w+)\]\(.*?\)", r"\1"),
    (r"\bOptionalType\((.+?)\)", r"\1 or None"),
    (r"\bunicode_type\b", "str"),
    (r"\bint64\b", "int"),
    (r"\bfloat64\b", "float"),
    (r"\bboolean\b", "bool"),
    (r"<iv=None>", ""),
]


class _Place(NamedTuple):
    depth: int
    file: str
    line: int


def explained(error: Exception, function: Callable[..., Any], args: tuple[Any, ...]) -> NotCompilable:
    """Return `error` as one sentence about the user's line that cannot be compiled."""
    text = _short(_COLOUR.sub("", str(error)))
    place = _place_of_name(text, function, args) or _deepest_place(text) or _start_of(function)
    what = ", ".join(type(arg).__name__ for arg in args if "__compiled__" in vars(type(arg))) or function.__name__
    return NotCompilable(f"{place.file}:{place.line}: {what} cannot be compiled: {_reason(text, place.depth)}")


def _short(text: str) -> str:
    """Name compiled classes and states as their author does, without the digest of their source."""
    while match := _TYPE.search(text):
        depth, end = 1, match.end()
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        text = text[: match.start()] + match[1] + text[end:]
    return text


def _deepest_place(text: str) -> _Place | None:
    """Return the innermost place in the user's files, or else in ours."""
    places = []
    for line in text.splitlines():
        for match in _PLACE.finditer(line):
            file, number = match["file"] or match["path"], match["line"] or match["number"]
            places.append(_Place(_depth(line), file, int(number)))
    users = [place for place in places if not _is_library(place.file) and not _is_own(place.file)]
    ours = [place for place in places if _is_own(place.file)]
    return max(users or ours, key=lambda place: place.depth, default=None)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_library(file: str) -> bool:
    return lies_in_library(file) or file.startswith("numba/")


def _is_own(file: str) -> bool:
    return Path(file).resolve().is_relative_to(_OWN)


def _place_of_name(text: str, function: Callable[..., Any], args: tuple[Any, ...]) -> _Place | None:
    """Return where a name that is not defined is used: Numba does not say."""
    undefined = re.search(r"NameError: name '(.+?)' is not defined", text)
    if undefined is None:
        return None
    for code in (function.__code__, *_codes(args)):
        for step in dis.get_instructions(code):
            if (
                step.argval == undefined[1]
                and step.opname.startswith("LOAD")
                and step.positions
                and step.positions.lineno
            ):
                return _Place(0, code.co_filename, step.positions.lineno)
    return None


def _codes(things: Any) -> Iterator[Any]:
    """Yield the code of the methods of compiled objects, and of the objects inside them."""
    for thing in things:
        if "__compiled__" in vars(type(thing)) and is_dataclass(thing):
            yield from (method.__code__ for _, method in inspect.getmembers_static(type(thing), inspect.isfunction))
            yield from _codes(getattr(thing, field.name) for field in fields(thing))


def _start_of(function: Callable[..., Any]) -> _Place:
    return _Place(0, inspect.getsourcefile(function) or "?", function.__code__.co_firstlineno)


def _reason(text: str, depth: int) -> str:
    """Return what Numba says of a mistake at this depth; deeper messages are about the inside of Numba."""
    lines = [line for line in text.splitlines() if line.strip()]
    shallow = [line for line in lines if _depth(line) <= depth + 1]
    for patterns, searched in ((_CERTAIN, lines), (_LIKELY, shallow)):
        meanings = [
            (_depth(line), -rank, match.expand(meaning))
            for line in searched
            for rank, (pattern, meaning) in enumerate(patterns)
            if (match := re.search(pattern, line))
        ]
        if meanings:
            return _in_words(max(meanings, key=lambda report: report[:2])[2])
    return _in_words(next((line.strip() for line in lines if not line.startswith("Failed in")), "Numba gave no reason"))


def _in_words(reason: str) -> str:
    for pattern, meaning in _WORDS:
        reason = re.sub(pattern, meaning, reason)
    return " ".join(reason.split()).rstrip(".")

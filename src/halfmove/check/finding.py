"""What is wrong with a game, as one sentence that begins with the file and the line."""

from __future__ import annotations

import builtins
import inspect
import re
import sys
import sysconfig
import traceback
from dataclasses import FrozenInstanceError
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from halfmove.compiled import place_of as place_of_class
from halfmove.core.encoding import encoding_class
from halfmove.core.game import Game
from halfmove.core.network_view import view_class
from halfmove.errors import did_you_mean

_PACKAGE = Path(__file__).parent.parent
_OURS = [str(_PACKAGE / room) for room in ("check", "compiled", "core", "play")]  # where no rule of a game stands
_LIBRARIES = [sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")]
_IMPORTS = {
    "NamedTuple": "from typing import NamedTuple",
    "Annotated": "from typing import Annotated",
    "dataclass": "from dataclasses import dataclass",
    "np": "import numpy as np",
}
_PLACED, _QUESTION = re.compile(r".+\.py:\d+: "), re.compile(r"(\w+)[( .]")
_FILE_OF_IMPORT = re.compile(r"(?<=') \(\S+\)$")
_TAKES = re.compile(r"(\w+)\(\) takes \d+ positional arguments? but \d+ were given")
NEW_STATE = "make a new state, as `state._replace(field=value)` does"


class Finding(NamedTuple):
    """A law that a game breaks, and how."""

    law: str
    text: str


def place_of(owner: Any, question: str = "") -> str:
    """Return the file and the line of a method of a class, or of the class itself, as the beginning of a sentence."""
    code = getattr(inspect.unwrap(getattr(owner, question, None)), "__code__", None)  # type: ignore[arg-type]
    if code is not None:
        return f"{code.co_filename}:{code.co_firstlineno}: "
    return place_of_class(owner)


def with_place(game: Game, text: str) -> str:
    """Put the file and the line before a sentence: those of the question that it begins with."""
    if _PLACED.match(text):
        return text
    match = _QUESTION.match(text)
    question = match[1] if match else ""
    for owner in (type(game), type(game.advice), type(game.bounds), encoding_class(game), view_class(game)):
        method = getattr(owner, question, None)
        if inspect.isfunction(method) and not _is_under(method.__code__.co_filename, _OURS):
            return place_of(owner, question) + text
    return place_of(type(game)) + text


def failure(error: BaseException, file: object = "") -> str:
    """Say in one sentence where a game raised an error, and what to do about it where that is clear."""
    frame = _frame_of_the_game(error)
    reason = _FILE_OF_IMPORT.sub("", f"{type(error).__name__}: {error}".partition("\n")[0])
    if frame is None:
        return f"{file}: {reason}" if file else f"raises {reason}"
    inner, line = frame
    code = inner.f_code
    does = "" if code.co_name == "<module>" else f"{code.co_name} raises "
    return f"{code.co_filename}:{line}: {does}{reason}{remedy(error, inner)}"


def _frame_of_the_game(error: BaseException) -> tuple[FrameType, int] | None:
    """Return where an error arose, as deep as it is still the text of a game."""
    places = [
        (frame, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if not _is_under(frame.f_code.co_filename, [*_OURS, *_LIBRARIES])
        and not frame.f_code.co_filename.startswith("<")
    ]
    return places[-1] if places else None


def _is_under(file: str, folders: list[str]) -> bool:
    return any(file.startswith(folder) for folder in folders)


def remedy(error: BaseException, frame: FrameType) -> str:
    """Say what to do about an error, as the end of a sentence; nothing where that is not clear."""
    if isinstance(error, FrozenInstanceError):
        if frame.f_code.co_name == "__init__":
            return ": write the parameters of a game as fields of its class, `size: int = 3`, without an __init__"
        return ": a game never changes, so what changes in play belongs into the state"
    if isinstance(error, NameError) and not isinstance(error, UnboundLocalError):
        return _where_a_name_is(error.name or "", frame)
    if isinstance(error, ImportError) and error.name == "halfmove" and "import name" in str(error):
        match = re.search(r"import name '(\w+)'", str(error))
        return did_you_mean(match[1] if match else "", sys.modules["halfmove"].__all__)
    if isinstance(error, AttributeError):
        if "can't set" in str(error):
            return f": {NEW_STATE}"
        return did_you_mean(error.name or "", dir(error.obj)) if error.obj is not None else ""
    if isinstance(error, TypeError) and "does not support item assignment" in str(error):
        return f": {NEW_STATE}"
    taken = _TAKES.search(str(error)) if isinstance(error, TypeError) else None
    method = getattr(type(frame.f_locals.get("self")), taken[1], None) if taken else None
    if inspect.isfunction(method) and "self" not in (names := list(inspect.signature(method).parameters)):
        return f": write `def {method.__name__}({', '.join(['self', *names])})`"
    if isinstance(error, RecursionError):
        return ": see to it that it does not call itself for ever"
    return ""


def _where_a_name_is(name: str, frame: FrameType) -> str:
    if name in getattr(sys.modules.get("halfmove"), "__all__", ()):
        return f": write `from halfmove import {name}`"
    if name in _IMPORTS:
        return f": write `{_IMPORTS[name]}`"
    if hasattr(frame.f_locals.get("self"), name):
        return f": write `self.{name}`"
    if name in sys.stdlib_module_names:
        return f": write `import {name}`"
    return did_you_mean(name, [*frame.f_locals, *frame.f_globals]) or did_you_mean(name, dir(builtins))

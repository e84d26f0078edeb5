"""What a player sees, and what he answers, as JSON: numbers, texts, tuples, lists, arrays and NamedTuples.

Nothing that is sent can run: a class is named, and looked up among what the other process has imported.
"""

from __future__ import annotations

import sys
from numbers import Integral
from typing import Any

import numpy as np

from halfmove.core.choice import ESTIMATE, EXACT, Choice
from halfmove.errors import HalfmoveError, MalformedText

_SCALARS = (bool, int, float, str, type(None))


def packed(value: Any) -> Any:
    """Return a value as JSON can hold it."""
    if isinstance(value, _SCALARS):
        return value
    if isinstance(value, np.generic) and isinstance(value.item(), _SCALARS):
        return value.item()
    if isinstance(value, np.ndarray) and value.dtype != object:
        return {"array": value.dtype.str, "shape": value.shape, "values": value.ravel().tolist()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        cls = type(value)
        return {"class": [cls.__module__, cls.__qualname__], "values": [packed(item) for item in value]}
    if type(value) in (tuple, list):
        return {type(value).__name__: [packed(item) for item in value]}
    raise HalfmoveError(f"an observation holds a {type(value).__name__}, which cannot be sent to another process")


def unpacked(data: Any) -> Any:
    """Return the value that `packed` was given."""
    if isinstance(data, _SCALARS):
        return data
    if "array" in data:
        return np.array(data["values"], np.dtype(data["array"])).reshape(data["shape"])
    if "class" in data:
        return _class_named(*data["class"])(*map(unpacked, data["values"]))
    if "tuple" in data:
        return tuple(map(unpacked, data["tuple"]))
    return list(map(unpacked, data["list"]))


def _class_named(module: str, name: str) -> Any:
    """Return the NamedTuple of a name in a module that is imported."""
    cls: Any = sys.modules.get(module)
    for part in name.split("."):
        cls = getattr(cls, part, None)
    if not (isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields")):
        raise HalfmoveError(f"an observation is a {name}, which is no class at the top of {module}")
    return cls


def packed_choice(choice: Choice) -> dict[str, Any]:
    """Return what a player decided; an action that is no number becomes text, to be refused."""
    action = choice.action
    number = int(action) if isinstance(action, Integral) else None if action is None else repr(action)
    return {
        "action": number,
        "value": float(choice.value),
        "depth": int(choice.depth),
        "nodes": int(choice.nodes),
        "exact": choice.kind == EXACT,
    }


def unpacked_choice(data: Any) -> Choice:
    """Return the choice that another process sent, whatever it is; a wrong one is refused."""
    try:
        action, value, depth, nodes = (data[name] for name in ("action", "value", "depth", "nodes"))
        kind = EXACT if data["exact"] is True else ESTIMATE
        if not isinstance(action, (int, str, type(None))):
            raise TypeError(f"{action!r} is no action")
        line = (action,) if isinstance(action, int) else ()
        return Choice(action, float(value), line, int(depth), int(nodes), kind=kind)  # type: ignore[arg-type]
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise MalformedText(f"the answer is no Choice: {error}") from None

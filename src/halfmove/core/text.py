"""States as text: `field=value ...`, the notation of every game that has none of its own."""

from __future__ import annotations

import re
from ast import literal_eval
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_type_hints

import numpy as np

from halfmove.compiled import Bits, has_words, layout
from halfmove.errors import MalformedText

_HUGE = 1e15  # numbers from here on are written with an exponent: a float does not know all their digits
_BARE = re.compile(r"[^\s'\"][^\s]*")  # a text that needs no quotes


def show_fields(state: Any) -> str:
    """Write a state: one with fields as `field=value ...`, a text as it is, anything else as Python writes it."""
    state_class: Any = type(state)
    names, hints = _field_names(state_class), _hints(state_class)
    if names is None:
        return state if isinstance(state, str) else _literal(state)
    return " ".join(f"{name}={_word(getattr(state, name), hints.get(name))}" for name in names)


def read_state(written: str, like: Any, widths: bool) -> Any:
    """Read a state that `show_fields` wrote; `like` is another one."""
    if isinstance(like, str):
        return written
    if _field_names(type(like)) is not None:
        return read_fields(written, type(like), like, widths)
    try:
        return _value(written.strip(), type(like), like)
    except ValueError:
        raise MalformedText(f"'{written}' is not a state such as {_literal(like)}") from None


def read_fields(written: str, state_class: Any, like: Any = None, widths: bool = True) -> Any:
    """Read `field=value ...`; a field that is left out has its default.

    `like` is a state that shows what a field holds where its annotation does not say. With `widths`, a number that its
    field cannot hold in machine code is refused.
    """
    names, hints, values = _field_names(state_class) or (), _hints(state_class), {}
    for part in written.split():
        name, equals, value = part.partition("=")
        if not equals or name not in names:
            raise MalformedText(f"'{part}' is not one of {', '.join(f'{field}=...' for field in names)}")
        if name in values:
            raise MalformedText(f"'{part}': {name} was given before")
        try:
            values[name] = _value(value, hints.get(name), getattr(like, name, None))
        except ValueError:
            raise MalformedText(f"'{part}': '{value}' is not a value for {name}") from None
    if widths and has_words(state_class):
        _check_widths(state_class, values)
    try:
        return state_class(**values)
    except TypeError:
        missing = ", ".join(name for name in names if name not in values)
        raise MalformedText(f"'{written}' does not say {missing}") from None


def _field_names(state_class: Any) -> tuple[str, ...] | None:
    if is_dataclass(state_class):
        return tuple(field.name for field in fields(state_class))
    names: tuple[str, ...] | None = getattr(state_class, "_fields", None)
    return names


@cache
def _hints(state_class: Any) -> dict[str, Any]:
    try:
        return get_type_hints(state_class)
    except Exception:  # noqa: BLE001 - an annotation may be any text
        return {}


def _word(value: Any, hint: Any) -> str:
    """Write the value of a field without a blank in it."""
    return value if hint is str and isinstance(value, str) and _BARE.fullmatch(value) else _literal(value)


def _literal(value: Any) -> str:
    """Write a value as Python does, but without blanks, and sets in order."""
    if isinstance(value, tuple):
        return f"({','.join(map(_literal, value))}{',' * (len(value) == 1)})"
    if isinstance(value, (set, frozenset)):
        return f"{{{','.join(sorted(map(_literal, value)))}}}" if value else "set()"
    return repr(value).replace(" ", "\\x20") if isinstance(value, (str, bytes)) else str(value)


def _value(written: str, hint: Any, like: Any) -> Any:
    """Read a value by its annotation, or else as a literal of Python; what cannot be read is a ValueError."""
    if hint is bool:
        return ("False", "True").index(written) == 1
    if isinstance(hint, type) and issubclass(hint, (int, float, np.generic)):
        return hint(written)
    if hint is str and _BARE.fullmatch(written):
        return written
    try:
        return _shaped(literal_eval(written), like)
    except (SyntaxError, TypeError, MemoryError, RecursionError):
        raise ValueError(written) from None


def _shaped(value: Any, like: Any) -> Any:
    """Give a value that was read the types of `like`: frozen sets, and tuples with names where `like` has them."""
    if isinstance(value, set):
        return frozenset(_shaped(item, None) for item in value)
    if not isinstance(value, tuple):
        return value
    items = like if isinstance(like, tuple) and len(like) == len(value) else [None] * len(value)
    shaped = tuple(map(_shaped, value, items))
    return type(like)(*shaped) if hasattr(like, "_fields") else shaped


def _check_widths(state_class: Any, values: dict[str, Any]) -> None:
    """Refuse a number that its field cannot hold."""
    for name, (kind, _) in zip(state_class._fields, layout(state_class), strict=True):
        least, most = (0, 1 << kind.width) if isinstance(kind, Bits) else (-(1 << 63), 1 << 63)
        if (isinstance(kind, Bits) or kind is int) and name in values and not least <= values[name] < most:
            raise MalformedText(f"'{name}={values[name]}' is not from {least} to {most - 1}")


def write_number(value: float, decimals: int = 2) -> str:
    """Write a number for people: without an exponent unless it is huge, and with no more decimals than it needs."""
    if not abs(value) < _HUGE:
        return f"{value:g}"
    text = f"{value:.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text

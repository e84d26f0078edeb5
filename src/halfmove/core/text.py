"""States as text: `field=value ...`, the notation of every game that has none of its own."""

from __future__ import annotations

from html import escape
from typing import Any, get_type_hints

from halfmove.compiled import Bits, layout
from halfmove.errors import MalformedText


def show_fields(state: Any) -> str:
    """Write a NamedTuple as `field=value ...`."""
    if not hasattr(state, "_fields"):
        return str(state)
    return " ".join(f"{name}={value}" for name, value in zip(state._fields, state, strict=True))


def read_fields(written: str, state_class: Any) -> Any:
    """Read `field=value ...` back; a field that is left out has its default."""
    hints, values = get_type_hints(state_class), {}
    for part in written.split():
        name, equals, value = part.partition("=")
        if not equals or name not in state_class._fields:
            raise MalformedText(f"'{part}' is not one of {', '.join(f'{field}=...' for field in state_class._fields)}")
        if name in values:
            raise MalformedText(f"'{part}': {name} was given before")
        try:
            values[name] = {"True": True, "False": False}[value] if hints[name] is bool else hints[name](value)
        except (ValueError, KeyError, TypeError):
            raise MalformedText(f"'{part}': '{value}' is not a value for {name}") from None
    _check_widths(state_class, values)
    missing = [name for name in state_class._fields if name not in values and name not in state_class._field_defaults]
    if missing:
        raise MalformedText(f"'{written}' does not say {', '.join(missing)}")
    return state_class(**values)


def _check_widths(state_class: Any, values: dict[str, Any]) -> None:
    """Refuse a number that its field cannot hold."""
    for name, (kind, _) in zip(state_class._fields, layout(state_class), strict=True):
        least, most = (0, 1 << kind.width) if isinstance(kind, Bits) else (-(1 << 63), 1 << 63)
        if (isinstance(kind, Bits) or kind is int) and name in values and not least <= values[name] < most:
            raise MalformedText(f"'{name}={values[name]}' is not from {least} to {most - 1}")


def html(title: str, subtitle: str, body: str) -> str:
    """Return a small block for a notebook: a title, a line under it, a text in fixed width."""
    return (
        f"<div><b>{escape(title)}</b><br><i>{escape(subtitle)}</i>"
        f"<pre style='line-height:1.2;margin:4px 0'>{escape(body)}</pre></div>"
    )

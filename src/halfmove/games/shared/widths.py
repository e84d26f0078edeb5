"""States for larger boards: the same fields with more bits."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, get_type_hints

from halfmove.compiled import Bits


def widened(state_class: Any, name: str, bits: int, *sets: str) -> Any:
    """Return a class like another one in which the fields `sets` have `bits` bits; its name is `name`."""
    hints = get_type_hints(state_class, include_extras=True)
    fields = [(field, Annotated[int, Bits(bits)] if field in sets else hint) for field, hint in hints.items()]
    cls: Any = NamedTuple(name, fields)  # type: ignore[misc]
    cls.__new__.__defaults__ = state_class.__new__.__defaults__
    cls.__module__ = state_class.__module__
    return cls

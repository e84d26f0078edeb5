"""A hash of any value that Python can hash, for states of the plain lane: the same in every process.

Python's own `hash` depends on the process where texts are involved, and hashes numbers weakly. Here equal values are
encoded as equal bytes, whatever their types, and different values as different bytes; the bytes are hashed.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from hashlib import blake2b
from numbers import Rational
from types import FunctionType
from typing import Any

import numpy as np

from halfmove.errors import UnhashableState

_REMEDIES = (
    (list, "use a tuple"),
    (dict, "use a tuple of pairs"),
    (set, "use a frozenset"),
    (bytearray, "use bytes"),
    (np.ndarray, "use a tuple"),
)
_OR_A_HASH = ", or define `state_hash`"


def hash_value(value: Any) -> int:
    """Return a hash from 0 to 2 ** 63 - 1 of a hashable value: the same for values that are equal."""
    try:
        hash(value)
    except TypeError:
        raise UnhashableState(unhashable_because(value)) from None
    return int.from_bytes(blake2b(_encoded(value), digest_size=8).digest(), "little") >> 1


def unhashable_because(state: Any, owner: type = object, listed: bool = False) -> str:
    """Return which part of a state cannot be hashed, and what to use instead; `owner` is the class of its game.

    Where states are `listed`, whole states are compared, and a `state_hash` does not help.
    """
    or_a_hash = "" if listed else _OR_A_HASH
    place, name = place_of(type(state)) or place_of(owner), type(state).__name__
    for part, value in _parts(state):
        for kind, remedy in _REMEDIES:
            if isinstance(value, kind):
                what = f"{name}.{part}" if part else "a state"
                also = or_a_hash if kind is np.ndarray else ""
                return f"{place}{what} is a {type(value).__name__}, which cannot be hashed: {remedy}{also}"
    if is_dataclass(state):
        return f"{place}a {name} can be changed, so it cannot be hashed: write @dataclass(frozen=True)"
    return f"{place}a state of the class {name} cannot be hashed: use a NamedTuple{or_a_hash}"


def compared_by_identity(state: Any) -> str:
    """Return what to do if no two states of a class are ever equal; an empty text if `==` compares their content."""
    cls: Any = type(state)
    if cls.__eq__ is not object.__eq__:
        return ""
    return f"{place_of(cls)}two objects of the class {cls.__name__} are never equal: write @dataclass(frozen=True)"


def place_of(cls: type) -> str:
    """Return the file and the line of a class as the beginning of a sentence; nothing for one that has none."""
    with suppress(TypeError, OSError):
        return f"{inspect.getsourcefile(cls)}:{inspect.getsourcelines(cls)[1]}: "
    return ""


def _parts(state: Any) -> Iterable[tuple[str, Any]]:
    """Yield a state, its fields and what they hold, each with the name of the field."""
    yield "", state
    if isinstance(state, tuple):
        names: Iterable[str] = getattr(state, "_fields", map(str, range(len(state))))
        values: Iterable[Any] = state
    elif is_dataclass(state) and state.__hash__ is not None:
        names = [field.name for field in fields(state)]
        values = [getattr(state, name) for name in names]
    else:
        return
    for name, value in zip(names, values, strict=True):
        for _, inner in _parts(value):
            yield name, inner


def _encoded(value: Any) -> bytes:
    """Return bytes that are equal for equal values only."""
    if isinstance(value, np.generic):
        value = value.item()
    for kinds, encode in _CODERS:
        if isinstance(value, kinds):
            return encode(value)
    return _as_dataclass(value) if is_dataclass(value) and not isinstance(value, type) else _as_object(value)


def _tagged(tag: bytes, content: bytes) -> bytes:
    return b"%s%d:%s" % (tag, len(content), content)


def _as_whole(value: Any) -> bytes:
    return _tagged(b"n", b"%d" % value)


def _as_number(value: Any) -> bytes:
    """Write 2.0 as 2 and 0.5 as 1/2, for they are equal."""
    try:
        numerator, denominator = value.as_integer_ratio()
    except (ValueError, OverflowError):  # not a number, or infinite
        return _tagged(b"f", repr(float(value)).encode())
    return _as_whole(numerator) if denominator == 1 else _tagged(b"q", b"%d/%d" % (numerator, denominator))


def _as_complex(value: complex) -> bytes:
    return _as_number(value.real) if value.imag == 0 else _tagged(b"i", _as_number(value.real) + _as_number(value.imag))


def _as_text(value: str) -> bytes:
    return _tagged(b"s", value.encode("utf-8", "surrogatepass"))


def _as_sequence(value: Iterable[Any]) -> bytes:
    return _tagged(b"t", b"".join(map(_encoded, value)))


def _as_set(value: Iterable[Any]) -> bytes:
    return _tagged(b"u", b"".join(sorted(map(_encoded, value))))


def _as_mapping(value: dict[Any, Any]) -> bytes:
    return _tagged(b"m", b"".join(sorted(_encoded(key) + _encoded(item) for key, item in value.items())))


def _as_array(value: np.ndarray) -> bytes:
    return _tagged(b"a", _encoded(value.tolist()) + _encoded(value.shape))


def _as_name(value: Any) -> bytes:
    """Write a class or a function by its full name."""
    if "<" in value.__qualname__:
        raise UnhashableState(f"a state holds {value!r}, which has no full name: define `state_hash`")
    return _tagged(b"c", f"{value.__module__}.{value.__qualname__}".encode())


def _as_enum(value: Enum) -> bytes:
    return _tagged(b"e", f"{type(value).__module__}.{type(value).__qualname__}.{value.name}".encode())


def _as_dataclass(value: Any) -> bytes:
    compared = tuple(getattr(value, field.name) for field in fields(value) if field.compare)
    return _tagged(b"d", f"{type(value).__module__}.{type(value).__qualname__}".encode() + _encoded(compared))


def _as_object(value: Any) -> bytes:
    """Write any other object by the parts from which `copy` would rebuild it."""
    try:
        reduced = value.__reduce_ex__(2)
    except TypeError:
        raise UnhashableState(
            f"a state holds a {type(value).__name__}, whose content cannot be seen: define `state_hash`"
        ) from None
    content = reduced if isinstance(reduced, str) else [_listed(each) for each in reduced[1:] if each != (type(value),)]
    return _tagged(b"o", f"{type(value).__module__}.{type(value).__qualname__}".encode() + _encoded(content))


def _listed(content: Any) -> Any:
    return tuple(content) if hasattr(content, "__next__") else content


_CODERS: tuple[tuple[Any, Callable[[Any], bytes]], ...] = (
    (int, _as_whole),
    (str, _as_text),
    (tuple, _as_sequence),
    (type(None), lambda value: b"0"),
    ((frozenset, set), _as_set),
    ((float, Rational, Decimal), _as_number),
    (complex, _as_complex),
    ((bytes, bytearray), lambda value: _tagged(b"b", bytes(value))),
    (Enum, _as_enum),
    ((type, FunctionType), _as_name),
    # Python cannot hash the following types, but an object with a hash of its own may hold them.
    (list, lambda value: _tagged(b"l", _as_sequence(value))),
    (dict, _as_mapping),
    (np.ndarray, _as_array),
)

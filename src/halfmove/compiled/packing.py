"""States as rows of 64-bit words, so that an array can hold many: `store_state` and `load_state` are inverse.

The layout follows the annotations of the state: a word for each int, bool or float, as many as needed for `Bits(n)`,
and the words of a state inside a state. States that hold arrays have no fixed length and cannot be packed.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, NoReturn, get_args, get_origin, get_type_hints

import numpy as np

from halfmove.compiled.bits import WORD, Bits, mix
from halfmove.compiled.hashing import hash_value, place_of
from halfmove.errors import NotCompilable, TooWide

SIGNED_BITS = 63  # that an `int` field holds in machine code


@cache
def layout(state_class: Any) -> tuple[tuple[Any, int], ...]:
    """Return for each field its kind (bool, int, float, Bits or a state class) and how many words it takes."""
    if not hasattr(state_class, "_fields"):
        raise NotCompilable(f"a state is a {state_class.__qualname__}, and machine code needs a NamedTuple")
    hints = get_type_hints(state_class, include_extras=True)
    return tuple(_field_layout(state_class, name, hints[name]) for name in state_class._fields)


def _field_layout(state_class: type, name: str, hint: Any) -> tuple[Any, int]:
    if get_origin(hint) is Annotated:
        for note in get_args(hint)[1:]:
            if isinstance(note, Bits):
                return note, -(-note.width // 64)
        hint = get_args(hint)[0]
    if hint in (bool, int, float):
        return hint, 1
    if hint is np.uint64:
        return Bits(64), 1
    if isinstance(hint, type) and hasattr(hint, "_fields"):
        return hint, sum(size for _, size in layout(hint))
    raise NotCompilable(
        f"{state_class.__qualname__}.{name}: a field annotated {hint!r} has no fixed number of bits;"
        " use int, bool, float, Annotated[int, Bits(n)] or a NamedTuple of these"
    )


def no_counterpart(state_class: Any, name: str, hint: Any) -> str:
    """Return a sentence: machine code has no type for the annotation of a field, and these are the types it has."""
    annotation = hint.__name__ if isinstance(hint, type) and not get_args(hint) else str(hint)
    return (
        f"{place_of(state_class)}{state_class.__qualname__}.{name} is annotated {annotation}, and machine code takes"
        " int, bool, float, Annotated[int, Bits(n)], NDArray[np.int8] or a NamedTuple of these"
    )


def why_plain(state_class: Any) -> str:
    """Return why states of a class run in plain Python alone; an empty text if their annotations allow more."""
    if not hasattr(state_class, "_fields"):
        return f"{place_of(state_class)}a state is a {state_class.__qualname__}, and machine code takes a NamedTuple"
    for name, hint in get_type_hints(state_class, include_extras=True).items():
        hint = get_args(hint)[0] if get_origin(hint) is Annotated else hint
        if isinstance(hint, type) and hasattr(hint, "_fields"):
            if why := why_plain(hint):
                return why
        elif not (
            hint in (bool, int, float, Any)
            or get_origin(hint) is np.ndarray
            or isinstance(hint, type)
            and issubclass(hint, np.generic)
        ):
            return no_counterpart(state_class, name, hint)
    return ""


def words_of(state_class: Any) -> int:
    """Return how many words a state of this class takes."""
    return sum(size for _, size in layout(state_class))


def store_state(words: Any, row: int, state: Any) -> None:
    """Write `state` into row `row` of the array `words` (int64, one column a word)."""
    for at, word in enumerate(_words(state)):
        words[row, at] = word


def _words(state: Any) -> Iterator[int]:
    """Yield the words of a state, each with a sign; a value that its field cannot hold is refused."""
    state_class: Any = type(state)
    for name, value, (kind, size) in zip(state_class._fields, state, layout(state_class), strict=True):
        if isinstance(kind, type) and hasattr(kind, "_fields"):
            yield from _words(value)
            continue
        number: Any = float(value) if kind is float else int(value)
        if number != value and value == value:  # NaN alone differs from itself
            raise NotCompilable(f"{state_class.__qualname__}.{name} is annotated {kind.__name__} and holds {value!r}")
        if kind is float:
            yield from struct.unpack("<q", struct.pack("<d", number))
            continue
        wrong = unfit(Bits(64 * size) if isinstance(kind, Bits) else kind, number)
        if wrong:
            raise TooWide(f"{state_class.__qualname__}.{name} {wrong}")
        for i in range(size):
            word = number >> 64 * i & WORD
            yield word - (word >> 63 << 64)


def unfit(kind: Any, number: int) -> str:
    """Return why a field of this kind cannot hold a number in machine code, and which can; an empty text if it can."""
    signed = not isinstance(kind, Bits)
    width = SIGNED_BITS if signed else kind.width
    if (-1 << width if signed else 0) <= number < 1 << width:
        return ""
    if number < 0:
        return f"holds {number}, and has no place for its sign: mask what `~` and `-` make, as in `~x & ALL`"
    needed = number.bit_length()
    return f"needs {needed} bits, and holds {width} in machine code: annotate it `Annotated[int, Bits({needed})]`"


def refuse_values(state: Any) -> NoReturn:
    """Name the field of a state whose value machine code cannot take."""
    state_class: Any = type(state)
    if has_words(state_class):
        for _ in _words(state):
            pass
    raise NotCompilable(f"{state!r}: its values are not what the annotations of {type(state).__qualname__} say")


def fetch_row(words: Any, row: int) -> None:
    """Begin to load a row, or a number of one dimension, that will be read soon; only machine code gains by it."""


def load_state(words: Any, row: int, like: Any) -> Any:
    """Return the state in row `row` of `words`; `like` is any state of the same class.

    In the plain lane `words` may be a list of states, since not every state can be packed.
    """
    return words[row] if isinstance(words, list) else _load(words[row], 0, type(like))


def _load(line: Any, at: int, state_class: Any) -> Any:
    values: list[Any] = []
    for kind, size in layout(state_class):
        if kind is float:
            values.append(struct.unpack("<d", struct.pack("<q", int(line[at])))[0])
        elif isinstance(kind, Bits):
            values.append(sum((int(line[at + i]) & WORD) << 64 * i for i in range(size)))
        elif kind in (int, bool):
            values.append(kind(line[at]))
        else:
            values.append(_load(line, at, kind))
        at += size
    return state_class(*values)


def hash_state(state: Any) -> int:
    """Return a hash from 0 to 2 ** 63 - 1 of a state, the same in both lanes.

    In the plain lane a state may be any hashable value: where it has no words, its content is hashed.
    """
    state_class: Any = type(state)
    if not has_words(state_class):
        return hash_value(state)
    try:
        hashed = 0
        for word in _words(state):
            hashed = mix(word, hashed)
        return hashed
    except (TypeError, ValueError, OverflowError, AttributeError):  # its values are not what their annotations say
        return hash_value(state)


@cache
def has_words(state_class: Any) -> bool:
    """Tell whether every state of this class has the same number of words."""
    try:
        layout(state_class)
    except Exception:  # noqa: BLE001 - no fields, no annotations, or annotations of any kind
        return False
    return True

"""States as rows of 64-bit words, so that an array can hold many: `store_state` and `load_state` are inverse.

The layout follows the annotations of the state: a word for each int, bool or float, as many as needed for `Bits(n)`,
and the words of a state inside a state. States that hold arrays have no fixed length and cannot be packed.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np

from halfmove.compiled.bits import WORD, Bits, mix
from halfmove.errors import NotCompilable


@cache
def layout(state_class: Any) -> tuple[tuple[Any, int], ...]:
    """Return for each field its kind (bool, int, float, Bits or a state class) and how many words it takes."""
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


def words_of(state_class: Any) -> int:
    """Return how many words a state of this class takes."""
    return sum(size for _, size in layout(state_class))


def store_state(words: Any, row: int, state: Any) -> None:
    """Write `state` into row `row` of the array `words` (int64, one column a word)."""
    _store(words[row], 0, state)


def _store(line: Any, at: int, state: Any) -> None:
    state_class: Any = type(state)
    for value, (kind, size) in zip(state, layout(state_class), strict=True):
        if kind is float:
            line[at] = struct.unpack("<q", struct.pack("<d", value))[0]
        elif isinstance(kind, Bits):
            for i in range(size):
                word = int(value) >> 64 * i & WORD
                line[at + i] = word - (word >> 63 << 64)
        elif kind in (int, bool):
            line[at] = value
        else:
            _store(line, at, value)
        at += size


def fetch_row(words: Any, row: int) -> None:
    """Begin to load a row that will be read soon; only machine code gains by it."""


def load_state(words: Any, row: int, like: Any) -> Any:
    """Return the state in row `row` of `words`; `like` is any state of the same class."""
    return _load(words[row], 0, type(like))


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
    """Return a hash from 0 to 2 ** 63 - 1 of the words of a state, the same in both lanes."""
    words = np.zeros((1, words_of(type(state))), np.int64)
    store_state(words, 0, state)
    hashed = 0
    for word in words[0]:
        hashed = mix(word, hashed)
    return hashed

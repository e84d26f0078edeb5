"""`store_state` and `load_state` in machine code, written out field by field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from halfmove.compiled.native.bits import mix_word, spread
from halfmove.compiled.native.numba_private import impl_ret_borrowed, make_array
from halfmove.compiled.native.parts import PART
from halfmove.compiled.native.states import StateType
from halfmove.compiled.native.wide import BitsType
from halfmove.compiled.packing import fetch_row, hash_state, load_state, store_state

_WORD = ir.IntType(64)
_TO_READ, _KEEP, _DATA = 0, 3, 1  # arguments of llvm.prefetch: a read, into the nearest cache, of data


def _words(field: Any) -> int:
    if isinstance(field, StateType):
        return sum(map(_words, field.types))
    if isinstance(field, BitsType):
        return field.words
    if field in (types.int64, types.uint64, types.boolean, types.float64):
        return 1
    raise TypingError(f"halfmove: a state that holds {field} has no fixed number of words")


def _row(context: Any, builder: Any, array_type: Any, array: Any, row: Any) -> Any:
    """Return a pointer to the first word of a row; a row of one dimension is one number."""
    view = make_array(array_type)(context, builder, array)
    width = builder.extract_value(view.shape, 1) if array_type.ndim > 1 else _WORD(1)
    return builder.gep(view.data, [builder.mul(row, width)])


def _words_from(builder: Any, field: Any, value: Any) -> Iterator[Any]:
    """Write out the words of a field."""
    if isinstance(field, StateType):
        for i, inner in enumerate(field.types):
            yield from _words_from(builder, inner, builder.extract_value(value, i))
        return
    if isinstance(field, types.Float):
        value = builder.bitcast(value, _WORD)
    for i in range(_words(field)):
        if value.type.width > 64:
            yield builder.trunc(builder.lshr(value, value.type(64 * i)), _WORD)
        else:
            widen = builder.sext if getattr(field, "signed", False) else builder.zext
            yield widen(value, _WORD) if value.type.width < 64 else value


def _load_words(context: Any, builder: Any, pointer: Any, at: int, field: Any) -> tuple[Any, int]:
    if isinstance(field, StateType):
        values = []
        for inner in field.types:
            value, at = _load_words(context, builder, pointer, at, inner)
            values.append(value)
        return context.make_tuple(builder, field, values), at
    words = [builder.load(builder.gep(pointer, [_WORD(at + i)])) for i in range(_words(field))]
    if isinstance(field, types.Float):
        value = builder.bitcast(words[0], ir.DoubleType())
    elif isinstance(field, types.Boolean):
        value = builder.icmp_signed("!=", words[0], _WORD(0))
    elif isinstance(field, BitsType) and field.words > 1:
        value = field.machine(0)
        for i, word in enumerate(words):
            value = builder.or_(value, builder.shl(builder.zext(word, field.machine), field.machine(64 * i)))
    else:
        value = words[0]
    return value, at + len(words)


@intrinsic
def _store(typing: Any, words: Any, row: Any, state: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _row(context, builder, signature.args[0], args[0], args[1])
        for at, word in enumerate(_words_from(builder, state, args[2])):
            builder.store(word, builder.gep(pointer, [_WORD(at)]))
        return context.get_dummy_value()

    _words(state)
    return types.none(words, types.int64, state), build


@intrinsic
def _load(typing: Any, words: Any, row: Any, like: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _row(context, builder, signature.args[0], args[0], args[1])
        value, _ = _load_words(context, builder, pointer, 0, like)
        return impl_ret_borrowed(context, builder, like, value)

    _words(like)
    return like(words, types.int64, like), build


@intrinsic
def _fetch(typing: Any, words: Any, row: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
        pointer = builder.bitcast(_row(context, builder, signature.args[0], args[0], args[1]), byte)
        kind = ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag])
        function = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        builder.call(function, [pointer, flag(_TO_READ), flag(_KEEP), flag(_DATA)])
        return context.get_dummy_value()

    return types.none(words, types.int64), build


@overload(fetch_row, strict=False, jit_options=PART)
def _(words: Any, row: Any) -> Any:
    return lambda words, row: _fetch(words, row)


@overload(store_state, strict=False, jit_options=PART)
def _(words: Any, row: Any, state: Any) -> Any:
    return (lambda words, row, state: _store(words, row, state)) if _are_rows(words, state) else None


@overload(load_state, strict=False, jit_options=PART)
def _(words: Any, row: Any, like: Any) -> Any:
    return (lambda words, row, like: _load(words, row, like)) if _are_rows(words, like) else None


def _are_rows(words: Any, state: Any) -> bool:
    """Tell whether states can be packed into an array: rows of words, one after the other."""
    if not isinstance(state, StateType):
        return False
    if words != types.Array(types.int64, 2, "C"):
        raise TypingError(f"halfmove: states are packed into a whole two-dimensional array of int64, not {words}")
    return True


@intrinsic
def _hash(typing: Any, state: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        hashed = _WORD(0)
        for word in _words_from(builder, state, args[0]):
            hashed = builder.lshr(mix_word(builder, spread(builder, hashed), word), _WORD(1))
        return hashed

    _words(state)
    return types.int64(state), build


@overload(hash_state, strict=False, jit_options=PART)
def _(state: Any) -> Any:
    return (lambda state: _hash(state)) if isinstance(state, StateType) else None

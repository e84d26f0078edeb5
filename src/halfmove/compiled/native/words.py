"""`compiled.words` as vectors of the machine."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, overload, register_model

from halfmove.compiled.native.numba_private import cgutils
from halfmove.compiled.native.parts import PART
from halfmove.compiled.native.wide import BitsType
from halfmove.compiled.words import COUNT, same_word, union, words

_WORD = ir.IntType(64)
_VECTOR = ir.VectorType(_WORD, COUNT)
_NUMBERS = (BitsType, types.Integer)


class WordsType(types.Type):
    """Four words side by side."""

    def __init__(self) -> None:
        super().__init__("Words")


_words = WordsType()
_bits = BitsType(64)


@register_model(WordsType)
class _WordsModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: WordsType) -> None:
        super().__init__(manager, kind, _VECTOR)


def _vector(builder: Any, each: Any) -> Any:
    vector = ir.Constant(_VECTOR, ir.Undefined)
    for i, word in enumerate(each):
        vector = builder.insert_element(vector, word, ir.IntType(32)(i))
    return vector


@intrinsic
def _make(typing: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    return _words(_bits, _bits, _bits, _bits), lambda context, builder, signature, args: _vector(builder, args)


@intrinsic
def _repeat(typing: Any, a: Any) -> Any:
    return _words(_bits), lambda context, builder, signature, args: _vector(builder, args * COUNT)


@overload(words, strict=False, jit_options=PART)
def _(first: Any, second: Any, third: Any, fourth: Any) -> Any:
    return lambda first, second, third, fourth: _make(first, second, third, fourth)


@overload(same_word, strict=False, jit_options=PART)
def _(word: Any) -> Any:
    return (lambda word: _repeat(word)) if isinstance(word, _NUMBERS) else None


@intrinsic
def _union(typing: Any, a: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        name = f"llvm.vector.reduce.or.v{COUNT}i64"
        kind = ir.FunctionType(_WORD, [_VECTOR])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)

    return _bits(_words), build


@overload(union, strict=False, jit_options=PART)
def _(four: Any) -> Any:
    return (lambda four: _union(four)) if isinstance(four, WordsType) else None


def _binary(instruction: str) -> Any:
    @intrinsic
    def operate(typing: Any, a: Any, b: Any) -> Any:
        return _words(_words, _words), lambda context, builder, signature, args: getattr(builder, instruction)(*args)

    def resolve(a: Any, b: Any) -> Any:
        return (lambda a, b: operate(a, b)) if isinstance(a, WordsType) and isinstance(b, WordsType) else None

    return resolve


def _unary(instruction: str) -> Any:
    @intrinsic
    def operate(typing: Any, a: Any) -> Any:
        return _words(_words), lambda context, builder, signature, args: getattr(builder, instruction)(*args)

    def resolve(a: Any) -> Any:
        return (lambda a: operate(a)) if isinstance(a, WordsType) else None

    return resolve


for _operators, _instruction in (
    ((operator.and_, operator.iand), "and_"),
    ((operator.or_, operator.ior), "or_"),
    ((operator.sub, operator.isub), "sub"),
    ((operator.lshift, operator.ilshift), "shl"),
    ((operator.rshift, operator.irshift), "lshr"),
):
    for _operator in _operators:
        overload(_operator, strict=False, jit_options=PART)(_binary(_instruction))
overload(operator.invert, strict=False, jit_options=PART)(_unary("not_"))
overload(operator.neg, strict=False, jit_options=PART)(_unary("neg"))

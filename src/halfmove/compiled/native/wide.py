"""Unsigned numbers of any fixed width in machine code: by value, no allocation."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import NativeValue, box, intrinsic, models, overload, register_model, unbox

from halfmove.compiled.bits import WORD
from halfmove.compiled.native.numba_private import Conversion, cgutils, lower_builtin, lower_cast, lower_constant
from halfmove.compiled.native.parts import PART

_WORD = ir.IntType(64)


class BitsType(types.Type):
    """An unsigned number of `width` bits, held in whole words of 64."""

    def __init__(self, width: int) -> None:
        self.width = width
        super().__init__(f"Bits({width})")

    @property
    def words(self) -> int:
        return -(-self.width // 64)

    @property
    def machine(self) -> ir.IntType:
        return ir.IntType(64 * self.words)

    def can_convert_from(self, typingctx: Any, other: Any) -> Any:
        if isinstance(other, (types.Integer, types.Boolean)):
            return Conversion.safe
        return Conversion.safe if isinstance(other, BitsType) else None

    def unify(self, typingctx: Any, other: Any) -> Any:
        if isinstance(other, (types.Integer, types.Boolean)):
            return self
        return max(self, other, key=lambda bits: bits.width) if isinstance(other, BitsType) else None


@register_model(BitsType)
class _BitsModel(models.PrimitiveModel):
    def __init__(self, manager: Any, bits: BitsType) -> None:
        super().__init__(manager, bits, bits.machine)


@lower_constant(BitsType)
def _(context: Any, builder: Any, bits: BitsType, value: Any) -> Any:
    return bits.machine(int(value))


@lower_cast(types.Integer, BitsType)
@lower_cast(types.Boolean, BitsType)
def _(context: Any, builder: Any, given: Any, bits: BitsType, value: Any) -> Any:
    """A negative number becomes its pattern of bits, as in `x & ~y`."""
    widen = builder.sext if getattr(given, "signed", False) else builder.zext
    return widen(value, bits.machine) if value.type.width < bits.machine.width else value


@lower_cast(types.IntegerLiteral, BitsType)
def _(context: Any, builder: Any, given: Any, bits: BitsType, value: Any) -> Any:
    return bits.machine(given.literal_value)


@lower_cast(BitsType, BitsType)
def _(context: Any, builder: Any, given: BitsType, bits: BitsType, value: Any) -> Any:
    if given.words < bits.words:
        return builder.zext(value, bits.machine)
    return builder.trunc(value, bits.machine) if given.words > bits.words else value


@unbox(BitsType)
def _(bits: BitsType, number: Any, c: Any) -> NativeValue:
    """Take the words of a number one by one; what is left after the last, a sign or more bits, is too much."""
    place = cgutils.alloca_once(c.builder, bits.machine)
    with _no_error(c):  # from the field before
        whole = c.pyapi.call_method(number, "__index__")
        with _no_error(c):
            total, rest = _words(bits, whole, c)
            c.builder.store(total, place)
            truth = c.pyapi.object_istrue(rest)
            with c.builder.if_then(c.builder.icmp_signed("!=", truth, truth.type(0)), likely=False):
                c.pyapi.err_set_string("PyExc_OverflowError", f"a number does not fit a field of {bits.width} bits")
            c.pyapi.decref(rest)
    return NativeValue(c.builder.load(place), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


def _no_error(c: Any) -> Any:
    return c.builder.if_then(cgutils.is_null(c.builder, c.pyapi.err_occurred()))


def _words(bits: BitsType, rest: Any, c: Any) -> tuple[Any, Any]:
    """Return the lowest words of a Python int as one number, and the rest of it; `rest` is used up."""
    total, mask = bits.machine(0), c.pyapi.long_from_ulonglong(_WORD(WORD))
    shift = c.pyapi.long_from_longlong(_WORD(64))
    for i in range(bits.words):
        low = c.pyapi.number_and(rest, mask)
        word = c.pyapi.long_as_ulonglong(low)
        word = c.builder.zext(word, bits.machine) if bits.words > 1 else word
        total = c.builder.or_(total, c.builder.shl(word, bits.machine(64 * i)))
        more = c.pyapi.number_rshift(rest, shift)
        for temporary in (low, rest):
            c.pyapi.decref(temporary)
        rest = more
    for temporary in (mask, shift):
        c.pyapi.decref(temporary)
    return total, rest


@box(BitsType)
def _(bits: BitsType, value: Any, c: Any) -> Any:
    number = c.pyapi.long_from_longlong(_WORD(0))
    shift = c.pyapi.long_from_longlong(_WORD(64))
    for i in reversed(range(bits.words)):
        word = c.builder.lshr(value, bits.machine(64 * i))
        part = c.pyapi.long_from_ulonglong(c.builder.trunc(word, _WORD) if bits.words > 1 else word)
        shifted = c.pyapi.number_lshift(number, shift)
        joined = c.pyapi.number_or(shifted, part)
        for temporary in (number, shifted, part):
            c.pyapi.decref(temporary)
        number = joined
    c.pyapi.decref(shift)
    return number


def _wider(a: Any, b: Any) -> Any:
    """Return the type of a result: the wider of two, or the only one that is Bits."""
    return max((t for t in (a, b) if isinstance(t, BitsType)), key=lambda bits: bits.width, default=None)


def is_wide(value: Any) -> bool:
    """Tell whether a constant is a number of more than 64 bits, or a tuple of numbers, one of more than 63."""
    if type(value) is int:
        return value >> 64 > 0
    if type(value) is not tuple:
        return False
    return all(type(item) is int and item >= 0 for item in value) and any(item >> 63 for item in value)


def type_of_wide(value: Any) -> Any:
    """Return the type of a wide constant: the numbers of a tuple are equally wide, so that a loop can run over it."""
    if type(value) is int:
        return BitsType(value.bit_length())
    return types.UniTuple(BitsType(max(item.bit_length() for item in value)), len(value))


def _binary(instruction: str, boolean: bool = False) -> Callable[..., Any]:
    """Overload an operator of two numbers by one instruction on both, widened."""

    @intrinsic
    def operate(typing: Any, a: Any, b: Any) -> Any:
        bits = _wider(a, b)

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            if boolean:
                return builder.icmp_unsigned(instruction, *args)
            return getattr(builder, instruction)(*args)

        return (types.boolean if boolean else bits)(bits, bits), build

    def resolve(a: Any, b: Any) -> Any:
        numbers = (BitsType, types.Integer, types.Boolean)
        if _wider(a, b) is None or not isinstance(a, numbers) or not isinstance(b, numbers):
            return None
        if boolean and getattr(b, "signed", False):  # a negative number is less than any without a sign
            beyond = instruction in ("!=", ">", ">=")
            return lambda a, b: operate(a, b) if b >= 0 else beyond
        if boolean and getattr(a, "signed", False):
            below = instruction in ("!=", "<", "<=")
            return lambda a, b: operate(a, b) if a >= 0 else below
        return lambda a, b: operate(a, b)

    return resolve


for _operator, _in_place, _instruction in (
    (operator.and_, operator.iand, "and_"),
    (operator.or_, operator.ior, "or_"),
    (operator.xor, operator.ixor, "xor"),
    (operator.add, operator.iadd, "add"),
    (operator.sub, operator.isub, "sub"),
    (operator.mul, operator.imul, "mul"),
):
    overload(_operator, strict=False, jit_options=PART)(_binary(_instruction))
    overload(_in_place, strict=False, jit_options=PART)(_binary(_instruction))

for _operator, _instruction in (
    (operator.eq, "=="),
    (operator.ne, "!="),
    (operator.lt, "<"),
    (operator.le, "<="),
    (operator.gt, ">"),
    (operator.ge, ">="),
):
    overload(_operator, strict=False, jit_options=PART)(_binary(_instruction, boolean=True))


def _shift(instruction: str) -> Callable[..., Any]:
    @intrinsic
    def operate(typing: Any, a: Any, n: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            value, count = args
            amount = builder.zext(count, value.type) if a.words > 1 else count
            within = builder.icmp_unsigned(
                "<", count, _WORD(64 * a.words)
            )  # as in Python, nothing is left beyond the width
            return builder.select(within, getattr(builder, instruction)(value, amount), value.type(0))

        return a(a, types.int64), build

    def resolve(a: Any, n: Any) -> Any:
        if isinstance(a, BitsType) and isinstance(n, (types.Integer, types.Boolean)):
            return lambda a, n: operate(a, n)
        return None

    return resolve


for _operator, _in_place, _instruction in (
    (operator.lshift, operator.ilshift, "shl"),
    (operator.rshift, operator.irshift, "lshr"),
):
    overload(_operator, strict=False, jit_options=PART)(_shift(_instruction))
    overload(_in_place, strict=False, jit_options=PART)(_shift(_instruction))


@intrinsic
def _invert(typing: Any, a: Any) -> Any:
    return a(a), lambda context, builder, signature, args: builder.not_(args[0])


@intrinsic
def _negative(typing: Any, a: Any) -> Any:
    return a(a), lambda context, builder, signature, args: builder.neg(args[0])


@intrinsic
def _low_word(typing: Any, a: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.trunc(args[0], _WORD) if a.words > 1 else args[0]

    return types.int64(a), build


@overload(operator.invert, strict=False, jit_options=PART)
def _(a: Any) -> Any:
    return (lambda a: _invert(a)) if isinstance(a, BitsType) else None


@overload(operator.neg, strict=False, jit_options=PART)
def _(a: Any) -> Any:
    return (lambda a: _negative(a)) if isinstance(a, BitsType) else None


@overload(int, strict=False, jit_options=PART)
def _(x: Any) -> Any:
    return (lambda x: _low_word(x)) if isinstance(x, BitsType) else None


@overload(operator.truth, strict=False, jit_options=PART)
def _(a: Any) -> Any:
    return (lambda a: a != 0) if isinstance(a, BitsType) else None


@lower_builtin(bool, BitsType)
def _(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return builder.icmp_unsigned("!=", args[0], args[0].type(0))

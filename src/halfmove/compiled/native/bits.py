"""The helpers of `compiled.bits` as machine instructions."""

from __future__ import annotations

from typing import Any

from llvmlite import binding, ir
from numba import config, types
from numba.extending import intrinsic, overload

from halfmove.compiled.bits import SPREAD, bit_count, highest_bit, lowest_bit, mix, nth_bit, swap_bytes
from halfmove.compiled.native.parts import PART
from halfmove.compiled.native.wide import BitsType

_WORD = ir.IntType(64)
_HALF_BITS = 32
_HALF = (1 << _HALF_BITS) - 1
_INTEGERS = (BitsType, types.Integer, types.Boolean)


def _canonical(x: Any) -> Any:
    return x if isinstance(x, BitsType) or x is types.uint64 else types.int64


def _instruction(name: str, *flags: int) -> Any:
    """One LLVM intrinsic on a number of any width; its result fits a word."""

    @intrinsic
    def operate(typing: Any, x: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            machine = args[0].type
            kind = ir.FunctionType(machine, [machine, *(ir.IntType(1) for _ in flags)])
            function = builder.module.declare_intrinsic(name, [machine], kind)
            result = builder.call(function, [args[0], *(ir.IntType(1)(flag) for flag in flags)])
            return builder.trunc(result, _WORD) if machine.width > 64 else result

        return types.int64(_canonical(x)), build

    return operate


_count = _instruction("llvm.ctpop")
_lowest = _instruction("llvm.cttz", 1)
_leading = _instruction("llvm.ctlz", 1)


@overload(bit_count, strict=False, jit_options=PART)
def _(bits: Any) -> Any:
    return (lambda bits: _count(bits)) if isinstance(bits, _INTEGERS) else None


@overload(lowest_bit, strict=False, jit_options=PART)
def _(bits: Any) -> Any:
    return (lambda bits: _lowest(bits)) if isinstance(bits, _INTEGERS) else None


@overload(highest_bit, strict=False, jit_options=PART)
def _(bits: Any) -> Any:
    if not isinstance(bits, _INTEGERS):
        return None
    last = 64 * _canonical(bits).words - 1 if isinstance(bits, BitsType) else 63
    return lambda bits: last - _leading(bits)


def _deposits_bits() -> bool:
    """Tell whether code for this machine may deposit bits (BMI2), and that takes no longer than another instruction."""
    if config.CPU_NAME or config.CPU_FEATURES:  # code for another machine
        return False
    return binding.get_host_cpu_features().get("bmi2", False) and binding.get_host_cpu_name() not in _SLOW_DEPOSITS


_SLOW_DEPOSITS = ("bdver4", "znver1", "znver2")
_DEPOSITS = _deposits_bits()


@intrinsic
def _nth(typing: Any, x: Any, index: Any) -> Any:
    """Find the word that holds the bit, without a branch; `1 << index` deposited into it is that bit alone."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        number, index = args
        machine = number.type
        count = builder.module.declare_intrinsic("llvm.ctpop", [_WORD], ir.FunctionType(_WORD, [_WORD]))
        word, first = builder.trunc(number, _WORD) if machine.width > 64 else number, _WORD(0)
        for beginning in range(64, machine.width, 64):
            here = builder.call(count, [word])
            is_beyond = builder.icmp_signed(">=", index, here)
            following = builder.trunc(builder.lshr(number, machine(beginning)), _WORD)
            word = builder.select(is_beyond, following, word)
            index = builder.select(is_beyond, builder.sub(index, here), index)
            first = builder.select(is_beyond, _WORD(beginning), first)
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(_WORD, [_WORD, _WORD]))
        bit = builder.call(deposit, [builder.shl(_WORD(1), index), word])
        kind = ir.FunctionType(_WORD, [_WORD, ir.IntType(1)])
        lowest = builder.module.declare_intrinsic("llvm.cttz", [_WORD], kind)
        return builder.add(first, builder.call(lowest, [bit, ir.IntType(1)(1)]))

    return types.int64(_canonical(x), types.int64), build


@overload(nth_bit, strict=False, jit_options=PART)
def _(bits: Any, index: Any) -> Any:
    if _DEPOSITS and isinstance(bits, _INTEGERS):
        return lambda bits, index: _nth(bits, index)

    def nth(bits: Any, index: Any) -> Any:
        for _ in range(index):
            bits &= bits - 1
        return _lowest(bits)

    def nth_of_many(bits: Any, index: Any) -> Any:
        first = 0
        word = int(bits & _HALF)
        while _count(word) <= index:  # half a word at a time, which is never negative
            index -= _count(word)
            bits >>= _HALF_BITS
            first += _HALF_BITS
            word = int(bits & _HALF)
        for _ in range(index):
            word &= word - 1
        return first + _lowest(word)

    if isinstance(bits, BitsType) and bits.width > _WORD.width:
        return nth_of_many
    return nth if isinstance(bits, _INTEGERS) else None


@intrinsic
def _swap(typing: Any, x: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.call(builder.module.declare_intrinsic("llvm.bswap", [_WORD]), args)

    return BitsType(64)(BitsType(64)), build


@overload(swap_bytes, strict=False, jit_options=PART)
def _(bits: Any) -> Any:
    return (lambda bits: _swap(bits)) if isinstance(bits, _INTEGERS) else None


def mix_word(builder: Any, hashed: Any, word: Any) -> Any:
    """Write out one round of `mix`, modulo 2 ** 64."""
    hashed = builder.add(builder.xor(hashed, word), _WORD(0x9E3779B97F4A7C15))
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        hashed = builder.mul(builder.xor(hashed, builder.lshr(hashed, _WORD(shift))), _WORD(factor))
    return builder.xor(hashed, builder.lshr(hashed, _WORD(31)))


def spread(builder: Any, hashed: Any) -> Any:
    """Write out what `mix` does first."""
    return builder.mul(hashed, _WORD(SPREAD))


@intrinsic
def _mix(typing: Any, x: Any, more: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        machine, wide = args[0].type, args[0].type.width > 64

        def step(hashed: Any, rest: Any) -> Any:
            return mix_word(builder, hashed, builder.trunc(rest, _WORD) if wide else rest)

        hashed, rest = step(spread(builder, args[1]), args[0]), args[0]
        for _ in range(1, machine.width // 64):
            rest = builder.lshr(rest, machine(64))
            hashed = builder.select(builder.icmp_unsigned("==", rest, machine(0)), hashed, step(hashed, rest))
        return builder.lshr(hashed, _WORD(1))

    return types.int64(_canonical(x), types.int64), build


@overload(mix, strict=False, jit_options=PART)
def _(bits: Any, more: Any = 0) -> Any:
    return (lambda bits, more=0: _mix(bits, more)) if isinstance(bits, _INTEGERS) else None

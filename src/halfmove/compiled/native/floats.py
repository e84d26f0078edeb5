"""`next_float` as machine instructions: floats of one sign are ordered as their bits are."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from halfmove.compiled.floats import next_float
from halfmove.compiled.native.parts import PART

_WORD, _DOUBLE = ir.IntType(64), ir.DoubleType()


@intrinsic
def _next(typing: Any, value: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        value = builder.fadd(args[0], _DOUBLE(0.0))  # -0.0 becomes 0.0
        bits = builder.bitcast(value, _WORD)
        sign = builder.ashr(bits, _WORD(_WORD.width - 1))
        return builder.bitcast(builder.add(bits, builder.or_(sign, _WORD(1))), _DOUBLE)

    return types.float64(types.float64), build


@overload(next_float, strict=False, jit_options=PART)
def _(value: Any) -> Any:
    return (lambda value: _next(value)) if isinstance(value, (types.Float, types.Integer)) else None

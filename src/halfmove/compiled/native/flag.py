"""The stop flag in machine code: an atomic read, so that no loop is compiled around a value read once."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import NativeValue, intrinsic, models, overload_method, register_model, typeof_impl, unbox

from halfmove.compiled.flag import Flag
from halfmove.compiled.native.numba_private import cgutils
from halfmove.compiled.native.parts import PART

_WORD = ir.IntType(64)


class FlagType(types.Type):
    def __init__(self) -> None:
        super().__init__("Flag")


@typeof_impl.register(Flag)
def _(value: Flag, context: Any) -> FlagType:
    return FlagType()


@register_model(FlagType)
class _FlagModel(models.PrimitiveModel):
    def __init__(self, manager: Any, flag: FlagType) -> None:
        super().__init__(manager, flag, _WORD.as_pointer())


@unbox(FlagType)
def _(flag: FlagType, value: Any, c: Any) -> NativeValue:
    address = c.pyapi.object_getattr_string(value, "address")
    pointer = c.builder.inttoptr(c.pyapi.long_as_longlong(address), _WORD.as_pointer())
    c.pyapi.decref(address)
    return NativeValue(pointer, is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


@intrinsic
def _is_set(typing: Any, flag: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.icmp_signed("!=", builder.load_atomic(args[0], "monotonic", 8), _WORD(0))

    return types.boolean(flag), build


@overload_method(FlagType, "is_set", strict=False, jit_options=PART)
def _(flag: Any) -> Any:
    return lambda flag: _is_set(flag)

"""`str`, `repr` and f-strings in machine code, in Python's words: Numba knows them for whole numbers only."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core.imputils import impl_ret_new_ref
from numba.extending import intrinsic, overload_method

from halfmove.compiled.native.objects import ObjectType
from halfmove.compiled.native.parts import PART
from halfmove.compiled.native.printing import check_shown
from halfmove.compiled.native.wide import BitsType


def _text_by(method: str) -> Any:
    """Return an intrinsic that gives what a method of the Python object says."""

    @intrinsic
    def text(typing: Any, value: Any) -> Any:
        check_shown(value)

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            python = context.get_python_api(builder)
            environment = context.get_env_manager(builder)
            state = python.gil_ensure()
            context.nrt.incref(builder, value, args[0])
            shown = python.from_native_value(value, args[0], environment)
            said = python.call_method(shown, method)
            native = python.to_native_value(types.unicode_type, said)
            python.decref(shown)
            python.decref(said)
            python.gil_release(state)
            return impl_ret_new_ref(context, builder, types.unicode_type, native.value)

        return types.unicode_type(value), build

    return text


_str, _repr = _text_by("__str__"), _text_by("__repr__")

for kind in (types.Float, types.NoneType, types.BaseTuple, types.Array, BitsType, ObjectType):
    overload_method(kind, "__str__", jit_options=PART)(lambda self: lambda self: _str(self))
    overload_method(kind, "__repr__", jit_options=PART)(lambda self: lambda self: _repr(self))

"""`str`, `repr` and f-strings in machine code, in Python's words: Numba knows them for whole numbers only."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic, overload

from halfmove.compiled.native.constants import REPLACED
from halfmove.compiled.native.numba_private import impl_ret_new_ref
from halfmove.compiled.native.objects import ObjectType
from halfmove.compiled.native.parts import PART
from halfmove.compiled.native.printing import check_shown
from halfmove.compiled.native.wide import BitsType


def str_of(value: Any) -> str:
    """Return `str(value)`."""
    return str(value)


def repr_of(value: Any) -> str:
    """Return `repr(value)`."""
    return repr(value)


REPLACED.update({str: str_of, repr: repr_of})  # Numba's own stay as they are


def _text_by(method: str) -> Any:
    """Return an intrinsic that calls a method of the Python object and returns its text."""

    @intrinsic
    def text(typing: Any, value: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            python = context.get_python_api(builder)
            environment = context.get_env_manager(builder)
            state = python.gil_ensure()
            context.nrt.incref(builder, value, args[0])
            boxed = python.from_native_value(value, args[0], environment)
            returned = python.call_method(boxed, method)
            native = python.to_native_value(types.unicode_type, returned)
            python.decref(boxed)
            python.decref(returned)
            python.gil_release(state)
            return impl_ret_new_ref(context, builder, types.unicode_type, native.value)

        return types.unicode_type(value), build

    return text


_str, _repr = _text_by("__str__"), _text_by("__repr__")


def _is_shown_by_python(kind: Any) -> bool:
    if not isinstance(kind, (types.Float, types.NoneType, types.BaseTuple, types.Array, BitsType, ObjectType)):
        return False
    check_shown(kind)
    return True


@overload(str_of, strict=False, jit_options=PART)
def _(value: Any) -> Any:
    return (lambda value: _str(value)) if _is_shown_by_python(value) else lambda value: value.__str__()


@overload(repr_of, strict=False, jit_options=PART)
def _(value: Any) -> Any:
    return (lambda value: _repr(value)) if _is_shown_by_python(value) else lambda value: value.__repr__()

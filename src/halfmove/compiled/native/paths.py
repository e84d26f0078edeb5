"""`compiled.paths` in machine code: one allocation, one copy, and no reference counted on the way."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic, overload

from halfmove.compiled.native.numba_private import _empty_nd_impl, cgutils, impl_ret_new_ref, make_array
from halfmove.compiled.native.parts import PART
from halfmove.compiled.paths import appended

_PATH = types.Array(types.int64, 1, "C")
_BYTES = 8  # of a number


@intrinsic
def _append(typing: Any, path: Any, last: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        path = make_array(_PATH)(context, builder, args[0])
        (length,) = cgutils.unpack_tuple(builder, path.shape, 1)
        array = _empty_nd_impl(context, builder, _PATH, [builder.add(length, length.type(1))])
        cgutils.raw_memcpy(builder, array.data, path.data, length, _BYTES)
        builder.store(args[1], builder.gep(array.data, [length]))
        return impl_ret_new_ref(context, builder, _PATH, array._getvalue())

    return _PATH(_PATH, types.int64), build


@overload(appended, strict=False, jit_options=PART)
def _(path: Any, last: Any) -> Any:
    return (lambda path, last: _append(path, last)) if path == _PATH else None

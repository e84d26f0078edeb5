"""Machine code for kernels, and their type inside other kernels."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from traceback import walk_tb
from typing import Any

import numpy as np
from numba import njit, types
from numba.core.errors import NumbaError, TypingError
from numba.extending import models, register_model, typeof_impl

from halfmove.compiled.lane import DEBUG, Kernel
from halfmove.compiled.native import bits, flag, floats, objects, packing, paths, states, texts, wide, words  # noqa: F401 (they register types)
from halfmove.compiled.native.cache import KernelCache
from halfmove.compiled.native.explain import explained
from halfmove.compiled.native.numba_private import compiler, compiler_of, set_cache
from halfmove.compiled.native.parts import KernelCompiler, OutOfLineCompiler, PartCompiler
from halfmove.errors import HalfmoveError

_RETURNED = {float: types.float64, "float": types.float64, int: types.int64, "int": types.int64}  # by annotation


def build(source: Kernel[..., Any]) -> NativeKernel:
    """Return the machine-code lane of a kernel."""
    function = source.python
    states.declare_mentioned(function)
    native = _dispatcher(function, KernelCompiler)
    set_cache(native, KernelCache(function))
    return NativeKernel(function, native, _dispatcher(function, PartCompiler if source.inline else OutOfLineCompiler))


def _dispatcher(function: Callable[..., Any], pipeline: Any) -> Any:
    """Return Numba's object for a kernel."""
    native = njit(nogil=True, forceinline=False, pipeline_class=pipeline)(function)  # not inlined as its caller may be
    fold = compiler_of(native).fold_argument_types
    declared = _RETURNED.get(function.__annotations__.get("return"))

    def fold_canonical(args: Any, kws: Any) -> Any:
        """Give each argument one type: a recursive kernel with two signatures breaks on its second start (#6061)."""
        signature, args = fold(args, kws)
        args = tuple(map(canonical, args))
        for frame in native.typingctx.callstack:
            if frame.func_id.func is function and frame.args != args:
                names = list(signature.parameters)
                was, now, name = next((a, b, n) for a, b, n in zip(frame.args, args, names, strict=True) if a != b)
                raise TypingError(
                    f"halfmove: {function.__name__} calls itself with {name} as {now} where it was given {was}"
                )
            if frame.func_id.func is function and declared is not None:
                frame.typeinfer.return_types_from_partial = lambda: declared  # or it is inferred anew at each call
        return signature, args

    compiler_of(native).fold_argument_types = fold_canonical
    return native


class NativeKernel:
    """The machine code of a kernel, made at the first call with arguments of these types.

    `part` is the same kernel where another one calls it.
    """

    def __init__(self, function: Callable[..., Any], dispatcher: Any, part: Any) -> None:
        self.function, self.dispatcher, self.part = function, dispatcher, part
        self.prepared: dict[Any, Callable[..., Any]] = {}

    def __call__(self, *args: Any) -> Any:
        return self.prepare(*args)(*args)

    def prepare(self, *args: Any) -> Callable[..., Any]:
        """Return the machine code for such arguments: the dispatcher would find out their types at every call."""
        kinds = tuple(map(objects.kind_of, args))
        prepared = self.prepared.get(kinds)
        if prepared is None:
            compile_for = lambda *args: self.dispatcher.compile(tuple(map(states.machine_type, args)))  # noqa: E731
            with _no_collection():
                prepared = self.prepared[kinds] = self._explaining(compile_for, args)
        return prepared

    def _explaining(self, act: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        args = tuple(map(_python_number, args))
        for arg in args:
            if isinstance(arg, tuple):
                states.declare_argument(arg)
        try:
            return act(*args)
        except HalfmoveError:
            raise
        except Exception as error:
            if not isinstance(error, NumbaError) and not _is_compiling(error):
                raise
            raise explained(error, self.function, args) from (error if DEBUG else None)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Let nobody look for garbage meanwhile: the compiler makes millions of objects and drops few of them."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _is_compiling(error: Exception) -> bool:
    """Tell whether an error rose in the compiler, and not in the machine code that it made."""
    return any(frame.f_globals.get("__name__") == compiler.__name__ for frame, _ in walk_tb(error.__traceback__))


def _python_number(argument: Any) -> Any:
    """Return a NumPy number as Python's, so that each argument has one type; Python has none like `np.uint64`."""
    return argument.item() if isinstance(argument, np.generic) and not isinstance(argument, np.uint64) else argument


def canonical(argument: Any) -> Any:
    """Return the one type that a kernel takes for such an argument: int64, float64, or else the type itself."""
    argument = types.unliteral(argument)
    if isinstance(argument, types.Integer) and argument is not types.uint64:
        return types.int64
    if isinstance(argument, types.Float):
        return types.float64
    return argument


class KernelType(types.Dispatcher):
    """A kernel called from another one."""

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        if kws:
            name = self.dispatcher.py_func.__name__
            raise TypingError(f"{name} is called with named arguments, and a kernel takes them by position only")
        return super().get_call_type(context, tuple(map(canonical, args)), {})


register_model(KernelType)(models.OpaqueModel)


@typeof_impl.register(Kernel)
def _(value: Kernel[..., Any], context: Any) -> KernelType:
    native = value.native
    return KernelType(native.dispatcher if native.dispatcher.is_compiling else native.part)  # it may call itself

"""Machine code that is only ever a part of a kernel: it is linked into one, and never called from Python.

Numba makes each function that it meets ready to be called by itself: it writes wrappers and turns the function, with
all that it calls, into instructions. For a method of a game nobody needs them, and a game has a hundred methods.
"""

from __future__ import annotations

import inspect
import os
from collections import Counter
from typing import Any

from numba.extending import overload_method

from halfmove.compiled.native.generators import GeneratorLowering, counted
from halfmove.compiled.native.numba_private import (
    Compiler,
    InlineOverloads,
    JITCodeLibrary,
    NativeLowering,
    NopythonTypeInference,
    PythonFunctionDescriptor,
    RuntimeLinker,
    _LowerResult,
    fallback_context,
    final_module,
    ir,
    link,
    load_first,
    lookup_environment,
    make_function,
    modules_to_link,
    register_pass,
    run_keeping_stores,
)
from halfmove.compiled.native.printing import PrintingLower
from halfmove.compiled.native.shifts import CheckShifts

PARTS = os.environ.get("HALFMOVE_PARTS", "1") != "0"  # HALFMOVE_PARTS=0 compiles everything as Numba does: slower

_NOWHERE = 0  # the address of a part: nobody calls it from Python, where it is only an object for Numba to find
_ENVIRONMENT = "_ZN08NumbaEnv"  # the first letters of a variable that leads machine code to its Python objects
_SHORT = 128  # basic blocks: to optimise longer code more than once takes long, and gains nothing


def has_open_calls(module: Any) -> bool:
    """Tell whether code holds an address that is found only when it is run: kernels that call one another."""
    return any(variable.name.startswith(RuntimeLinker.PREFIX) for variable in module.global_variables)


def environments(library: Any) -> dict[str, Any]:
    """Return the Python objects that finished code refers to, by the variable that leads to each (None: it is gone)."""
    names = [variable.name for variable in final_module(library).global_variables]
    return {name: lookup_environment(name) for name in names if name.startswith(_ENVIRONMENT)}


def _attach(library: Any) -> None:
    """Let code find its Python objects, those of the parts in it too: code that prints needs them."""
    for name, environment in environments(library).items():
        if environment is not None:
            library.codegen.set_env(name, environment)


class _Part(JITCodeLibrary):
    """Code that is linked with what it calls; it becomes instructions only where an open call has to find it."""

    def finalize(self) -> None:
        others = modules_to_link(self)
        if any(map(has_open_calls, (final_module(self), *others.values()))):
            super().finalize()
            _attach(self)
        else:
            link(self, others, most_blocks=_SHORT)


class _Borrower(PrintingLower, GeneratorLowering):
    """Lower a function that counts no references to its arguments: its caller holds them until it returns."""

    def pre_lower(self) -> None:
        super().pre_lower()
        assigned = [each for block in self.blocks.values() for each in block.find_insts(ir.Assign)]
        times = Counter(each.target.name for each in assigned)
        given = {each.target.name for each in assigned if isinstance(each.value, ir.Arg)}
        # A generator outlives the call that makes it, and a name that is assigned again gives up what it held.
        self._borrowed = {name for name in given if times[name] == 1 and self.generator_info is None}

    def lower_assign(self, ty: Any, inst: Any) -> Any:
        value = super().lower_assign(ty, inst)
        if inst.target.name in self._borrowed:
            self.decref(ty, value)
        return value

    def delvar(self, name: str) -> None:
        if name not in self._borrowed:
            super().delvar(name)


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerPart(NativeLowering):
    """Turn a typed function into a part: Numba's pass of this name without wrappers and addresses."""

    _name = "halfmove_lower_part"
    is_out_of_line = False

    def run_pass(self, state: Any) -> bool:
        target, flags, name = state.targetctx, state.flags, state.func_id.func_qualname
        library = state.library = _Part(target.codegen(), name)
        load_first(library, state.reload_init)
        state.return_type = counted(target, state.return_type)
        described = PythonFunctionDescriptor.from_specialized_function(
            state.func_ir,
            state.typemap,
            state.return_type,
            state.calltypes,
            mangler=target.mangler,
            inline=flags.forceinline,
            noalias=flags.noalias,
            abi_tags=[flags.get_mangle_string()],
        )
        with fallback_context(state, f"{name} failed"), target.push_code_library(library):
            lower = _Borrower(target, library, described, state.func_ir, metadata=state.metadata)
            lower.lower()
        if self.is_out_of_line:
            lower.function.attributes.add("noinline")
        entry = make_function(described.lookup_module(), name, name, _NOWHERE, lower.env, (library,))
        target.insert_user_function(entry, described, [library])
        state.cr = _LowerResult(described, lower.call_helper, cfunc=entry, env=lower.env)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerOutOfLine(_LowerPart):
    """The same for a part that is not copied into its callers."""

    _name = "halfmove_lower_out_of_line"
    is_out_of_line = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerKernel(NativeLowering):
    """Turn a typed function into machine code that Python can call, ready to run with all its parts."""

    _name = "halfmove_lower_kernel"
    lowering_class = PrintingLower

    def run_pass(self, state: Any) -> bool:
        super().run_pass(state)
        _attach(state.library)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerWhole(_LowerKernel):
    """Turn a typed function into machine code as Numba does it, where parts are switched off."""

    _name = "halfmove_lower_whole"
    lowering_class = _Borrower

    def run_pass(self, state: Any) -> bool:
        state.return_type = counted(state.targetctx, state.return_type)
        state.flags.no_cfunc_wrapper = True
        return super().run_pass(state)


@register_pass(mutates_CFG=True, analysis_only=False)
class _Inline(InlineOverloads):
    """Copy functions into their callers, and lose no store."""

    _name = "halfmove_inline"

    def run_pass(self, state: Any) -> bool:
        return run_keeping_stores(self, state)


BEFORE_TYPES: list[Any] = [(CheckShifts, "shifts are exact or refused")]  # passes before types are found


class _LaneCompiler(Compiler):
    """Numba's pipeline with another way to lower, and with shifts that are exact or refused."""

    lowering: Any

    def define_pipelines(self) -> Any:
        pipelines = super().define_pipelines()
        for pipeline in pipelines:
            replaced = {NativeLowering: self.lowering, InlineOverloads: _Inline}
            pipeline.passes = [(replaced.get(each, each), about) for each, about in pipeline.passes]
            before = [each for each, _ in pipeline.passes].index(NopythonTypeInference)
            pipeline.passes[before:before] = BEFORE_TYPES
        return pipelines


class KernelCompiler(_LaneCompiler):
    """The pipeline of a kernel."""

    lowering = _LowerKernel


class PartCompiler(_LaneCompiler):
    """The pipeline of a part."""

    lowering = _LowerPart if PARTS else _LowerWhole


class OutOfLineCompiler(_LaneCompiler):
    """The pipeline of a part that is kept apart from its callers."""

    lowering = _LowerOutOfLine if PARTS else _LowerWhole


PART = {"forceinline": True, "pipeline_class": PartCompiler}  # how every overload of the lane is compiled


def bind_method(object_type: Any, name: str, function: Any, inline: str = "never") -> None:
    """Let `object.name(...)`, of an object of the type `object_type`, call a function."""

    def resolve(self: Any, *args: Any, **kws: Any) -> Any:
        return function

    resolve.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    overload_method(object_type, name, strict=False, inline=inline, jit_options=PART)(resolve)

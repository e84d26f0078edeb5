"""Lazy generators that hold arrays: their references are counted, and the last owner frees them with all they hold.

Numba keeps a generator in the frame of its caller and counts the references that it holds, but nobody counts the
generator: what it holds is never freed. A generator without references stays in the frame, which is faster.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import models, register_model

from halfmove.compiled.native.numba_private import GeneratorModel, Lower, cgutils, generators, lower_builtin, reserve


class _Frame(types.Generator):
    """What a counted generator keeps between two items."""

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.name: str = (
            f"frame of {self.name}"  # code is found by name, so ours must differ from Numba's for the same generator
        )


register_model(_Frame)(GeneratorModel)


class CountedGenerator(types.SimpleIteratorType):
    """A generator whose frame lies in counted memory."""

    def __init__(self, generator: types.Generator) -> None:
        held = generator.arg_types, generator.state_types, generator.has_finalizer
        self.frame = _Frame(generator.gen_func, generator.yield_type, *held)
        super().__init__(f"counted {generator.name}", generator.yield_type)

    @property
    def key(self) -> Any:
        return self.frame


@register_model(CountedGenerator)
class _CountedModel(models.OpaqueModel):
    """The address of the counted memory."""

    def has_nrt_meminfo(self) -> bool:
        return True

    def get_nrt_meminfo(self, builder: Any, value: Any) -> Any:
        return value


def counted(context: Any, returned: Any) -> Any:
    """Return the type of what a function returns: a generator that holds references is counted."""
    if not isinstance(returned, types.Generator):
        return returned
    held = (*returned.arg_types, *returned.state_types)
    return CountedGenerator(returned) if any(_holds_references(context, kind) for kind in held) else returned


def _holds_references(context: Any, kind: Any) -> bool:
    return bool(context.data_model_manager[kind].contains_nrt_meminfo())


class _GeneratorLower(generators.GeneratorLower):
    """Lower a generator, counted or not."""

    def get_generator_type(self) -> Any:
        returned = self.fndesc.restype
        self.is_counted = isinstance(returned, CountedGenerator)
        return returned.frame if self.is_counted else returned

    def box_generator_struct(self, lower: Any, gen_struct: Any) -> Any:
        """Move the frame of a new generator to counted memory."""
        if not self.is_counted:
            return gen_struct
        builder, nrt = lower.builder, self.context.nrt
        size = cgutils.intp_t(self.context.get_abi_sizeof(gen_struct.type))
        memory = nrt.meminfo_alloc_dtor(builder, size, self._finalizer(builder.module))
        builder.store(gen_struct, builder.bitcast(nrt.meminfo_data(builder, memory), gen_struct.type.as_pointer()))
        return memory

    def lower_finalize_func(self, lower: Any) -> None:
        """Free the arguments, and whatever the generator held when its caller left it."""
        if not self.is_counted:
            super().lower_finalize_func(lower)
            return
        builder = ir.IRBuilder(self._finalizer(lower.module).append_basic_block("entry"))
        frame = builder.bitcast(builder.function.args[0], self.context.get_value_type(self.gentype))
        for kind, value in self.arg_packer.load(builder, self.get_args_ptr(builder, frame)):
            self.context.nrt.decref(builder, kind, value)
        for index, kind in enumerate(self.gentype.state_types):
            slot = cgutils.gep_inbounds(builder, self.get_state_ptr(builder, frame), 0, index)
            self.context.nrt.decref(builder, kind, self.context.unpack_value(builder, kind, slot))
        builder.ret_void()

    def _finalizer(self, module: Any) -> Any:
        """Return the function that counted memory calls when nobody holds it."""
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, cgutils.intp_t, cgutils.voidptr_t])
        return cgutils.get_or_insert_function(module, kind, self.gendesc.llvm_finalizer_name)


class _Yield(generators.LowerYield):
    """Lower a `yield` of a counted generator: each reference has one owner, the running code or the frame at rest."""

    def lower_yield_suspend(self) -> None:
        for slot, kind, name in self._held():
            reserve(self.lower, name)
            self.context.pack_value(self.builder, kind, self.lower.loadvar(name), slot)
        self.builder.store(self.resume_index_ptr.type.pointee(self.inst.index), self.resume_index_ptr)

    def lower_yield_resume(self) -> None:
        self.genlower.create_resumption_block(self.lower, self.inst.index)
        for slot, kind, name in self._held():
            self.lower.storevar(self.context.unpack_value(self.builder, kind, slot), name)
            if _holds_references(self.context, kind):
                self.builder.store(slot.type.pointee(None), slot)

    def _held(self) -> Any:
        """Yield the place, the type and the name of each variable that is kept."""
        for index, name in zip(self.live_var_indices, self.live_vars, strict=True):
            slot = cgutils.gep_inbounds(self.builder, self.gen_state_ptr, 0, index)
            yield slot, self.gentype.state_types[index], name


class GeneratorLowering(Lower):
    """Lower a function that may be a generator."""

    GeneratorLower = _GeneratorLower

    def lower_yield(self, retty: Any, inst: Any) -> Any:
        if not self.genlower.is_counted:
            return super().lower_yield(retty, inst)
        point = self.generator_info.yield_points[inst.index]
        held = _Yield(self, point, sorted(point.live_vars | point.weak_live_vars))  # weak: last used here, as the item
        held.lower_yield_suspend()
        given, wanted = self.typeof(inst.value.name), self.gentype.yield_type
        value = self.context.cast(self.builder, self.loadvar(inst.value.name), given, wanted)
        self.call_conv.return_value(self.builder, self.context.get_return_value(self.builder, wanted, value))
        held.lower_yield_resume()
        return self.context.get_constant_generic(self.builder, retty, None)


@lower_builtin("iternext", CountedGenerator)
def _(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    kind = signature.args[0].frame
    frame = builder.bitcast(context.nrt.meminfo_data(builder, args[0]), context.get_value_type(kind))
    return context.get_function("iternext", signature.replace(args=(kind,)))(builder, (frame,))
